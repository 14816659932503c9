import type { LoopWatch } from '../event-loop.ts'
import { createGate, type Gate, tooBusy } from './gate.ts'

/** What is let in by rules of its own. Pages and uploads cost most and are refused first; calls hold a screen together. */
export type RequestClass = 'call' | 'page' | 'upload'

export interface Admission {
  /**
   * Resolves when a request of the class may begin, with the function to call when it is answered.
   * @throws UNAVAILABLE at once when too many wait, or when the portal is so late that others would wait for this one
   */
  enter(kind: RequestClass): Promise<() => void>
}

/** Uploads that come in at the same time, from whomever. */
export const uploadsInAll = 256

type Rule = {
  gate: Gate
  /** Refused while the event loop is later than this, in milliseconds … */
  lateMs: number
  /** … and so many requests came meanwhile: one slow query alone is no overload. */
  arrivals: number
}

// A page is 4 ms of one core and its data; more at once would only make all of them later. The length of the line bounds the
// wait: a few people on a slow machine are no overload. An upload mostly waits for its sender, so many may be under way, and
// only lateness tells that they are too much.
const createRules = (): Record<RequestClass, Rule> => ({
  page: { gate: createGate({ atOnce: 4, waiting: 24, waitMs: 1_000 }), lateMs: 100, arrivals: 16 },
  upload: { gate: createGate({ atOnce: uploadsInAll, waiting: 0, waitMs: 0 }), lateMs: 100, arrivals: 16 },
  call: { gate: createGate({ atOnce: 512, waiting: 512, waitMs: 1_000 }), lateMs: 200, arrivals: 40 },
})

/** Decides by class what is let in, by how many are in already and by how late the event loop is. */
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

/** The class of a request by its address; `null` for what is always answered (`/health`, files) or decided later (pages). */
export function classOf(method: string, path: string): RequestClass | null {
  if (path.startsWith('/api/')) return method === 'POST' && path === '/api/files' ? 'upload' : 'call'
  return method === 'GET' || method === 'HEAD' ? null : 'call'
}
