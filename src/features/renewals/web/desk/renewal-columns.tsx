import { ObjectLink } from '#web/desk/object-link.tsx'
import { OwnerLink } from '#web/desk/owner-link.tsx'
import { ServiceName } from '#web/desk/service-name.tsx'
import type { Column } from '#web/ui/tables/data-table.tsx'
import { RowActions } from '#web/ui/tables/row-actions.tsx'
import { StatusBadge } from '#web/ui/values/status-badge.tsx'
import { DateTime, Money } from '#web/ui/values/values.tsx'
import type { AdminRenewal } from '../../contract/contract.ts'
import { termWords } from '../words.ts'

const Invoice = ({ invoice }: Pick<AdminRenewal, 'invoice'>) =>
  invoice ? (
    <span className="desk-state">
      <ObjectLink type="invoice" id={invoice.id}>
        {invoice.number}
      </ObjectLink>
      <span className="desk-quiet">
        <Money rupees={invoice.amount} bill />, due <DateTime at={invoice.dueAt} />
      </span>
    </span>
  ) : (
    '—'
  )

const State = ({ status, suspendedAt, doNotSuspendBefore }: AdminRenewal) => (
  <span className="desk-state">
    <StatusBadge status={status} />
    {suspendedAt && (
      <small>
        unpaid since <DateTime at={suspendedAt} />
      </small>
    )}
    {doNotSuspendBefore && (
      <small>
        not before <DateTime at={doNotSuspendBefore} />
      </small>
    )}
  </span>
)

/** Columns of the list; `spare` opens the dialog for a row. */
export const renewalColumns = (spare: (renewal: AdminRenewal) => void): Column<AdminRenewal>[] => [
  {
    key: 'service',
    header: 'Service',
    cell: ({ service, plan, term }) => (
      <ServiceName service={{ ...service, name: service.ownName, plan }}>
        <span className="desk-quiet">
          {service.ownName === null ? termWords[term] : `${plan}, ${termWords[term].toLowerCase()}`}
        </span>
      </ServiceName>
    ),
  },
  {
    key: 'customer',
    header: 'Customer',
    cell: ({ user }) => <OwnerLink user={user} />,
  },
  { key: 'until', header: 'Paid until', cell: ({ paidUntil }) => <DateTime at={paidUntil} /> },
  { key: 'invoice', header: 'Open invoice', cell: ({ invoice }) => <Invoice invoice={invoice} /> },
  { key: 'state', header: 'State', card: 'state', cell: (renewal) => <State {...renewal} /> },
  {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    card: 'actions',
    cell: (renewal) => (
      <RowActions label={renewal.service.name}>
        <button type="button" className="row-action" onClick={() => spare(renewal)}>
          Do not suspend before…<span className="visually-hidden"> {renewal.service.name}</span>
        </button>
      </RowActions>
    ),
  },
]
