import { useQuery } from '@tanstack/react-query'
import { failureSentence } from '#web/lib/calls/api-error.ts'
import { useTRPC } from '#web/trpc.ts'
import type { AdminZone, Secondary } from '../../contract/desk.ts'

const words: Record<Secondary['state'], string> = {
  current: 'in sync',
  behind: 'out of date',
  absent: 'zone missing',
  unasked: 'no answer',
}

const describe = ({ server, state, serial }: Secondary): string =>
  `${server}: ${words[state]}${serial === null ? '' : `, serial ${serial}`}`

/** The state of a zone at each secondary, checked on request. */
export function ZoneSecondaries({ zone: { id, name, secondaries } }: { zone: AdminZone }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.admin.zones.secondaries.queryOptions({ id }, { enabled: false }))
  if (secondaries === 0) return 'None'
  return (
    <span className="desk-state">
      <button
        type="button"
        className="row-action"
        aria-label={`Ask now: the secondaries of ${name}`}
        aria-disabled={query.isFetching}
        onClick={() => !query.isFetching && void query.refetch()}
      >
        Ask now
      </button>
      <span className="desk-quiet" role="status">
        {query.error ? failureSentence(query.error) : query.data?.secondaries.map(describe).join('; ')}
      </span>
    </span>
  )
}
