import { eq, lt, sql } from 'drizzle-orm'
import { isOutage } from '#db/errors.ts'
import type { Store, Tx } from '#db/types.ts'
import type { Deps } from '#server/context.ts'
import { day, dayInKolkata, second } from '#shared/time.ts'

/** Bytes of the bodies of requests and answers; heads are not counted. */
type Transferred = { bytesIn: number; bytesOut: number }

type Owned = { userId: string; serviceId: string }

/**
 * What the gateway moved for each service. Counted are the bytes of request bodies as the service's web server was given
 * them and of answer bodies as they were handed to the visitor's connection: compressed as they travel, without heads,
 * and without the pages that the gateway answers itself.
 */
export interface Traffic {
  /** Bytes since midnight IST; zeros for a service that nobody visited. */
  of(serviceId: string): Transferred
  add(service: Owned, bytes: Partial<Transferred>): void
  /** What was counted until now is in the store. A store that refuses leaves it to the next time. */
  flush(): Promise<void>
  /** Flushes for the last time. */
  close(): Promise<void>
}

/**
 * A portal that is killed loses the bytes of at most five seconds, the half second that the gateway had them included; one
 * that is stopped loses none.
 */
const flushMs = 4.5 * second
/** Totals of days before these are removed. */
const keptDays = 90

type Count = Transferred & { day: string }
type Waiting = Count & Owned

const keyOf = ({ serviceId, day }: { serviceId: string; day: string }) => `${day} ${serviceId}`

async function addUp(tx: Tx, { userId, serviceId, day, bytesIn, bytesOut }: Waiting): Promise<Transferred> {
  const { serviceTraffic } = tx.t
  const [total] = await tx
    .insert(serviceTraffic)
    .values({ userId, serviceId, day, bytesIn, bytesOut })
    .onConflictDoUpdate({
      target: [serviceTraffic.userId, serviceTraffic.serviceId, serviceTraffic.day],
      set: {
        bytesIn: sql`${serviceTraffic.bytesIn} + ${bytesIn}`,
        bytesOut: sql`${serviceTraffic.bytesOut} + ${bytesOut}`,
      },
    })
    .returning({ bytesIn: serviceTraffic.bytesIn, bytesOut: serviceTraffic.bytesOut })
  return total ?? { bytesIn, bytesOut }
}

async function readDay({ read, t }: Store, day: string) {
  const { serviceId, bytesIn, bytesOut } = t.serviceTraffic
  return read
    .select({ serviceId, bytesIn, bytesOut })
    .from(t.serviceTraffic)
    .where(eq(t.serviceTraffic.day, day))
}

/** The counter with the totals of this day so far; written to the store every few seconds until it is closed. */
export async function openTraffic({
  store,
  now,
  log,
}: Pick<Deps, 'store' | 'now' | 'log'>): Promise<Traffic> {
  const today = () => dayInKolkata(now())
  const totals = new Map<string, Count>()
  let waiting = new Map<string, Waiting>()
  let prunedOn = ''
  let writing: Promise<void> = Promise.resolve()

  const start = today()
  for (const { serviceId, ...bytes } of await readDay(store, start))
    totals.set(serviceId, { day: start, ...bytes })

  const count = (into: Map<string, Waiting>, { userId, serviceId, day, bytesIn, bytesOut }: Waiting) => {
    const key = keyOf({ serviceId, day })
    const before = into.get(key)
    if (!before) return void into.set(key, { userId, serviceId, day, bytesIn, bytesOut })
    before.bytesIn += bytesIn
    before.bytesOut += bytesOut
  }
  const prune = async () => {
    if (prunedOn === today()) return
    const { serviceTraffic } = store.t
    const oldest = dayInKolkata(new Date(now().getTime() - keptDays * day))
    await store.tx((tx) => tx.delete(serviceTraffic).where(lt(serviceTraffic.day, oldest)))
    prunedOn = today()
  }
  const write = async () => {
    if (waiting.size === 0) return
    const batch = [...waiting.values()]
    waiting = new Map()
    try {
      const stored = await store.tx(async (tx) => {
        const added: (Waiting & { total: Transferred })[] = []
        for (const entry of batch) added.push({ ...entry, total: await addUp(tx, entry) })
        return added
      })
      // Another node may serve the same service: the store knows the sum of both.
      for (const { serviceId, day, total } of stored) {
        const { bytesIn = 0, bytesOut = 0 } = waiting.get(keyOf({ serviceId, day })) ?? {}
        if (totals.get(serviceId)?.day === day)
          totals.set(serviceId, {
            day,
            bytesIn: total.bytesIn + bytesIn,
            bytesOut: total.bytesOut + bytesOut,
          })
      }
      await prune()
    } catch (error) {
      for (const entry of batch) count(waiting, entry)
      if (!isOutage(error))
        log.warn('traffic not stored', { error: error instanceof Error ? error.name : typeof error })
    }
  }
  const flush = () => {
    writing = writing.then(write)
    return writing
  }
  const timer = setInterval(() => void flush(), flushMs)
  return {
    of(serviceId) {
      const total = totals.get(serviceId)
      return total?.day === today()
        ? { bytesIn: total.bytesIn, bytesOut: total.bytesOut }
        : { bytesIn: 0, bytesOut: 0 }
    },
    add({ userId, serviceId }, { bytesIn = 0, bytesOut = 0 }) {
      if (bytesIn + bytesOut === 0) return
      const day = today()
      count(waiting, { userId, serviceId, day, bytesIn, bytesOut })
      const total = totals.get(serviceId)
      if (total?.day !== day) return void totals.set(serviceId, { day, bytesIn, bytesOut })
      total.bytesIn += bytesIn
      total.bytesOut += bytesOut
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
