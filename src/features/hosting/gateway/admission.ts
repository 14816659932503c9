import { createTally } from '#shared/tally.ts'
import type { GatewayLimits } from './limits.ts'
import type { PageName } from './pages.ts'

/** The exceeded limit: of the visitor, or in total. */
export type Refusal = 'address' | 'site' | 'total'

export const pageOf: Record<Refusal, PageName> = { address: 429, site: 'busy', total: 'busy' }

/** Counters of the gateway. `connections` and `requests` are current, the others count since its start. */
export type AdmissionMetrics = {
  connections: number
  requests: number
  served: number
  refused: Record<Refusal | 'slow' | 'malformed' | 'memory', number>
}

/** Counts open connections and requests, so that no visitor can use up all of them. */
export interface Admission {
  readonly metrics: AdmissionMetrics
  /** Admits a connection or returns the refusal. The address of a trusted proxy, with its many visitors, is null. */
  connect(address: string | null): Refusal | null
  disconnect(address: string | null): void
  /** Admits a request or returns the refusal. */
  enter(address: string, serviceId: string): Refusal | null
  leave(address: string, serviceId: string): void
}

/** An admission without visitors. */
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
