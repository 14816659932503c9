import { StoreUnavailable } from '#db/errors.ts'
import { fenceStore } from '#db/locks/fence.ts'
import { holderOf, leaveLease, loneName, readLease, renewLease, takeLease } from '#db/locks/node-leases.ts'
import type { Store } from '#db/types.ts'
import { second } from '#shared/time.ts'
import { type Logger, warnOf } from '../log.ts'

/** A node counts as alive for this long after its last heartbeat. */
export const nodeLeaseMs = 10 * second
const heartbeatMs = 2 * second
// Shorter than the lease: this node stops considering itself alive before others may think it dead.
const certainMs = 8 * second

/** This process among those that use the same database. */
export interface Node {
  /** Whether other nodes may work on the same data folder at the same time. */
  readonly isShared: boolean
  /** Unchanged by a restart of the node. */
  readonly name: string
  /** Its name as the holder of a lock: a new one after every start, and after a time in which it seemed dead. */
  readonly holder: string
  /**
   * Called before bytes are moved.
   * @throws StoreUnavailable `fenced` unless no other node can have taken over: its last heartbeat is recent by both of its
   * clocks, and the data folder is present
   */
  assertCurrent(): void
  /** Called once, with a message, when another node has taken this node's place. */
  onLost(listener: (why: string) => void): void
  /** Releases the lease. */
  close(): Promise<void>
}

/** A process that must be alone: the folder lock excludes others. */
export const loneNode: Node = {
  isShared: false,
  name: loneName,
  holder: holderOf(loneName, 0),
  assertCurrent() {},
  onLost() {},
  close: async () => {},
}

type Membership = {
  store: Store
  log: Logger
  isShared: boolean
  name: string
  /** The identity that other nodes see: machine and folder. */
  holder: string
  fence: number
  /** Whether the data folder is still the same; checked with every heartbeat. */
  beat?: () => Promise<void>
}

// Suspension shows on one of the clocks: which one depends on how the machine was suspended.
const clocks = () => [performance.now(), Date.now()] as const
const isRecent = (then: readonly [number, number]): boolean =>
  clocks().every((now, i) => now - (then[i] ?? 0) < certainMs && now >= (then[i] ?? 0) - second)

/** Renews a new lease, and reacts to its loss. */
export function startNode({ store, log, isShared, name, holder, fence, beat }: Membership): Node {
  let current = fence
  let renewedAt = clocks()
  let folderAt = clocks()
  let isLost = false
  let isStopped = false
  let timer: Timer | null = null
  const listeners: ((why: string) => void)[] = []
  const lose = () => {
    isLost = true
    for (const listener of listeners) listener("another portal has taken this one's place")
  }
  // Others may have taken the locks of a node that seemed dead: it must not finish work begun before.
  const rejoin = async () => {
    const next = await takeLease(store, { name, holder, ttlMs: nodeLeaseMs }, await readLease(store, name))
    if (next === null) return lose()
    current = next
    log.warn('this node was away for longer than its lease; its unfinished work is refused and taken over')
  }
  const renew = async () => {
    const begun = clocks()
    const outcome = await renewLease(store, { name, fence: current, ttlMs: nodeLeaseMs })
    if (outcome === 'lost') return lose()
    if (outcome === 'late' && isShared) await rejoin()
    renewedAt = begun
  }
  const touch = async () => {
    const begun = clocks()
    await beat?.()
    folderAt = begun
  }
  // Concurrent, so that a hanging folder cannot cost the lease.
  const once = async () => {
    const [lease, folder] = await Promise.allSettled([renew(), touch()])
    if (lease.status === 'rejected') {
      if (lease.reason instanceof StoreUnavailable && lease.reason.reason === 'fenced') lose()
      else warnOf(log, 'lease not renewed', lease.reason, { node: name })
    }
    if (folder.status === 'rejected') warnOf(log, 'the data folder is not writable', folder.reason)
  }
  const loop = () => {
    timer = setTimeout(async () => {
      await Promise.race([once(), Bun.sleep(nodeLeaseMs)])
      if (!isStopped && !isLost) loop()
    }, heartbeatMs)
  }
  loop()
  return {
    isShared,
    name,
    get holder() {
      return holderOf(name, current)
    },
    assertCurrent() {
      const isCertain = isRecent(renewedAt) && (!beat || isRecent(folderAt))
      if (isLost || !isCertain) throw new StoreUnavailable('fenced')
    },
    onLost: (listener) => void listeners.push(listener),
    async close() {
      isStopped = true
      if (timer) clearTimeout(timer)
      fenceStore(store, null)
      if (!isLost)
        await leaveLease(store, { name, fence: current }).catch((error) =>
          warnOf(log, 'lease not released', error),
        )
    },
  }
}
