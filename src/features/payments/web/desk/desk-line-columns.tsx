import type { Column } from '#web/ui/tables/data-table.tsx'
import { RowActions } from '#web/ui/tables/row-actions.tsx'
import { StatusBadge } from '#web/ui/values/status-badge.tsx'
import { DateTime, Money } from '#web/ui/values/values.tsx'
import type { BankLine } from '../../contract/contract.ts'
import { PaidFor, Payer } from './payer.tsx'

type Options = {
  status: BankLine['status']
  match: (line: BankLine) => void
  dismiss: (line: BankLine) => void
}

function Match({ line: { match } }: { line: BankLine }) {
  if (!match) return <StatusBadge status="No match" tone="warn" />
  return (
    <span className="desk-state">
      <PaidFor target={match} />
      <Payer user={match.user} />
    </span>
  )
}

const facts: Column<BankLine>[] = [
  {
    key: 'narration',
    header: 'Narration',
    cell: ({ narration, reference }) => (
      <span className="payment-narration">
        {narration || reference || 'No text'}
        {narration && reference && !narration.includes(reference) && <code> {reference}</code>}
      </span>
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'right',
    card: 'state',
    cell: ({ amount }) => <Money rupees={amount} bill />,
  },
  { key: 'day', header: 'Day', cell: ({ day }) => <DateTime at={`${day}T12:00:00+05:30`} /> },
]

/** Columns of lines; open ones show their match and can be decided. */
export function lineColumns({ status, match, dismiss }: Options): Column<BankLine>[] {
  if (status === 'counted') return facts
  return [
    ...facts,
    ...(status === 'waiting'
      ? [{ key: 'match', header: 'Pays', cell: (line: BankLine) => <Match line={line} /> }]
      : []),
    {
      key: 'actions',
      header: 'Actions',
      align: 'right',
      card: 'actions',
      cell: (line) => (
        <RowActions label={line.narration || line.reference || 'this line'}>
          <button type="button" className="row-action" onClick={() => match(line)}>
            Match…<span className="visually-hidden"> {line.narration}</span>
          </button>
          {status === 'waiting' && (
            <button type="button" className="row-action" onClick={() => dismiss(line)}>
              Dismiss…<span className="visually-hidden"> {line.narration}</span>
            </button>
          )}
        </RowActions>
      ),
    },
  ]
}
