import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import { StatusBadge, type Tone } from '#web/ui/values/status-badge.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import type { Outgoing } from '../contract.ts'

const rowsShown = 100

function stateOf({ status, isFile }: Outgoing): readonly [tone: Tone, label: string] {
  if (status === 'sent') return isFile ? ['warn', 'Saved, not sent'] : ['ok', 'Sent']
  return status === 'failed' ? ['bad', 'Failed'] : ['neutral', 'Sending']
}

const kinds: Record<Outgoing['kind'], string> = {
  message: 'Message',
  forward: 'Forwarded',
  report: 'Report',
}

function State({ outgoing }: { outgoing: Outgoing }) {
  const { status, attempts, lastError } = outgoing
  const [tone, label] = stateOf(outgoing)
  return (
    <span className="inbox-outgoing-state">
      <StatusBadge status={status} tone={tone} label={label} />
      {lastError !== null && (
        <span className="quiet">
          {attempts > 1 && `After ${attempts} tries: `}
          {lastError}
        </span>
      )}
    </span>
  )
}

const columns: Column<Outgoing>[] = [
  {
    key: 'recipient',
    header: 'To',
    cell: ({ recipient }) => <span className="inbox-wrap">{recipient}</span>,
  },
  {
    key: 'subject',
    header: 'Subject',
    cell: ({ subject }) => <span className="inbox-wrap">{subject || 'No subject'}</span>,
  },
  { key: 'kind', header: 'Kind', isDetail: true, cell: ({ kind }) => kinds[kind] },
  { key: 'status', header: 'State', cell: (outgoing) => <State outgoing={outgoing} /> },
  { key: 'createdAt', header: 'Since', cell: ({ createdAt }) => <DateTime at={createdAt} as="relative" /> },
]

/** Outgoing messages of the account, newest first, each with its delivery state. */
export function OutgoingList({ id }: { id: string }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.email.messages.outgoing.queryOptions({ id, limit: rowsShown }))
  return (
    <QueryState
      query={query}
      what="Outgoing mail"
      loadingText="Loading outgoing mail..."
      empty={<EmptyState title="No outgoing mail yet" />}
    >
      {(rows) => (
        <DataTable
          caption="Outgoing"
          columns={columns}
          rows={rows}
          rowId={({ id: rowId }) => rowId}
          rowLabel={({ recipient }) => recipient}
        />
      )}
    </QueryState>
  )
}
