import { acquireLock, releaseLock } from '#db/locks/locks.ts'
import type { Deps, Kernel } from '#server/context.ts'
import { createKeyedQueue } from '#shared/async/keyed-queue.ts'
import { DomainError } from '#shared/errors.ts'
import { minute, second } from '#shared/time.ts'
import { warnOfDatabase } from './describe-failure.ts'

/** Delays after consecutive failures; the last one repeats. */
const delaysMs = [second, 2 * second, 5 * second, 15 * second, 30 * second, minute]

type Failures = { count: number; at: number }

/** Work of this process on databases, and recent failures. */
export type DatabaseWork = {
  /** Serialises work by database across all nodes; null, without running it, while another node works on the database. */
  alone<T>(id: string, work: () => Promise<T>): Promise<T | null>
  /** The same for a user's request, without waiting. @throws BUSY while such work is running */
  only<T>(id: string, work: () => Promise<T>): Promise<T>
  /** Whether failed work may be retried. */
  isDue(id: string): boolean
  failed(id: string): void
  succeeded(id: string): void
  /** Aborted when the portal stops. */
  ending: AbortSignal
  /** Resolves when all current work has ended. */
  settled(): Promise<void>
  /** Starts no new work, aborts long work, and resolves when all work has ended. */
  end(): Promise<void>
}

const isBusy = () =>
  new DomainError('BUSY', 'Another import is running in this database. Try again when it is done.')

type Settings = Pick<Deps, 'store' | 'node' | 'log'>

async function holding<T>({ store, node, log }: Settings, name: string, work: () => Promise<T>) {
  if (!node.isShared) return work()
  const lock = await acquireLock(store, { name, holder: node.holder })
  if (!lock) return null
  try {
    return await work()
  } finally {
    await releaseLock(store, lock).catch((error) => {
      warnOfDatabase(log, 'a database lock was not released', error, name)
    })
  }
}

export function createDatabaseWork(kernel: Kernel): DatabaseWork {
  const queue = createKeyedQueue()
  const failures = new Map<string, Failures>()
  const busy = new Set<string>()
  const stop = new AbortController()
  const now = () => kernel.now().getTime()
  return {
    ending: stop.signal,
    alone: (id, work) =>
      queue.inTurn(id, async () => (stop.signal.aborted ? null : holding(kernel, `database:${id}`, work))),
    async only(id, work) {
      if (stop.signal.aborted || busy.has(id)) throw isBusy()
      busy.add(id)
      try {
        const done = await holding(kernel, `database-import:${id}`, async () => ({ value: await work() }))
        if (!done) throw isBusy()
        return done.value
      } finally {
        busy.delete(id)
      }
    },
    isDue(id) {
      const known = failures.get(id)
      if (!known) return true
      const delay = delaysMs[Math.min(known.count, delaysMs.length) - 1] ?? 0
      // Absolute difference: a clock set back must not delay retries.
      return Math.abs(now() - known.at) >= delay
    },
    failed(id) {
      failures.set(id, { count: (failures.get(id)?.count ?? 0) + 1, at: now() })
    },
    succeeded: (id) => void failures.delete(id),
    settled: queue.settled,
    async end() {
      stop.abort()
      await queue.settled()
    },
  }
}
