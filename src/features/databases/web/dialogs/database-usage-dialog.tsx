import { useQuery } from '@tanstack/react-query'
import { formatClock, formatDay, formatMoment, hour } from '#shared/time.ts'
import { useTRPC } from '#web/trpc.ts'
import { LineChart } from '#web/ui/charts/line-chart.tsx'
import { Drawer } from '#web/ui/dialogs/modal.tsx'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { usageTone } from '#web/ui/values/status-badge.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import type { DatabaseUsage } from '../../contract/contract.ts'
import type { DatabaseDialogProps } from './dialog-props.ts'

/** Measurements of a database: its size over time, its connections, its slowest statements. */
export function DatabaseUsageDialog({ database, opened, onClose }: DatabaseDialogProps) {
  const trpc = useTRPC()
  const { id, dbName } = database
  const query = useQuery(trpc.databases.usage.queryOptions({ id }))
  const title = `${dbName} usage`
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={560}
      title={title}
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': `Close: ${title}` }}
    >
      <QueryState
        query={query}
        what="The usage"
        loadingText="Loading usage..."
        skeleton={<SkeletonRows text="Loading usage..." rows={8} />}
      >
        {(usage) => <Usage usage={usage} />}
      </QueryState>
    </Drawer>
  )
}

function Usage({ usage }: { usage: DatabaseUsage }) {
  const { samples, connections, maxConnections, measuredAt } = usage
  const times = samples.map(({ at }) => new Date(at).getTime())
  const isLong = (times.at(-1) ?? 0) - (times[0] ?? 0) > 24 * hour
  const percent = connections === null ? 0 : (connections / maxConnections) * 100
  return (
    <div className="database-usage">
      <section aria-label="Connections">
        <h3>Connections</h3>
        {connections === null ? (
          <p className="database-quiet">Not available right now.</p>
        ) : (
          <>
            <p className="tabular">
              {connections} of {maxConnections} in use
            </p>
            <span className="database-track" data-tone={usageTone(percent)} aria-hidden="true">
              <span style={{ width: `${Math.min(100, percent)}%` }} />
            </span>
          </>
        )}
      </section>
      <LineChart
        title="Size (MB)"
        times={times}
        series={[{ label: 'Size', values: samples.map(({ size }) => size) }]}
        formatTime={(time) => (isLong ? formatDay : formatClock)(new Date(time))}
        formatMoment={(time) => formatMoment(new Date(time))}
        formatValue={(value) => `${Number(value.toFixed(2))} MB`}
        emptyText="No measurements yet. Sizes are measured every five minutes."
      />
      <SlowStatements slow={usage.slow} />
      {measuredAt && (
        <p className="database-quiet">
          Measured <DateTime at={measuredAt} as="relative" />
        </p>
      )}
    </div>
  )
}

function SlowStatements({ slow }: Pick<DatabaseUsage, 'slow'>) {
  return (
    <section aria-label="Slow statements">
      <h3>Slow statements</h3>
      {slow === null && (
        <p className="database-quiet">This database server does not record slow statements.</p>
      )}
      {slow?.length === 0 && <p className="database-quiet">No slow statements.</p>}
      {slow && slow.length > 0 && (
        <ol className="database-slow">
          {slow.map(({ statement, calls, meanMs }) => (
            <li key={statement}>
              <pre className="mono">{statement}</pre>
              <p className="database-quiet tabular">
                {Number(meanMs.toFixed(1))} ms on average · {calls} {calls === 1 ? 'call' : 'calls'}
              </p>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
