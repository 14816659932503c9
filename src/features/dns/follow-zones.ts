import { isOutage } from '#db/errors.ts'
import type { Key } from '#db/lists/paging.ts'
import type { Deps } from '#server/context.ts'
import { second } from '#shared/time.ts'
import { headsPerPage, listChangedHeads, listHeads, readHead, type ZoneHead } from './read-zones.ts'

/** Mirrors the stored zones. */
export interface Follower {
  find(id: string): { userId: string } | undefined
  ids(): Iterable<string>
  /** Whether its copy of the domain is current. */
  isCurrent(head: ZoneHead): boolean
  /**
   * Updates new or changed domains, which are neighbours in the order of the store. `isUrgent`: an event has named
   * them, so somebody may be waiting.
   */
  update(heads: readonly ZoneHead[], isUrgent: boolean): Promise<void>
  /** Removes a domain that was deleted. */
  remove(id: string): void
}

export interface FollowedZones {
  /** Resolves when all zones have been read once. */
  loaded: Promise<void>
  /** When the store was last polled successfully; null before. */
  polledAt(): Date | null
  stop(): Promise<void>
}

const lookMs = 500
/** Transactions commit later than their timestamps, and clocks of nodes differ. */
const overlapMs = 30 * second

const groupsOf = <T>(values: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, at) => values.slice(at * size, (at + 1) * size))

/**
 * Keeps a follower's zones in sync with the store, whichever node changed them: immediately when an event names the domain, and
 * within half a second otherwise. A domain that was removed without an event is found by scanning all of them, a page per
 * poll.
 */
export function followZones(
  { store, events, log, now }: Pick<Deps, 'store' | 'events' | 'log' | 'now'>,
  served: Follower,
): FollowedZones {
  let isStopped = false
  let timer: Timer | null = null
  let polledAt: Date | null = null
  let place: ZoneHead | null = null
  let unseen = new Set<string>()
  // Sequential, so that an older state does not overtake a newer one.
  let current: Promise<void> = Promise.resolve()
  const enqueue = (work: () => Promise<void>) => {
    const next = current.then(async () => {
      if (!isStopped) await work()
    })
    current = next.catch((error) => {
      if (!isOutage(error))
        log.warn('zones not read', { error: error instanceof Error ? error.name : typeof error })
    })
    return next
  }

  /** Updates groups of `size` neighbours in the order of the store. */
  const refresh = async (heads: readonly ZoneHead[], size: number, isUrgent = false) => {
    const stale = heads.filter((head) => !served.isCurrent(head))
    for (const group of groupsOf(stale, size)) await served.update(group, isUrgent)
  }
  const review = async (place: { userId: string; id: string }) => {
    const head = await readHead(store, place)
    if (head) await refresh([head], 1, true)
    else served.remove(place.id)
  }
  /** Scans the next page of all domains; returns whether it was the last. */
  const walk = async (): Promise<boolean> => {
    if (!place) unseen = new Set(served.ids())
    const heads = await listHeads(store, place)
    for (const { id } of heads) unseen.delete(id)
    await refresh(heads, headsPerPage)
    place = heads.length === headsPerPage ? (heads.at(-1) ?? null) : null
    if (place) return false
    for (const id of unseen) await review({ userId: served.find(id)?.userId ?? '', id })
    return true
  }
  const findChanges = async () => {
    const since = new Date((polledAt ?? now()).getTime() - overlapMs)
    const at = now()
    let last: Key | null = null
    do {
      const heads: ZoneHead[] = await listChangedHeads(store, since, last)
      await refresh(heads, 1)
      const end = heads.length === headsPerPage ? heads.at(-1) : undefined
      last = end ? { at: end.updatedAt, id: end.id } : null
    } while (last)
    polledAt = at
  }
  const look = async () => {
    await findChanges()
    await walk()
  }
  const loop = () => {
    timer = setTimeout(() => void enqueue(look).then(loop, loop), lookMs)
  }
  const load = async () => {
    const at = now()
    while (!isStopped && !(await walk()));
    // Repeated for zones that were read before those inside them.
    while (!isStopped && !(await walk()));
    polledAt = at
  }
  const loadUntilDone = async (): Promise<void> => {
    try {
      await enqueue(load)
    } catch {
      place = null
      await Bun.sleep(lookMs)
      if (!isStopped) await loadUntilDone()
    }
  }
  const unsubscribe = events.subscribe(({ kind, userId, id }) => {
    if (kind === 'domain') enqueue(() => review({ userId, id })).catch(() => {})
  })
  const loaded = loadUntilDone().then(() => {
    if (!isStopped) loop()
  })
  return {
    loaded,
    polledAt: () => polledAt,
    async stop() {
      isStopped = true
      unsubscribe()
      if (timer) clearTimeout(timer)
      await loaded
      await current
    },
  }
}
