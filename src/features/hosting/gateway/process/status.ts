import { type Metric, writeMetric } from '#shared/text/metrics-text.ts'
import type { GatewayMetrics } from './protocol.ts'

/** The gateway as the portal sees it. */
export type GatewayStatus = {
  /** `off`: disabled in the settings. */
  state: 'off' | 'starting' | 'running' | 'down'
  pid: number | null
  /** Its origin, as of its last start. */
  url: string | null
  /** The origin over TLS; null while TLS is not served. */
  tlsUrl: string | null
  /** Restarts since the portal's start. */
  restarts: number
  metrics: GatewayMetrics | null
}

/** The status before any start. */
export const createGatewayStatus = (): GatewayStatus => ({
  state: 'off',
  pid: null,
  url: null,
  tlsUrl: null,
  restarts: 0,
  metrics: null,
})

const series = {
  up: {
    name: 'portal_gateway_up',
    type: 'gauge',
    help: "Whether the gateway to customers' sites runs: 1 or 0.",
  },
  restarts: {
    name: 'portal_gateway_restarts_total',
    type: 'counter',
    help: 'Gateway restarts since the portal started.',
  },
  connections: {
    name: 'portal_gateway_connections',
    type: 'gauge',
    help: 'Open visitor connections.',
  },
  requests: {
    name: 'portal_gateway_requests_in_flight',
    type: 'gauge',
    help: 'Requests to sites that are in progress.',
  },
  held: {
    name: 'portal_gateway_held_bytes',
    type: 'gauge',
    help: 'Bytes of requests and responses that the gateway holds in memory.',
  },
  served: {
    name: 'portal_gateway_requests_total',
    type: 'counter',
    help: 'Requests to sites answered since the gateway started.',
  },
  refused: {
    name: 'portal_gateway_refused_total',
    type: 'counter',
    help: 'Connections and requests refused since the gateway started, by reason.',
  },
} as const satisfies Record<string, Metric>

/** Gateway lines for /metrics, in Prometheus' text format. */
export function writeGatewayMetrics({ state, restarts, metrics }: GatewayStatus): string[] {
  if (state === 'off') return []
  const lines = [
    ...writeMetric(series.up, state === 'running' ? 1 : 0),
    ...writeMetric(series.restarts, restarts),
  ]
  if (!metrics) return lines
  const refused = Object.entries(metrics.refused).map(([reason, value]) => ({ labels: { reason }, value }))
  return [
    ...lines,
    ...writeMetric(series.connections, metrics.connections),
    ...writeMetric(series.requests, metrics.requests),
    ...writeMetric(series.held, metrics.heldBytes),
    ...writeMetric(series.served, metrics.served),
    ...writeMetric(series.refused, refused),
  ]
}
