import { DomainError } from '#shared/errors.ts'

const retryAfterSeconds = 2

/** The message of an overloaded portal; the caller may simply try again. */
export const tooBusy = () =>
  new DomainError('UNAVAILABLE', 'The portal is busy. Please try again in a moment.', { retryAfterSeconds })

export type GateOptions = {
  /** The most tasks that run at the same time. */
  atOnce: number
  /** The most tasks that wait for a slot. */
  waiting: number
  /** The longest wait, in milliseconds. */
  waitMs: number
  /** The error for a task that gets no slot; 503 by default. */
  refusal?: () => DomainError
}

type Waiter = { admit: () => void; timer: Timer }

export interface Gate {
  /**
   * Resolves when there is a slot, with the function that releases it; calling that twice has no effect.
   * @throws UNAVAILABLE, or the gate's own refusal, when too many wait or the wait was too long
   */
  enter(): Promise<() => void>
  /** No task runs or waits. */
  isEmpty(): boolean
}

/** Lets a limited number of tasks run at the same time and a limited number wait, in order and for a limited time. */
export function createGate({ atOnce, waiting, waitMs, refusal = tooBusy }: GateOptions): Gate {
  let inside = 0
  const line = new Set<Waiter>()
  const leave = () => {
    const [next] = line
    if (!next) {
      inside -= 1
      return
    }
    // The slot goes to the task that has waited longest.
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

/** A gate per key; idle ones are removed. */
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
