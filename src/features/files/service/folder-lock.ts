import { isOutage } from '#db/errors.ts'
import { acquireLock, assertLock, type Lock, releaseLock } from '#db/locks/locks.ts'
import type { Tx } from '#db/types.ts'
import type { JobContext } from '#server/context.ts'
import { createKeyedQueue } from '#shared/async/keyed-queue.ts'
import { DomainError } from '#shared/errors.ts'
import { second } from '#shared/time.ts'

type Settings = Pick<JobContext, 'store' | 'node' | 'log'>

/** Holds the lock of a service's folder while its files are changed. */
export type FolderLock = {
  /** Called before bytes are moved. @throws StoreUnavailable `fenced` when another node may have the folder by now */
  assertCurrent(): void
  /** Called in every transaction of the change. @throws StoreUnavailable `fenced` when another node has the folder */
  assertHeld(tx: Tx): Promise<void>
}

/** Longest wait for another node's lock; after that the request gets BUSY. */
const patienceMs = 5 * second
const [firstLookMs, longestLookMs] = [20, 250]

const queue = createKeyedQueue()

export const busyFolder = () =>
  new DomainError('BUSY', 'Another change to this service’s files is in progress. Try again in a moment.', {
    retryAfterSeconds: 2,
  })

async function waitForLock({ store, node }: Settings, serviceId: string): Promise<Lock> {
  const deadline = performance.now() + patienceMs
  for (let wait = firstLookMs; ; wait = Math.min(2 * wait, longestLookMs)) {
    const lock = await acquireLock(store, { name: `folder:${serviceId}`, holder: node.holder })
    if (lock) return lock
    if (performance.now() > deadline) throw busyFolder()
    await Bun.sleep(wait)
  }
}

/** Where nodes share the folders, the lock is a database row; a node that dies loses it with its lease. */
async function lockAcross<T>(
  ctx: Settings,
  serviceId: string,
  work: (lock: FolderLock) => Promise<T>,
): Promise<T> {
  const { store, node, log } = ctx
  const assertCurrent = () => node.assertCurrent()
  if (!node.isShared) return work({ assertCurrent, assertHeld: async () => {} })
  const lock = await waitForLock(ctx, serviceId)
  try {
    return await work({ assertCurrent, assertHeld: (tx) => assertLock(tx, store, lock) })
  } finally {
    await freeFolder(ctx, lock).catch((error) => {
      if (!isOutage(error)) log.warn('folder lock not released', { service: serviceId })
    })
  }
}

const retryMs = second

/** Releases the lock, now or when the database is back: while this node lives, no other can take it. */
async function freeFolder({ store, node }: Settings, lock: Lock): Promise<void> {
  try {
    await releaseLock(store, lock)
  } catch (error) {
    if (!isOutage(error)) throw error
    void repeat(async () => {
      if (node.holder === lock.holder) await releaseLock(store, lock)
    })
    throw error
  }
}

async function repeat(work: () => Promise<void>): Promise<void> {
  for (;;) {
    await Bun.sleep(retryMs)
    try {
      return await work()
    } catch (error) {
      if (!isOutage(error)) return
    }
  }
}

/**
 * Runs changes to the files of one service in sequence, in this process and, where nodes share the data folder, across all of
 * them.
 * @throws BUSY when another node does not release the folder
 */
export const withFolderLock = <T>(
  ctx: Settings,
  serviceId: string,
  work: (lock: FolderLock) => Promise<T>,
): Promise<T> => queue.inTurn(serviceId, () => lockAcross(ctx, serviceId, work))
