import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Driver, Health } from '#features/admin/contract.ts'
import { formatBytes } from '#shared/bytes.ts'
import { formatMoment } from '#shared/time.ts'
import { Facts } from '#web/desk/facts.tsx'
import { useTRPC } from '#web/trpc.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import { StatusBadge, type Tone } from '#web/ui/values/status-badge.tsx'
import { stateOf, worstFirst } from './driver-state.ts'

/** Health of the portal: problems, missing set-up, and figures. */
export function SystemHealth() {
  const trpc = useTRPC()
  const health = useQuery(trpc.admin.health.queryOptions())
  const drivers = useQuery(trpc.admin.drivers.queryOptions()).data ?? []
  return (
    <QueryState query={health} what="The portal's health" loadingText="Loading health...">
      {(found) => <HealthPanel health={found} drivers={drivers} />}
    </QueryState>
  )
}

type HealthProps = { health: Health; drivers: readonly Driver[] }

function overallState({ health: { problems }, drivers }: HealthProps): { status: string; tone: Tone } {
  const states = drivers.map((driver) => stateOf(driver).status)
  if (problems.length > 0 || states.includes('failing')) return { status: 'needs attention', tone: 'bad' }
  return states.includes('needs setup')
    ? { status: 'needs setup', tone: 'warn' }
    : { status: 'ready', tone: 'ok' }
}

function HealthPanel({ health, drivers }: HealthProps) {
  const asking = worstFirst(drivers).filter((driver) => ['bad', 'warn'].includes(stateOf(driver).tone))
  return (
    <div className="system-health">
      <h2>
        Health <StatusBadge {...overallState({ health, drivers })} />
      </h2>
      {health.problems.length + asking.length > 0 && (
        <ul className="overview-notices">
          {health.problems.map((problem) => (
            <li key={problem}>
              <StatusBadge status="problem" tone="bad" />
              <span>{problem}</span>
            </li>
          ))}
          {asking.map((driver) => (
            <li key={driver.area}>
              <StatusBadge {...stateOf(driver)} />
              <span>
                <Link to="/admin/system" search={{ tab: 'drivers' }}>
                  {driver.area}
                </Link>
                {driver.message && `: ${driver.message}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className="panel">
        <Facts title="Portal" facts={factsOf(health)} />
      </div>
    </div>
  )
}

const factsOf = (health: Health): Record<string, ReactNode> => ({
  Version: health.version,
  Store: health.engine,
  'Running since': formatMoment(health.startedAt),
  'Free disk': `${formatBytes(health.freeDiskBytes)} of ${formatBytes(health.totalDiskBytes)}`,
  Nodes: health.nodes.join(', '),
  'Orders waiting': String(health.pendingOrders),
  'Jobs queued': String(health.queuedJobs),
  'Jobs failed': String(health.failedJobs),
  'Backups failed': `${health.failedBackups} in the last 7 days`,
  'Emails queued': String(health.queuedMails),
})
