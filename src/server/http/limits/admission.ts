import type { LoopWatch } from '../../event-loop.ts'
import { createGate, type Gate, tooBusy } from './gate.ts'

/**
 * The classes of requests with their own rules. Pages and uploads cost most and are refused first; open screens depend on
 * calls.
 */
export type RequestClass = 'call' | 'page' | 'upload'

export interface Admission {
  /**
   * Resolves when a request of the class may begin, with the function to call once it is answered.
   * @throws UNAVAILABLE at once when too many wait, or when the portal is so late that this request would delay others
   */
  enter(kind: RequestClass): Promise<() => void>
}

/** Concurrent uploads, from all callers. */
export const uploadsInAll = 256

type Rule = {
  gate: Gate
  /** Requests are refused while the event loop is later than this, in milliseconds … */
  lateMs: number
  /** … and this many requests arrived meanwhile: a single slow query is not an overload. */
  arrivals: number
}

// A page is 4 ms of one core and its data; more at once would only delay all of them. The length of the queue limits the
// wait, not a second of time: the first pages after a start take that long on a busy machine, and the fifth person to come
// is not an overload. An upload mostly waits for its sender, so many may be under way,
// and only the lateness shows that there are too many.
const createRules = (): Record<RequestClass, Rule> => ({
  page: { gate: createGate({ atOnce: 4, waiting: 24, waitMs: 10_000 }), lateMs: 100, arrivals: 16 },
  upload: { gate: createGate({ atOnce: uploadsInAll, waiting: 0, waitMs: 0 }), lateMs: 100, arrivals: 16 },
  call: { gate: createGate({ atOnce: 512, waiting: 512, waitMs: 1_000 }), lateMs: 200, arrivals: 40 },
})

/** Decides by class whether a request is admitted, by the number under way and the lateness of the event loop. */
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

const uploads = new Set(['/api/files', '/api/trials'])

/** The class of a request by its address; `null` for what is always answered (`/health`, files) or decided later (pages). */
export function classOf(method: string, path: string): RequestClass | null {
  if (path.startsWith('/api/')) return method === 'POST' && uploads.has(path) ? 'upload' : 'call'
  return method === 'GET' || method === 'HEAD' ? null : 'call'
}
