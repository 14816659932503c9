import type { GatewayMetrics } from './protocol.ts'

/** The gateway as the portal sees it. */
export type GatewayStatus = {
  /** `off`: no gateway is wanted here. */
  state: 'off' | 'starting' | 'running' | 'down'
  pid: number | null
  /** Its origin, as of its last start. */
  url: string | null
  /** How often it had to be started anew since the portal's start. */
  restarts: number
  metrics: GatewayMetrics | null
}

/** The status before anything was started. */
export const createGatewayStatus = (): GatewayStatus => ({
  state: 'off',
  pid: null,
  url: null,
  restarts: 0,
  metrics: null,
})

/** Lines of the gateway for /metrics, in Prometheus' text format. */
export function writeGatewayMetrics({ state, restarts, metrics }: GatewayStatus): string[] {
  if (state === 'off') return []
  const lines = [
    '# TYPE portal_gateway_up gauge',
    `portal_gateway_up ${state === 'running' ? 1 : 0}`,
    '# TYPE portal_gateway_restarts_total counter',
    `portal_gateway_restarts_total ${restarts}`,
  ]
  if (!metrics) return lines
  return [
    ...lines,
    '# TYPE portal_gateway_connections gauge',
    `portal_gateway_connections ${metrics.connections}`,
    '# TYPE portal_gateway_requests_in_flight gauge',
    `portal_gateway_requests_in_flight ${metrics.requests}`,
    '# TYPE portal_gateway_held_bytes gauge',
    `portal_gateway_held_bytes ${metrics.heldBytes}`,
    '# TYPE portal_gateway_requests_total counter',
    `portal_gateway_requests_total ${metrics.served}`,
    '# TYPE portal_gateway_refused_total counter',
    ...Object.entries(metrics.refused).map(
      ([reason, number]) => `portal_gateway_refused_total{reason="${reason}"} ${number}`,
    ),
  ]
}
