import type { Deps } from '#server/context.ts'
import type { Driver } from '#server/driver.ts'
import type { Env } from '#server/settings.ts'
import { countText } from '#shared/text/count-text.ts'
import { usualTlsPort } from './gateway/process/settings.ts'
import type { GatewayStatus } from './gateway/process/status.ts'
import type { Servers } from './supervisor/servers.ts'

/** Describes the web servers' driver, the enforcement of plan limits, and the isolation. */
function describeServers({ isHere, limits }: Servers, isolation: string | null): string {
  if (!isHere) return 'Another node of the portal runs the web servers.'
  const enforcement =
    limits === 'cgroup'
      ? 'Control groups enforce memory, CPU and process limits.'
      : 'Exceeding the plan’s memory limit restarts the web server; CPU is not capped.'
  const apart = isolation
    ? `Web servers are isolated by ${isolation}: each sees only its own files, no network and no other processes.`
    : 'Web servers are not isolated: they run with the portal’s privileges because bubblewrap is missing or not permitted.'
  return `${enforcement} ${apart}`
}

/** Explains why sites are not served over TLS; empty when they are, or need not be. */
function describeTls({ tlsUrl }: GatewayStatus, { SITES_TLS_PORT }: Env): string {
  if (tlsUrl !== null || SITES_TLS_PORT === 0) return ''
  return `Sites are not served over TLS: port ${usualTlsPort} was in use when the gateway started. Set SITES_TLS_PORT to another one, or free the port and restart.`
}

/** Describes the gateway's current state. */
function describeGateway(status: GatewayStatus, env: Env): string {
  const { state, metrics, restarts } = status
  if (state === 'off') return "Customers' sites are not served here: SITES_PORT is 0."
  if (state !== 'running' || !metrics) return 'The gateway is not running. It restarts automatically.'
  const refused = Object.values(metrics.refused).reduce((sum, count) => sum + count, 0)
  return `${countText(metrics.connections, 'connection')}, ${countText(metrics.requests, 'request')} in progress, ${refused} refused since its start, restarted ${countText(restarts, 'time')}.${describeTls(status, env)}`
}

const serversDriver = (servers: Servers): Driver => ({
  name: servers.driver.name,
  mode: servers.driver.mode,
  async check() {
    const { isolation, message, ...health } = await servers.check()
    return { ...health, message: message ?? describeServers(servers, isolation) }
  },
})

const gatewayDriver = ({ gateway, version, env }: Deps): Driver => ({
  name: 'gateway',
  mode: gateway.state === 'off' ? 'off' : 'embedded',
  check: async () => ({
    version,
    isHealthy: gateway.state === 'off' || gateway.state === 'running',
    message: describeGateway(gateway, env),
  }),
})

/** Health of the web servers and the gateway, for administrators. */
export const hostingDrivers = (deps: Deps): { area: string; driver: Driver }[] => [
  { area: 'Web servers', driver: serversDriver(deps.servers) },
  { area: 'Gateway to sites', driver: gatewayDriver(deps) },
]
