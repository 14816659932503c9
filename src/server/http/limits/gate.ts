import { DomainError } from '#shared/errors.ts'

const retryAfterSeconds = 2

/** The message of a portal that has too much to do; the caller may simply try again. */
export const tooBusy = () =>
  new DomainError('UNAVAILABLE', 'The portal is busy. Please try again in a moment.', { retryAfterSeconds })

export type GateOptions = {
  /** How many tasks run at the same time. */
  atOnce: number
  /** How many tasks wait for one of them to end. */
  waiting: number
  /** The longest wait, in milliseconds. */
  waitMs: number
  /** The refusal of a task that gets no slot; 503 by default. */
  refusal?: () => DomainError
}

type Waiter = { admit: () => void; timer: Timer }

export interface Gate {
  /**
   * Resolves when there is a slot, with the function that releases it; calling that twice has no effect.
   * @throws UNAVAILABLE, or the gate's own refusal, when too many wait or the wait was too long
   */
  enter(): Promise<() => void>
  /** Nothing runs and nothing waits. */
  isEmpty(): boolean
}

/** Lets a limited number of tasks run at once and a limited number wait, in order and not for long. */
export function createGate({ atOnce, waiting, waitMs, refusal = tooBusy }: GateOptions): Gate {
  let inside = 0
  const line = new Set<Waiter>()
  const leave = () => {
    const [next] = line
    if (!next) {
      inside -= 1
      return
    }
    // The slot goes to whoever has waited longest.
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

/** A gate for each key; idle ones are forgotten. */
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
