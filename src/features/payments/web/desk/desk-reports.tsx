import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { Confirming } from '#web/ui/dialogs/confirming.tsx'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import { RowActions } from '#web/ui/tables/row-actions.tsx'
import { CopyButton } from '#web/ui/values/copy-button.tsx'
import { DateTime, Money } from '#web/ui/values/values.tsx'
import type { AdminReport } from '../../contract/contract.ts'
import { pageOf } from './desk-inputs.ts'
import { DeskPages } from './desk-pages.tsx'
import type { PaymentsSearch } from './desk-search.ts'
import { PaidFor, Payer } from './payer.tsx'

const RecordDialog = lazyPart(() => import('./record-dialog.tsx'), 'RecordDialog')

type Act = { found: (report: AdminReport) => void; dismiss: (report: AdminReport) => void }

const columnsOf = ({ found, dismiss }: Act): Column<AdminReport>[] => [
  { key: 'customer', header: 'Customer', cell: ({ target }) => <Payer user={target.user} /> },
  {
    key: 'reference',
    header: 'Reference',
    cell: ({ reference }) => (
      <>
        <code>{reference}</code> <CopyButton value={reference} label={`Copy ${reference}`} />
      </>
    ),
  },
  { key: 'amount', header: 'Amount', align: 'right', cell: ({ amount }) => <Money rupees={amount} bill /> },
  { key: 'for', header: 'For', cell: ({ target }) => <PaidFor target={target} /> },
  { key: 'given', header: 'Given', cell: ({ createdAt }) => <DateTime at={createdAt} as="relative" /> },
  {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    card: 'actions',
    cell: (report) => (
      <RowActions label={report.reference}>
        <button type="button" className="row-action" onClick={() => found(report)}>
          Found…<span className="visually-hidden"> {report.reference}</span>
        </button>
        <button type="button" className="row-action" onClick={() => dismiss(report)}>
          Not found…<span className="visually-hidden"> {report.reference}</span>
        </button>
      </RowActions>
    ),
  },
]

/** Transfer references reported by customers. */
export function DeskReports({ search }: { search: PaymentsSearch }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const query = useQuery(trpc.payments.reports.list.queryOptions(pageOf(search)))
  const recording = useDialog<AdminReport>()
  const asking = useDialog<AdminReport>()
  const dismiss = useMutation(
    trpc.payments.reports.dismiss.mutationOptions({
      meta: { failure: 'The reference could not be dismissed' },
      onSettled: () => queryClient.invalidateQueries(trpc.payments.pathFilter()),
    }),
  )
  return (
    <>
      <QueryState
        query={query}
        what="The references"
        loadingText="Loading references..."
        isEmpty={({ items }) => items.length === 0}
        empty={
          <EmptyState
            title="No references waiting"
            text="References that customers enter after a transfer appear here."
          />
        }
      >
        {({ items }) => (
          <DataTable
            caption="Open references"
            columns={columnsOf({ found: recording.open, dismiss: asking.open })}
            rows={items}
            rowId={({ id }) => id}
            rowLabel={({ reference }) => reference}
          />
        )}
      </QueryState>
      <DeskPages search={search} nextCursor={query.data?.nextCursor} />
      {recording.subject && (
        <RecordDialog
          key={recording.key}
          report={recording.subject}
          opened={recording.isOpen}
          onClose={recording.close}
        />
      )}
      <Confirming
        dialog={asking}
        ask={({ id, reference, target }) => ({
          title: 'Transfer not found?',
          children: `${target.user.email} sees that the transfer ${reference} was not found and can enter another reference.`,
          confirmLabel: 'Not found',
          onConfirm: () => dismiss.mutateAsync({ id }),
        })}
      />
    </>
  )
}
