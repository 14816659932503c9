import { formatAmount } from '#shared/money/money.ts'
import { formatCount } from '#shared/text/count-text.ts'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import type { MonthTotals } from '../../contract/contract.ts'

type Row = MonthTotals['net'] & { name: string }

const amounts = ['taxable', 'cgst', 'sgst', 'igst', 'total'] as const
const headers = { taxable: 'Taxable value', cgst: 'CGST', sgst: 'SGST', igst: 'IGST', total: 'Total' }

const columns: Column<Row>[] = [
  { key: 'name', header: 'Documents', cell: ({ name, documents }) => `${name} (${formatCount(documents)})` },
  ...amounts.map(
    (key): Column<Row> => ({
      key,
      header: headers[key],
      align: 'right',
      cell: (row) => <span className="tabular">{formatAmount(row[key])}</span>,
    }),
  ),
]

/** Totals of the month's documents by tax head, for the tax return. */
export function MonthTotalsTable({ totals }: { totals: MonthTotals }) {
  const rows: Row[] = [
    { name: 'Invoices', ...totals.invoices },
    { name: 'Credit notes', ...totals.creditNotes },
    { name: 'Net total', ...totals.net },
  ]
  return (
    <div className="billing-totals">
      <DataTable
        caption="Monthly totals"
        columns={columns}
        rows={rows}
        rowId={({ name }) => name}
        rowLabel={({ name }) => name}
      />
    </div>
  )
}
