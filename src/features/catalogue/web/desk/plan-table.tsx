import { formatLimit } from '#shared/bytes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import { StatusBadge } from '#web/ui/values/status-badge.tsx'
import { Money } from '#web/ui/values/values.tsx'
import type { AdminPlan, Category } from '../../contract/contract.ts'

type PlanTableProps = { category: Category; plans: AdminPlan[]; onEdit: (plan: AdminPlan) => void }

const columnsOf = (onEdit: PlanTableProps['onEdit']): Column<AdminPlan>[] => [
  {
    key: 'name',
    header: 'Plan',
    cell: ({ name, isPopular }) => (
      <span className="desk-state">
        <strong>{name}</strong>
        {isPopular && <span className="desk-quiet">Most popular</span>}
      </span>
    ),
  },
  {
    key: 'price',
    header: 'Per month',
    align: 'right',
    cell: ({ price, isContact }) => (isContact ? 'Contact sales' : <Money rupees={price} />),
  },
  {
    key: 'original',
    header: 'Original price',
    align: 'right',
    cell: ({ originalPrice }) => (originalPrice === null ? '—' : <Money rupees={originalPrice} />),
  },
  {
    key: 'disk',
    header: 'Storage',
    align: 'right',
    cell: ({ limits }) => formatLimit(limits.diskBytes),
  },
  {
    key: 'memory',
    header: 'Memory',
    align: 'right',
    cell: ({ limits }) => formatLimit(limits.memoryBytes),
  },
  {
    key: 'databases',
    header: 'Databases',
    isDetail: true,
    align: 'right',
    cell: ({ limits }) => limits.databases,
  },
  {
    key: 'mailboxes',
    header: 'Mailboxes',
    isDetail: true,
    align: 'right',
    cell: ({ limits }) => limits.mailboxes,
  },
  {
    key: 'state',
    header: 'State',
    card: 'state',
    cell: ({ isArchived }) => (
      <StatusBadge status={isArchived ? 'hidden' : 'live'} tone={isArchived ? 'neutral' : 'ok'} />
    ),
  },
  {
    key: 'edit',
    header: 'Actions',
    align: 'right',
    card: 'actions',
    cell: (plan) => (
      <button type="button" className="row-action" onClick={() => onEdit(plan)}>
        Edit…<span className="visually-hidden"> {plan.name}</span>
      </button>
    ),
  },
]

/** Plans of a category, including archived ones. */
export function PlanTable({ category, plans, onEdit }: PlanTableProps) {
  if (plans.length === 0)
    return <EmptyState title="No plans yet" text="Add a plan so that customers can order in this category." />
  return (
    <DataTable
      caption={`Plans of ${category.name}`}
      columns={columnsOf(onEdit)}
      rows={plans}
      rowId={({ id }) => id}
      rowLabel={({ name }) => name}
    />
  )
}
