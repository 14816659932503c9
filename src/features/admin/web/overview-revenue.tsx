import type { Revenue } from '#features/admin/contract.ts'
import { countText } from '#shared/text/count-text.ts'
import { formatMonth } from '#shared/time.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import { Money } from '#web/ui/values/values.tsx'

type Row = Pick<Revenue['byPlan'][number], 'id' | 'name' | 'category' | 'thisMonth' | 'lastMonth'>

const amount = ({ amount, orders }: Row['thisMonth']) => (
  <span className="overview-amount">
    <Money rupees={amount} />
    <span className="desk-quiet">{countText(orders, 'order')}</span>
  </span>
)

const columnsOf = ({ thisMonthFrom, lastMonthFrom }: Revenue): Column<Row>[] => [
  {
    key: 'plan',
    header: 'Plan',
    cell: ({ name, category }) => (
      <span className="desk-state">
        {name}
        {category && <span className="desk-quiet">{category}</span>}
      </span>
    ),
  },
  {
    key: 'this',
    header: formatMonth(thisMonthFrom),
    align: 'right',
    cell: ({ thisMonth }) => amount(thisMonth),
  },
  {
    key: 'last',
    header: formatMonth(lastMonthFrom),
    align: 'right',
    cell: ({ lastMonth }) => amount(lastMonth),
  },
]

/** Monthly revenue of the orders approved in two months, by plan. */
export function OverviewRevenue({ revenue }: { revenue: Revenue }) {
  const { byPlan, thisMonth, lastMonth } = revenue
  const all: Row = { id: 'all', name: 'All plans', category: '', thisMonth, lastMonth }
  return (
    <section aria-labelledby="revenue-title">
      <h2 id="revenue-title">Revenue by plan</h2>
      <p className="desk-quiet">
        Monthly prices of the orders approved in each calendar month (IST). Excludes renewals. Includes
        services cancelled since.
      </p>
      {byPlan.length === 0 ? (
        <EmptyState title="No approved orders this month or last" />
      ) : (
        <DataTable
          caption="Revenue by plan"
          columns={columnsOf(revenue)}
          rows={[...byPlan, all]}
          rowId={({ id }) => id}
        />
      )}
    </section>
  )
}
