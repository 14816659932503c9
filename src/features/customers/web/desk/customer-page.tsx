import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { formatMoment } from '#shared/time.ts'
import { Facts } from '#web/desk/facts.tsx'
import { personName } from '#web/desk/person-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import { StatusBadge } from '#web/ui/values/status-badge.tsx'
import type { CustomerOverview } from '../../contract/contract.ts'
import { CustomerActions } from './customer-actions.tsx'
import { CustomerNotes } from './customer-notes.tsx'
import { CustomerSections } from './customer-sections.tsx'

const route = getRouteApi('/signed-in/shell/administrator/admin/customers/$customerId')

type Customer = CustomerOverview['customer']

/** Full record of a customer, with actions. */
export function AdminCustomerPage() {
  const trpc = useTRPC()
  const { customerId: id } = route.useParams()
  const query = useQuery(trpc.admin.customers.overview.queryOptions({ id }))
  return (
    <QueryState query={query} what="The customer" loadingText="Loading customer...">
      {({ customer, sections, notes }) => (
        <article className="customer" aria-labelledby="customer-name">
          <CustomerHead customer={customer} />
          <CustomerNotes customer={customer} notes={notes} />
          <CustomerSections customer={customer} sections={sections} />
        </article>
      )}
    </QueryState>
  )
}

const verified = (isVerified: boolean): string => (isVerified ? 'verified' : 'not verified')

function accessOf({ isAdmin, hasAdminAccess }: Customer): string {
  if (isAdmin) return 'Administrator'
  return hasAdminAccess ? 'Full access without a plan' : 'Customer'
}

function CustomerHead({ customer }: { customer: Customer }) {
  const { email, mobile, deletionAt } = customer
  return (
    <header className="customer-head">
      <h2 id="customer-name" className="visually-hidden">
        About {personName(customer)}
      </h2>
      {deletionAt && (
        <StatusBadge status="deletion" tone="bad" label={`To be deleted on ${formatMoment(deletionAt)}`} />
      )}
      <div className="customer-facts">
        <Facts
          title="Customer"
          facts={{
            Email: (
              <>
                <a href={`mailto:${email}`}>{email}</a> {verified(customer.emailVerified)}
              </>
            ),
            Mobile: (
              <>
                <a href={`tel:${mobile}`}>{mobile}</a> {verified(customer.mobileVerified)}
              </>
            ),
            Organization: customer.organization,
            Address: customer.address,
            Since: formatMoment(customer.createdAt),
          }}
        />
        <Facts
          title="Access"
          facts={{
            Role: accessOf(customer),
            'Two-factor sign-in': customer.hasTwoFactor ? 'on' : 'off',
            Passkeys: String(customer.passkeys),
            'Customer id': <span className="mono">{customer.id}</span>,
          }}
        />
      </div>
      <CustomerActions customer={customer} />
    </header>
  )
}
