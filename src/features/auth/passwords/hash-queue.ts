import { DomainError } from '#shared/errors.ts'

const retryAfterSeconds = 2

const busy = () =>
  new DomainError('UNAVAILABLE', 'The portal is busy. Please try again in a moment.', { retryAfterSeconds })

/** Owner of a job: jobs of one `account` run one after another, and each `address` gets its turn. */
export type WorkOwner = { account: string | null; address: string }

type Job = { key: unknown; start: () => void; refuse: () => void }

/** Jobs waiting from one address: by account, in the order of their next turns. */
type Queue = Map<unknown, Job[]>

export interface HashQueue {
  /** Runs `work` when its turn comes. @throws UNAVAILABLE when the queue is full and the owner's address has most of it */
  run<T>(owner: WorkOwner, work: () => Promise<T>): Promise<T>
}

const count = (queue: Queue): number => [...queue.values()].reduce((sum, places) => sum + places.length, 0)

/** Moves a map entry behind all others. */
function moveToEnd<K, V>(map: Map<K, V>, key: K, value: V): void {
  map.delete(key)
  map.set(key, value)
}

/** The waiting jobs, by address and account. Turns rotate over the addresses, and within one address over its accounts. */
function createWaitingRoom() {
  const addresses = new Map<string, Queue>()
  let size = 0
  const add = (address: string, place: Job) => {
    const queue: Queue = addresses.get(address) ?? new Map()
    queue.set(place.key, [...(queue.get(place.key) ?? []), place])
    addresses.set(address, queue)
    size += 1
  }
  const settle = (address: string, queue: Queue, key: unknown, places: Job[]) => {
    size -= 1
    if (places.length === 0) queue.delete(key)
    else moveToEnd(queue, key, places)
    if (queue.size === 0) addresses.delete(address)
  }
  /** The next job whose account is free; its address and account then go to the end of the rotation. */
  const takeNext = (isFree: (key: unknown) => boolean): Job | null => {
    for (const [address, queue] of addresses) {
      for (const [key, [first, ...rest]] of queue) {
        if (!first || !isFree(key)) continue
        settle(address, queue, key, rest)
        if (queue.size > 0) moveToEnd(addresses, address, queue)
        return first
      }
    }
    return null
  }
  /** The newest job of the address with most jobs, and there of the account with most; the latest of several such. */
  const dropLongest = (): Job | null => {
    const [longest] = [...addresses].reverse().sort(([, one], [, other]) => count(other) - count(one))
    const [most] = [...(longest?.[1] ?? [])].reverse().sort(([, one], [, other]) => other.length - one.length)
    const last = most?.[1].at(-1)
    if (!longest || !most || !last) return null
    settle(...longest, most[0], most[1].slice(0, -1))
    return last
  }
  return { add, takeNext, dropLongest, size: () => size }
}

/**
 * A queue that runs `atOnce` jobs concurrently and lets `waiting` more wait. Each runs in its caller's own context. A full queue
 * refuses the newest job of the owner with most of them: many attempts from one address, or on one account, keep nobody else out.
 */
export function createHashQueue({ atOnce, waiting }: { atOnce: number; waiting: number }): HashQueue {
  const running = new Set<unknown>()
  const room = createWaitingRoom()
  const startNext = () => {
    while (running.size < atOnce) {
      const place = room.takeNext((key) => !running.has(key))
      if (!place) return
      running.add(place.key)
      place.start()
    }
  }
  return {
    async run({ account, address }, work) {
      const key = account ?? Symbol('no account')
      await new Promise<void>((start, reject) => {
        room.add(address, { key, start, refuse: () => reject(busy()) })
        startNext()
        if (room.size() > waiting) room.dropLongest()?.refuse()
      })
      try {
        return await work()
      } finally {
        running.delete(key)
        startNext()
      }
    },
  }
}
