import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '#web/trpc.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import type { Service } from '../../../contract/contract.ts'
import type { TimelineBackup } from '../../../contract/timeline.ts'
import { RestoreDialog } from './server-timeline-restore.tsx'
import { TimelineView } from './server-timeline-view.tsx'

/** The site's events on a line, a week at a time, with restores of backups. */
export function ServerTimeline({ service }: { service: Service }) {
  const trpc = useTRPC()
  // Ends of the pages opened so far, the earliest last.
  const [ends, setEnds] = useState<readonly string[]>([])
  const until = ends.at(-1)
  const dialog = useDialog<TimelineBackup>()
  const query = useQuery(trpc.servers.timeline.queryOptions({ id: service.id, ...(until ? { until } : {}) }))
  return (
    <section className="panel timeline" aria-labelledby="timeline-title">
      <h2 id="timeline-title">Time machine</h2>
      <QueryState query={query} what="The history of this site" loadingText="Loading history...">
        {(timeline) => (
          <>
            <TimelineView key={until ?? ''} timeline={timeline} service={service} onGoBack={dialog.open} />
            <div className="timeline-pages">
              <button
                type="button"
                className="button"
                disabled={timeline.earlier === null}
                onClick={() => timeline.earlier && setEnds([...ends, timeline.earlier])}
              >
                Earlier
              </button>
              <button
                type="button"
                className="button"
                disabled={ends.length === 0}
                onClick={() => setEnds(ends.slice(0, -1))}
              >
                Later
              </button>
            </div>
          </>
        )}
      </QueryState>
      <RestoreDialog dialog={dialog} service={service} />
    </section>
  )
}
