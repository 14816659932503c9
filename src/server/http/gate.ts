import { DomainError } from '#shared/errors.ts'

const retryAfterSeconds = 2

/** What a portal with more to do than it can says; whoever hears it may simply try again. */
export const tooBusy = () =>
  new DomainError('UNAVAILABLE', 'The portal is busy. Please try again in a moment.', { retryAfterSeconds })

export type GateOptions = {
  /** Works that run at the same time. */
  atOnce: number
  /** Works that wait for one of them to end. */
  waiting: number
  /** Longest wait, in milliseconds. */
  waitMs: number
  /** What a work that gets no place is refused with; 503 unless said. */
  refusal?: () => DomainError
}

type Waiter = { admit: () => void; timer: Timer }

export interface Gate {
  /**
   * Resolves when there is a place, with the function that gives it back; calling that twice changes nothing.
   * @throws UNAVAILABLE, or the gate's own refusal, when too many wait or the wait was too long
   */
  enter(): Promise<() => void>
  /** Nobody is inside and nobody waits. */
  isEmpty(): boolean
}

/** Lets a bounded number of works run at once and a bounded number wait, in order and not for long. */
export function createGate({ atOnce, waiting, waitMs, refusal = tooBusy }: GateOptions): Gate {
  let inside = 0
  const line = new Set<Waiter>()
  const leave = () => {
    const [next] = line
    if (!next) {
      inside -= 1
      return
    }
    // The place goes on to whoever waits longest.
    line.delete(next)
    clearTimeout(next.timer)
    next.admit()
  }
  const place = () => {
    let isHeld = true
    return () => {
      if (isHeld) leave()
      isHeld = false
    }
  }
  return {
    isEmpty: () => inside === 0,
    async enter() {
      if (inside < atOnce) {
        inside += 1
        return place()
      }
      if (line.size >= waiting) throw refusal()
      const { promise, resolve, reject } = Promise.withResolvers<() => void>()
      const giveUp = () => {
        line.delete(waiter)
        reject(refusal())
      }
      const waiter: Waiter = { admit: () => resolve(place()), timer: setTimeout(giveUp, waitMs) }
      line.add(waiter)
      return promise
    },
  }
}

/** A gate for each key; those of whoever is gone are forgotten. */
export function createGates(options: GateOptions): { enter(key: string): Promise<() => void> } {
  const gates = new Map<string, Gate>()
  return {
    async enter(key) {
      const gate = gates.get(key) ?? createGate(options)
      gates.set(key, gate)
      const leave = await gate.enter()
      return () => {
        leave()
        if (gate.isEmpty() && gates.get(key) === gate) gates.delete(key)
      }
    },
  }
}
