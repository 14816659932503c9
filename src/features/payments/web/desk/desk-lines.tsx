import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { countText } from '#shared/text/count-text.ts'
import { useTRPC } from '#web/trpc.ts'
import { Confirming } from '#web/ui/dialogs/confirming.tsx'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { showToast } from '#web/ui/overlays/toast.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import { DataTable } from '#web/ui/tables/data-table.tsx'
import type { BankLine } from '../../contract/contract.ts'
import { linesOf } from './desk-inputs.ts'
import { lineColumns } from './desk-line-columns.tsx'
import { DeskPages } from './desk-pages.tsx'
import type { LineFilter, PaymentsSearch } from './desk-search.ts'

const MatchDialog = lazyPart(() => import('./match-dialog.tsx'), 'MatchDialog')

const filters: readonly [status: LineFilter | undefined, words: string][] = [
  [undefined, 'waiting'],
  ['counted', 'counted'],
  ['dismissed', 'dismissed'],
]

function Filters({ status: chosen }: PaymentsSearch) {
  return (
    <nav aria-label="Status" className="desk-chips">
      {filters.map(([status, words]) => (
        <Link
          key={words}
          to="/admin/payments"
          search={{ view: 'lines', ...(status ? { status } : {}) }}
          className="desk-chip"
          activeOptions={{ exact: true }}
          aria-current={chosen === status ? 'true' : undefined}
        >
          {words}
        </Link>
      ))}
    </nav>
  )
}

/** Records all matching lines after a review. */
function ConfirmAll({ lines }: { lines: readonly BankLine[] }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const confirm = useMutation(
    trpc.payments.statements.confirm.mutationOptions({
      meta: { failure: 'The payments could not be recorded' },
      onSuccess: ({ counted, left }) =>
        showToast({
          title: `${countText(counted.length, 'payment')} recorded`,
          ...(left.length > 0 ? { description: `${countText(left.length, 'line')} no longer match.` } : {}),
        }),
      onSettled: () => queryClient.invalidateQueries(trpc.payments.pathFilter()),
    }),
  )
  const ids = lines.filter(({ match }) => match !== null).map(({ id }) => id)
  if (ids.length === 0) return null
  return (
    <button
      type="button"
      className="button"
      data-primary=""
      disabled={confirm.isPending}
      onClick={() => confirm.mutate({ ids })}
    >
      Confirm {countText(ids.length, 'match', 'matches')}
    </button>
  )
}

/** Incoming payments of bank statements. */
export function DeskLines({ search }: { search: PaymentsSearch }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const query = useQuery(trpc.payments.statements.lines.queryOptions(linesOf(search)))
  const matching = useDialog<BankLine>()
  const asking = useDialog<BankLine>()
  const dismiss = useMutation(
    trpc.payments.statements.dismiss.mutationOptions({
      meta: { failure: 'The line could not be dismissed' },
      onSettled: () => queryClient.invalidateQueries(trpc.payments.pathFilter()),
    }),
  )
  const status = search.status ?? 'waiting'
  return (
    <>
      <div className="desk-toolbar">
        <Filters {...search} />
        {status === 'waiting' && <ConfirmAll lines={query.data?.items ?? []} />}
      </div>
      <QueryState
        query={query}
        what="The lines"
        loadingText="Loading lines..."
        isEmpty={({ items }) => items.length === 0}
        empty={
          <EmptyState
            title={status === 'waiting' ? 'No lines waiting' : `No lines ${status}`}
            text="Import a bank statement as CSV to list incoming payments here."
          />
        }
      >
        {({ items }) => (
          <DataTable
            caption="Bank statement lines"
            columns={lineColumns({ status, match: matching.open, dismiss: asking.open })}
            rows={items}
            rowId={({ id }) => id}
            rowLabel={({ narration }) => narration}
          />
        )}
      </QueryState>
      <DeskPages search={search} nextCursor={query.data?.nextCursor} />
      {matching.subject && (
        <MatchDialog
          key={matching.key}
          line={matching.subject}
          opened={matching.isOpen}
          onClose={matching.close}
        />
      )}
      <Confirming
        dialog={asking}
        ask={({ id, narration }) => ({
          title: 'Dismiss this line?',
          children: `“${narration}” is no longer listed here. You can find it under “dismissed”.`,
          confirmLabel: 'Dismiss',
          onConfirm: () => dismiss.mutateAsync({ id }),
        })}
      />
    </>
  )
}
