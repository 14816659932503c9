import { getQueryKey } from '@trpc/react-query'
import { usePolled } from '#web/lib/polled.ts'
import { trpc } from '#web/trpc.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import type { Service } from '../contract.ts'
import { ServerStale } from './server-stale.tsx'
import { shownLogLines } from './server-texts.ts'

type Log = { lines: string[] }

const empty = <p className="server-quiet">The log is empty: the site has had no requests yet.</p>

/** The last 200 lines that the service's web server wrote, newest first, read again every 5 s. */
export function ServerLog({ service: { id } }: { service: Service }) {
  const query = usePolled<Log>({
    queryKey: getQueryKey(trpc.servers.log, { id }, 'query'),
    path: `/api/server-logs/${id}?lines=${shownLogLines}`,
  })
  return (
    <section className="panel server-log" aria-labelledby="log-title">
      <h2 id="log-title">Log</h2>
      <p className="server-quiet">The last {shownLogLines} lines of the web server, newest first.</p>
      <QueryState
        query={query}
        what="The log"
        loadingText="Loading the log..."
        empty={empty}
        isEmpty={({ lines }) => lines.length === 0}
      >
        {({ lines }) => (
          <>
            <ServerStale query={query} />
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key (WCAG 2.1.1). */}
            <section className="server-log-lines" tabIndex={0} aria-label="Lines of the log">
              <pre>{lines.toReversed().join('\n')}</pre>
            </section>
          </>
        )}
      </QueryState>
    </section>
  )
}
