import { useQuery } from '@tanstack/react-query'
import { fullName } from '#features/zones/contract/record-types.ts'
import type { Subdomain } from '#features/zones/contract/subdomains.ts'
import { showName } from '#shared/names/show-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { Confirming } from '#web/ui/dialogs/confirming.tsx'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PlusIcon } from '#web/ui/icons.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import { CopyValue } from '#web/ui/values/copy-value.tsx'
import { StatusBadge } from '#web/ui/values/status-badge.tsx'
import type { Domain } from '../../contract/contract.ts'
import { useSubdomainChanges } from './use-subdomain-changes.ts'

const AddDialog = lazyPart(() => import('./subdomain-add-dialog.tsx'), 'SubdomainAddDialog')

const Status = ({ status }: Pick<Subdomain, 'status'>) => (
  <StatusBadge status={status} tone={status === 'active' ? 'ok' : 'neutral'} />
)

const redirectNames = { 302: 'Temporary redirect (302)', 308: 'Permanent redirect (308)' }

/** The effect of deleting a subdomain. */
function lossOf({ redirect, status, target }: Subdomain, full: string): string {
  const verb = redirect ? 'redirecting' : 'pointing'
  if (status === 'active') return `${full} stops ${verb} to ${target}, and its DNS record is deleted.`
  return `${full} is not in use and disappears from this list.`
}

/** The subdomains with their targets. */
export function SubdomainsTab({ domain }: { domain: Domain }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.domains.subdomains.list.queryOptions({ id: domain.id }))
  const adding = useDialog<true>()
  const removing = useDialog<Subdomain>()
  const changes = useSubdomainChanges(domain)
  const full = ({ name }: Subdomain) => showName(fullName(name, domain.name))
  const columns: Column<Subdomain>[] = [
    { key: 'name', header: 'Name', cell: full },
    { key: 'status', header: 'Status', card: 'state', cell: ({ status }) => <Status status={status} /> },
    {
      key: 'target',
      header: 'Points to',
      cell: (row) => (
        <>
          {row.status === 'active' && <CopyValue label={full(row)} value={row.target} />}
          {row.redirect && <p className="quiet">{redirectNames[row.redirect]}</p>}
          {row.status === 'inactive' && (
            <p className="quiet">No DNS record yet, so this name is not in use.</p>
          )}
        </>
      ),
    },
    {
      key: 'actions',
      header: 'Actions',
      align: 'right',
      card: 'actions',
      cell: (row) => (
        <button
          type="button"
          className="row-action"
          data-bad=""
          aria-label={`Delete ${full(row)}`}
          onClick={() => removing.open(row)}
        >
          Delete
        </button>
      ),
    },
  ]
  const ask = (row: Subdomain) => ({
    title: `Delete ${full(row)}?`,
    confirmLabel: 'Delete',
    onConfirm: () => changes.remove(row),
    children: lossOf(row, full(row)),
  })
  return (
    <>
      <div className="domain-toolbar">
        <button type="button" className="button" data-primary="" onClick={() => adding.open(true)}>
          <PlusIcon size={16} /> Add Subdomain
        </button>
      </div>
      <QueryState
        query={query}
        what="The subdomains"
        loadingText="Loading subdomains..."
        empty={
          <EmptyState title="No subdomains yet" text={`Add one such as shop.${showName(domain.name)}.`} />
        }
      >
        {(rows) => (
          <DataTable
            caption={`Subdomains of ${showName(domain.name)}`}
            columns={columns}
            rows={rows}
            rowId={({ id }) => id}
            rowLabel={full}
          />
        )}
      </QueryState>
      {adding.subject && (
        <AddDialog
          key={adding.key}
          domain={domain}
          changes={changes}
          opened={adding.isOpen}
          onClose={adding.close}
        />
      )}
      <Confirming dialog={removing} ask={ask} />
    </>
  )
}
