import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Driver, Health } from '#features/admin/contract.ts'
import { formatBytes } from '#shared/bytes.ts'
import { formatMoment } from '#shared/time.ts'
import { Facts } from '#web/desk/facts.tsx'
import { pageInput } from '#web/desk/list-search.ts'
import { MailList } from '#web/desk/mail-list.tsx'
import { Pager } from '#web/desk/pager.tsx'
import { useTRPC } from '#web/trpc.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import { StatusBadge, type Tone } from '#web/ui/values/status-badge.tsx'
import { SettingsTable } from './settings-table.tsx'

const route = getRouteApi('/signed-in/shell/administrator/admin/system')

function stateOf({ isHealthy, isLimited, mode }: Driver): { status: string; tone: Tone } {
  if (!isHealthy) return { status: 'failing', tone: 'bad' }
  if (mode === 'off') return { status: 'off', tone: 'neutral' }
  return isLimited ? { status: 'needs setup', tone: 'warn' } : { status: 'working', tone: 'ok' }
}

const rank: Record<string, number> = { failing: 0, 'needs setup': 1, working: 2, off: 3 }

/** Drivers with what asks for somebody first, and what is off last. */
const worstFirst = (drivers: readonly Driver[]): Driver[] =>
  drivers.toSorted((one, other) => (rank[stateOf(one).status] ?? 0) - (rank[stateOf(other).status] ?? 0))

const columns: Column<Driver>[] = [
  { key: 'area', header: 'Area', cell: ({ area }) => area },
  { key: 'name', header: 'Driver', cell: ({ name }) => name },
  { key: 'mode', header: 'Mode', cell: ({ mode }) => mode },
  {
    key: 'version',
    header: 'Version',
    cell: ({ version }) => <span className="mono">{version ?? '—'}</span>,
  },
  {
    key: 'state',
    header: 'State',
    isText: true,
    cell: (driver) => (
      <span className="desk-state">
        <StatusBadge {...stateOf(driver)} />
        {driver.message && <span className="desk-quiet">{driver.message}</span>}
      </span>
    ),
  },
]

/** The state of the portal itself, its drivers, and the mails it sent. */
export function AdminSystemPage() {
  const trpc = useTRPC()
  const search = route.useSearch()
  const health = useQuery(trpc.admin.health.queryOptions())
  const drivers = useQuery(trpc.admin.drivers.queryOptions())
  const failing = (drivers.data ?? []).filter(({ isHealthy }) => !isHealthy).map(({ area }) => area)
  const mails = useQuery(trpc.admin.mails.queryOptions(pageInput(search)))
  return (
    <div className="desk-system">
      <QueryState query={health} what="The portal's health" loadingText="Loading health...">
        {(found) => <HealthPanel health={found} failing={failing} />}
      </QueryState>
      <section aria-labelledby="drivers-title">
        <h2 id="drivers-title">Drivers</h2>
        <QueryState query={drivers} what="The drivers" loadingText="Loading drivers...">
          {(rows) => (
            <DataTable
              caption="Drivers"
              columns={columns}
              rows={worstFirst(rows)}
              rowId={({ area }) => area}
            />
          )}
        </QueryState>
      </section>
      <section aria-labelledby="mails-title">
        <h2 id="mails-title">Mails</h2>
        <QueryState query={mails} what="The mails" loadingText="Loading mails...">
          {({ items }) => <MailList mails={items} />}
        </QueryState>
        <Pager search={search} nextCursor={mails.data?.nextCursor} />
      </section>
      <SettingsTable />
    </div>
  )
}

type HealthPanelProps = {
  health: Health
  /** The areas whose drivers fail. */
  failing: readonly string[]
}

/** How the portal is doing, which is not well while a driver fails. */
function HealthPanel({ health, failing }: HealthPanelProps) {
  const problems = [...health.problems, ...failing.map((area) => `${area}: the driver is failing.`)]
  const isReady = problems.length === 0
  return (
    <div className="panel">
      <h2>
        Health <StatusBadge status={isReady ? 'ready' : 'needs attention'} tone={isReady ? 'ok' : 'bad'} />
      </h2>
      {problems.length > 0 && (
        <ul className="desk-problems">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <Facts
        title="Portal"
        facts={{
          Version: health.version,
          Store: health.engine,
          'Running since': formatMoment(health.startedAt),
          'Free disk': `${formatBytes(health.freeDiskBytes)} of ${formatBytes(health.totalDiskBytes)}`,
          Nodes: health.nodes.join(', '),
          'Orders waiting': String(health.pendingOrders),
          'Jobs queued': String(health.queuedJobs),
          'Jobs failed': String(health.failedJobs),
          'Mails queued': String(health.queuedMails),
        }}
      />
    </div>
  )
}
