import { addCounts, type Counts, noCounts } from '#features/monitoring/contract/counts.ts'
import { second } from '#shared/time.ts'
import type { ServerAddress } from '../exchange/exchange-sides.ts'
import type { Site } from '../sites/site-cache.ts'
import type { FromGateway } from './protocol.ts'

/** Timeout of a lookup, which may have to start the web server. */
const findMs = 30 * second

/** Addresses of web servers from the portal: cached, and looked up again when nothing listens there. */
export function createFinder(ask: (serviceId: string) => boolean, isAwaited: () => boolean) {
  const addresses = new Map<string, { socketPath: string }>()
  const waiting = new Map<string, PromiseWithResolvers<ServerAddress>>()
  const settle = (serviceId: string, found: ServerAddress) => {
    if (found) addresses.set(serviceId, found)
    waiting.get(serviceId)?.resolve(found)
    waiting.delete(serviceId)
  }
  return {
    /** Null when there is none, and when no portal is connected or expected. */
    find(serviceId: string): ServerAddress | Promise<ServerAddress> {
      const found = addresses.get(serviceId)
      if (found) return found
      const pending = waiting.get(serviceId)
      if (pending) return pending.promise
      const answer = Promise.withResolvers<ServerAddress>()
      waiting.set(serviceId, answer)
      const timer = setTimeout(() => settle(serviceId, null), findMs)
      if (!ask(serviceId) && !isAwaited()) settle(serviceId, null)
      return answer.promise.finally(() => clearTimeout(timer))
    },
    settle,
    forget: (serviceId: string) => void addresses.delete(serviceId),
    /** Pending lookups go to the next portal. */
    resume() {
      for (const serviceId of waiting.keys()) ask(serviceId)
    },
    /** Answers pending lookups with none. */
    giveUp() {
      for (const serviceId of [...waiting.keys()]) settle(serviceId, null)
    },
  }
}

type Moved = Extract<FromGateway, { type: 'metrics' }>['traffic'][number]

/** Counts of each service since the last report. */
export function createCounter() {
  let moved = new Map<string, Moved>()
  return {
    count({ userId, serviceId }: Site, counts: Partial<Counts>) {
      const before = moved.get(serviceId) ?? { userId, serviceId, ...noCounts }
      addCounts(before, counts)
      moved.set(serviceId, before)
    },
    takeAll(): Moved[] {
      const all = [...moved.values()]
      moved = new Map()
      return all
    },
  }
}
