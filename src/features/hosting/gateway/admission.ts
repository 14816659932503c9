import { createTally } from '#shared/tally.ts'
import type { GatewayLimits } from './limits.ts'
import type { PageName } from './pages.ts'

/** Why a visitor is not admitted: too much of their own, or too much in all. */
export type Refusal = 'address' | 'site' | 'total'

export const pageOf: Record<Refusal, PageName> = { address: 429, site: 'busy', total: 'busy' }

/** What the gateway has admitted and refused. `connections` and `requests` are those of now, the others since its start. */
export type AdmissionMetrics = {
  connections: number
  requests: number
  served: number
  refused: Record<Refusal | 'slow' | 'malformed' | 'memory', number>
}

/** Counts what is open, so that nobody can take all of it. */
export interface Admission {
  readonly metrics: AdmissionMetrics
  /** A connection is open from now on, unless there is a reason why not; null: a trusted proxy, which has many visitors. */
  connect(address: string | null): Refusal | null
  disconnect(address: string | null): void
  /** A request is under way from now on, unless there is a reason why not. */
  enter(address: string, serviceId: string): Refusal | null
  leave(address: string, serviceId: string): void
}

/** An admission without any visitors yet. */
export function createAdmission(limits: GatewayLimits): Admission {
  const refused = { address: 0, site: 0, total: 0, slow: 0, malformed: 0, memory: 0 }
  const metrics: AdmissionMetrics = { connections: 0, requests: 0, served: 0, refused }
  const connections = createTally()
  const requests = createTally()
  const sites = createTally()
  const refuse = (reason: Refusal) => {
    refused[reason] += 1
    return reason
  }
  return {
    metrics,
    connect(address) {
      if (metrics.connections >= limits.connections) return refuse('total')
      if (address !== null && connections.of(address) >= limits.connectionsPerAddress)
        return refuse('address')
      metrics.connections += 1
      if (address !== null) connections.add(address, 1)
      return null
    },
    disconnect(address) {
      metrics.connections -= 1
      if (address !== null) connections.add(address, -1)
    },
    enter(address, serviceId) {
      if (metrics.requests >= limits.requests) return refuse('total')
      if (requests.of(address) >= limits.requestsPerAddress) return refuse('address')
      if (sites.of(serviceId) >= limits.requestsPerSite) return refuse('site')
      metrics.requests += 1
      metrics.served += 1
      requests.add(address, 1)
      sites.add(serviceId, 1)
      return null
    },
    leave(address, serviceId) {
      metrics.requests -= 1
      requests.add(address, -1)
      sites.add(serviceId, -1)
    },
  }
}
