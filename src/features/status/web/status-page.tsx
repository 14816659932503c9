import { useQuery } from '@tanstack/react-query'
import { PublicFrame } from '#web/public/public-frame.tsx'
import { useTRPC } from '#web/trpc.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import type { Incident, Status } from '../contract.ts'
import { describeState } from './describe-state.ts'
import { IncidentHistory } from './incident-history.tsx'
import { StatusFigures } from './status-figures.tsx'

const isEmpty = ({ portal, sites, approvals, restoreTests, incidents }: Status): boolean =>
  !portal && !sites && !approvals && !restoreTests && incidents.length === 0

/** The public status page: measurements and incidents. */
export function StatusPage() {
  const trpc = useTRPC()
  const query = useQuery(trpc.status.get.queryOptions())
  return (
    <PublicFrame>
      <div className="status">
        <header className="status-head">
          <h1>Service status</h1>
          <p>Uptime and incidents over the last 90 days</p>
        </header>
        <QueryState
          query={query}
          what="The status"
          loadingText="Loading status..."
          isEmpty={isEmpty}
          empty={
            <EmptyState
              title="Nothing to show yet"
              text="Figures appear here as soon as they have been measured."
            />
          }
        >
          {(status) => (
            <>
              <State status={status} />
              <Incidents title="Open incidents" incidents={status.incidents.filter(isOpen)} />
              <StatusFigures status={status} />
              {status.incidents.length === 0 && (
                <section className="status-section">
                  <h2>Incidents</h2>
                  <p className="status-meaning">No incidents in the last 90 days.</p>
                </section>
              )}
              <Incidents
                title="Past incidents"
                incidents={status.incidents.filter((incident) => !isOpen(incident))}
              />
            </>
          )}
        </QueryState>
      </div>
    </PublicFrame>
  )
}

function State({ status }: { status: Status }) {
  const { tone, text } = describeState(status)
  return (
    <p className="status-state" data-tone={tone}>
      {text}
    </p>
  )
}

const isOpen = ({ state }: Incident): boolean => state !== 'resolved'

function Incidents({ title, incidents }: { title: string; incidents: readonly Incident[] }) {
  if (incidents.length === 0) return null
  return (
    <section className="status-section">
      <h2>{title}</h2>
      {incidents.map((incident) => (
        <article key={incident.id} className="status-incident" data-open={isOpen(incident) || undefined}>
          <h3>{incident.title}</h3>
          <IncidentHistory incident={incident} />
        </article>
      ))}
    </section>
  )
}
