import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { usePolled } from '#web/lib/calls/polled.ts'
import { useTRPC } from '#web/trpc.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import type { Service } from '../../../contract/contract.ts'
import { logLines } from '../../../contract/log-search.ts'
import { ServerStale } from '../server-stale.tsx'
import { ServerLogBar } from './server-log-bar.tsx'
import { ServerLogLines } from './server-log-lines.tsx'
import { logQuery } from './server-log-query.ts'

const route = getRouteApi('/signed-in/shell/server-management/$serviceId/')

type Log = { lines: string[] }

const nothingYet = <p className="server-quiet">The log is empty: the site has had no requests yet.</p>
const noMatch = (
  <p className="server-quiet">None of the last {logLines.most.toLocaleString('en-IN')} lines matches.</p>
)

/** The newest lines of the service's web server log, filtered, and refreshed every 5 s unless paused. */
export function ServerLog({ service: { id } }: { service: Service }) {
  const trpc = useTRPC()
  const { kind, q } = route.useSearch()
  const filter = { kind, q }
  const [isPaused, setPaused] = useState(false)
  const input = logQuery(id, filter)
  const { id: _, ...parameters } = input
  const query = usePolled<Log>({
    queryKey: trpc.servers.log.queryKey(input),
    path: `/api/server-logs/${id}?${new URLSearchParams({ ...parameters, lines: String(logLines.usual) })}`,
    isPaused,
  })
  return (
    <section className="panel server-log" aria-labelledby="log-title">
      <h2 id="log-title">Log</h2>
      <p className="server-quiet">
        The newest {logLines.usual} lines first, in IST. {isPaused ? 'Paused.' : 'Refreshed every 5 seconds.'}
      </p>
      <ServerLogBar id={id} filter={filter} lines={query.data?.lines ?? []} {...{ isPaused, setPaused }} />
      <QueryState
        query={query}
        what="The log"
        loadingText="Loading the log..."
        empty={filter.kind || filter.q ? noMatch : nothingYet}
        isEmpty={({ lines }) => lines.length === 0}
      >
        {({ lines }) => (
          <>
            <ServerStale query={query} />
            <ServerLogLines lines={lines} />
          </>
        )}
      </QueryState>
    </section>
  )
}
