import type { Stats } from '#features/monitoring/contract/contract.ts'
import { formatBytes, formatLimit, mib } from '#shared/bytes.ts'
import { after, formatMoment, formatUptime, second } from '#shared/time.ts'
import { usePolled } from '#web/lib/calls/polled.ts'
import { useTRPC } from '#web/trpc.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import type { Limits } from '../../contract/limits.ts'
import { Meter } from './server-meter.tsx'
import { ServerStale } from './server-stale.tsx'

/** Full scale of the network bars. */
const networkScale = 100 * mib

const percent = (value: number): string => `${Number(value.toFixed(2))}%`

/** `12 MB of 128 MB` */
const amountOf = (share: number, limit: number): string =>
  `${formatBytes(Math.round((share / 100) * limit))} of ${formatLimit(limit)}`

function Usages({ stats, limits }: { stats: Stats; limits: Limits | undefined }) {
  const { cpuUsage, memoryUsage } = stats
  const diskUsage = limits ? (limits.usedDiskBytes / limits.diskBytes) * 100 : stats.diskUsage
  return (
    <div className="server-meters">
      <Meter
        name="CPU"
        percent={cpuUsage}
        value={percent(cpuUsage)}
        detail={limits && `Limit: ${limits.cpuPercent / 100} vCPU`}
        isUsage
      />
      <Meter
        name="Memory"
        percent={memoryUsage}
        value={percent(memoryUsage)}
        detail={limits && amountOf(memoryUsage, limits.memoryBytes)}
        isUsage
      />
      <Meter
        name="Disk"
        percent={diskUsage}
        value={percent(diskUsage)}
        detail={limits && `${formatBytes(limits.usedDiskBytes)} of ${formatLimit(limits.diskBytes)}`}
        isUsage
      />
    </div>
  )
}

function Uptime({ stats: { uptime, processes, sampledAt } }: { stats: Stats }) {
  const started = formatMoment(after(new Date(sampledAt), -uptime * second))
  return (
    <dl className="server-uptime">
      <div>
        <dt>Uptime</dt>
        <dd className="tabular server-uptime-value">{formatUptime(uptime)}</dd>
        <dd className="server-quiet">{processes > 0 ? `since ${started}` : 'Not running.'}</dd>
      </div>
      <div>
        <dt>Processes</dt>
        <dd className="tabular server-uptime-value">{processes}</dd>
      </div>
    </dl>
  )
}

function Network({ stats: { networkIn, networkOut, processes } }: { stats: Stats }) {
  const bar = (name: string, bytes: number) => (
    <Meter name={name} percent={(bytes / networkScale) * 100} value={formatBytes(bytes)} />
  )
  return (
    <div className="server-meters">
      {bar('Network In', networkIn)}
      {bar('Network Out', networkOut)}
      <p className="server-quiet">
        {processes > 0 ? 'Traffic today (IST).' : 'Counted only while the server runs.'} Bar scale:{' '}
        {formatLimit(networkScale)}.
      </p>
    </div>
  )
}

type ServerStatsProps = { serviceId: string; limits: Limits | undefined }

/** Current usage of the service, refreshed every 5 s. */
export function ServerStats({ serviceId: id, limits }: ServerStatsProps) {
  const trpc = useTRPC()
  const query = usePolled<Stats>({
    queryKey: trpc.servers.stats.queryKey({ id }),
    path: `/api/server-stats/${id}`,
  })
  return (
    <QueryState query={query} what="The figures of this server" loadingText="Loading figures...">
      {(stats) => (
        <div className="server-columns">
          <section className="panel" aria-labelledby="usage-title">
            <h2 id="usage-title">Usage</h2>
            {stats.source === 'simulated' && <p className="server-simulated">These figures are simulated.</p>}
            <Usages stats={stats} limits={limits} />
          </section>
          <section className="panel" aria-labelledby="network-title">
            <h2 id="network-title">Uptime and network</h2>
            <Uptime stats={stats} />
            <Network stats={stats} />
          </section>
          <ServerStale query={query} />
        </div>
      )}
    </QueryState>
  )
}
