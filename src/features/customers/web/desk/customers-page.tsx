import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { AdminUser } from '#features/auth/contract/desk.ts'
import { formatCount } from '#shared/text/count-text.ts'
import { DeskList } from '#web/desk/desk-list.tsx'
import { FilterBar } from '#web/desk/filter-bar.tsx'
import { searchInput } from '#web/desk/list-search.ts'
import { personName } from '#web/desk/person-name.ts'
import { useTRPC } from '#web/trpc.ts'
import type { Column } from '#web/ui/tables/data-table.tsx'
import { DateTime } from '#web/ui/values/values.tsx'

const route = getRouteApi('/signed-in/shell/administrator/admin/customers')

const roleOf = ({ isAdmin, hasAdminAccess }: AdminUser): string => {
  if (isAdmin) return 'Administrator'
  return hasAdminAccess ? 'Full access' : 'Customer'
}

const columns: Column<AdminUser>[] = [
  {
    key: 'customer',
    header: 'Customer',
    cell: (user) => (
      <Link to="/admin/customers/$customerId" params={{ customerId: user.id }} className="desk-row-link">
        {personName(user)}
        {personName(user) !== user.email && <span>{user.email}</span>}
      </Link>
    ),
  },
  {
    key: 'mobile',
    header: 'Mobile',
    isDetail: true,
    cell: ({ mobile }) => <span className="mono">{mobile}</span>,
  },
  { key: 'role', header: 'Role', cell: roleOf },
  {
    key: 'active',
    header: 'Active',
    align: 'right',
    cell: ({ activeServices }) => formatCount(activeServices),
  },
  {
    key: 'pending',
    header: 'Pending',
    align: 'right',
    cell: ({ pendingServices }) => formatCount(pendingServices),
  },
  { key: 'since', header: 'Since', isDetail: true, cell: ({ createdAt }) => <DateTime at={createdAt} /> },
]

/** All accounts, with their access. */
export function AdminCustomersPage() {
  const trpc = useTRPC()
  const search = route.useSearch()
  const query = useQuery(trpc.admin.users.list.queryOptions(searchInput(search)))
  return (
    <section aria-label="Customers" className="desk-list">
      <FilterBar search={search} searchLabel="Search name, email, mobile or customer id" />
      <DeskList what="Customers" query={query} columns={columns} search={search} empty="No customers yet" />
    </section>
  )
}
