import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Metrics } from '#features/monitoring/contract/contract.ts'
import { usePolled } from '#web/lib/calls/polled.ts'
import { useTRPC } from '#web/trpc.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import type { Service } from '../../../contract/contract.ts'
import { ranges } from '../server-search.ts'
import { ServerStale } from '../server-stale.tsx'
import { ServerCharts } from './server-charts.tsx'
import { MarkedEvents, markedEvents, markersOf } from './server-markers.tsx'
import { UptimeStrip } from './server-strip.tsx'

const route = getRouteApi('/signed-in/shell/server-management/$serviceId/')

function RangeLinks({ serviceId }: { serviceId: string }) {
  return (
    <nav className="server-ranges" aria-label="Range">
      {ranges.map(({ range, label, words }) => (
        <Link
          key={range}
          to="/server-management/$serviceId"
          params={{ serviceId }}
          search={{ tab: 'monitoring', ...(range === '1h' ? {} : { range }) }}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-label={`${label}: ${words}`}
          resetScroll={false}
          replace
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

type ScaleSwitchProps = { isFullScale: boolean; setFullScale: (isFullScale: boolean) => void }

const ScaleSwitch = ({ isFullScale, setFullScale }: ScaleSwitchProps) => (
  <label className="server-scale">
    <input
      type="checkbox"
      className="checkbox"
      checked={isFullScale}
      onChange={(event) => setFullScale(event.currentTarget.checked)}
    />
    Scale to 100%
  </label>
)

type MarkedChartsProps = { id: string; metrics: Metrics; isFullScale: boolean }

/** The charts with the server's events; without them while the timeline is unavailable. */
function MarkedCharts({ id, metrics, isFullScale }: MarkedChartsProps) {
  const trpc = useTRPC()
  const timeline = useQuery(trpc.servers.timeline.queryOptions({ id })).data
  const { from, to, stepSeconds } = metrics
  const events = useMemo(() => markedEvents(timeline?.events ?? [], { from, to }), [timeline, from, to])
  const markers = useMemo(() => markersOf(events, stepSeconds), [events, stepSeconds])
  return (
    <>
      <ServerCharts metrics={metrics} markers={markers} isFullScale={isFullScale} />
      <MarkedEvents events={events} />
    </>
  )
}

/** Usage of the last hour, day or week, as shares of the plan's limits. */
export function ServerMonitoring({ service: { id } }: { service: Service }) {
  const trpc = useTRPC()
  const { range = '1h' } = route.useSearch()
  const [isFullScale, setFullScale] = useState(false)
  const chosen = ranges.find((each) => each.range === range) ?? ranges[0]
  const query = usePolled<Metrics>({
    queryKey: trpc.servers.metrics.queryKey({ id, range }),
    path: `/api/server-metrics/${id}?range=${range}`,
    everyMs: chosen.everyMs,
  })
  return (
    <div className="server-monitoring">
      <div className="server-monitoring-head">
        <p className="server-quiet">Averages, as a share of your plan’s limits.</p>
        <div className="server-monitoring-choices">
          <ScaleSwitch isFullScale={isFullScale} setFullScale={setFullScale} />
          <RangeLinks serviceId={id} />
        </div>
      </div>
      <QueryState query={query} what="The measurements" loadingText="Loading measurements...">
        {(metrics) => (
          <>
            <ServerStale query={query} />
            <UptimeStrip metrics={metrics} range={chosen.words} />
            <MarkedCharts key={range} id={id} metrics={metrics} isFullScale={isFullScale} />
          </>
        )}
      </QueryState>
    </div>
  )
}
