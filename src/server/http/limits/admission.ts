import type { LoopWatch } from '../../event-loop.ts'
import { createGate, type Gate, tooBusy } from './gate.ts'

/** Classes of requests with their own rules. Pages and uploads cost most and are refused first; open screens depend on calls. */
export type RequestClass = 'call' | 'page' | 'upload'

export interface Admission {
  /**
   * Resolves when a request of the class may begin, with the function to call once it is answered.
   * @throws UNAVAILABLE immediately when too many wait, or when the portal is so late that this request would delay others
   */
  enter(kind: RequestClass): Promise<() => void>
}

/** Concurrent uploads of all callers. */
export const uploadsInAll = 256

type Rule = {
  gate: Gate
  /** Requests are refused while the event loop is later than this, in milliseconds … */
  lateMs: number
  /** … and this many requests arrived meanwhile: one slow query is not an overload. */
  arrivals: number
}

// A page costs 4 ms of one core and its data, so more in parallel would only delay all of them. The queue's length limits the
// wait, not a time: the first pages after a start are slow on a busy machine, and a fifth visitor is not an overload. Uploads
// mostly wait for their senders, so many may be in progress; only the lateness shows when there are too many.
const createRules = (): Record<RequestClass, Rule> => ({
  page: { gate: createGate({ atOnce: 4, waiting: 24, waitMs: 10_000 }), lateMs: 100, arrivals: 16 },
  upload: { gate: createGate({ atOnce: uploadsInAll, waiting: 0, waitMs: 0 }), lateMs: 100, arrivals: 16 },
  call: { gate: createGate({ atOnce: 512, waiting: 512, waitMs: 1_000 }), lateMs: 200, arrivals: 40 },
})

/** Admits or refuses a request by its class, the number in progress and the lateness of the event loop. */
export function createAdmission(loop: Pick<LoopWatch, 'lateMs' | 'arrived'>): Admission {
  const rules = createRules()
  return {
    async enter(kind) {
      const { gate, lateMs, arrivals } = rules[kind]
      if (loop.arrived() >= arrivals && loop.lateMs() > lateMs) throw tooBusy()
      return gate.enter()
    },
  }
}

/**
 * The class of a request by its address; `null` for requests that are always answered (`/health`, files) or decided later
 * (pages). `routes` are those without a procedure.
 */
export function createClasses(routes: readonly { path: string; upload?: unknown }[]) {
  const uploads = new Set(routes.flatMap(({ path, upload }) => (upload ? [path] : [])))
  return (method: string, path: string): RequestClass | null => {
    if (path.startsWith('/api/')) return method === 'POST' && uploads.has(path) ? 'upload' : 'call'
    return method === 'GET' || method === 'HEAD' ? null : 'call'
  }
}
