import { eq, lt, sql } from 'drizzle-orm'
import { isOutage } from '#db/errors.ts'
import type { Store, Tx } from '#db/types.ts'
import type { Deps } from '#server/context.ts'
import { day, dayInKolkata, second } from '#shared/time.ts'
import { addCounts, type Counts, countNames, noCounts } from './contract/counts.ts'

type Owned = { userId: string; serviceId: string }

/**
 * Gateway counters of each service. Bytes are those on visitors' connections, headers included, without the gateway's own
 * error pages; requests include them.
 */
export interface Traffic {
  /** Since midnight IST; zeros for a service that nobody visited. */
  of(serviceId: string): Counts
  add(service: Owned, counts: Partial<Counts>): void
  /** Writes all counts so far to the store. If the store fails, the next flush includes them. */
  flush(): Promise<void>
  /** Runs the last flush. */
  close(): Promise<void>
}

/**
 * A killed portal loses at most five seconds of counts, including the half second in the gateway; a graceful stop loses nothing.
 */
const flushMs = 4.5 * second
/** Totals of older days are removed. */
const keptDays = 90

type Count = Counts & { day: string }
type Waiting = Count & Owned

const keyOf = ({ serviceId, day }: { serviceId: string; day: string }) => `${day} ${serviceId}`

const selectCounts = ({ serviceTraffic: s }: Store['t']) => ({
  bytesIn: s.bytesIn,
  bytesOut: s.bytesOut,
  requests: s.requests,
  clientErrors: s.clientErrors,
  serverErrors: s.serverErrors,
  pageViews: s.pageViews,
})

/** A row of an earlier version lacks some columns; they count as zero. */
function countsOf(row: { [Name in keyof Counts]: number | null }): Counts {
  const counts = { ...noCounts }
  for (const name of countNames) counts[name] = row[name] ?? 0
  return counts
}

async function addUp(tx: Tx, waiting: Waiting): Promise<Counts> {
  const { serviceTraffic } = tx.t
  const sums = countNames.map((name) => [name, sql`coalesce(${serviceTraffic[name]}, 0) + ${waiting[name]}`])
  const [total] = await tx
    .insert(serviceTraffic)
    .values(waiting)
    .onConflictDoUpdate({
      target: [serviceTraffic.userId, serviceTraffic.serviceId, serviceTraffic.day],
      set: Object.fromEntries(sums),
    })
    .returning(selectCounts(tx.t))
  return countsOf(total ?? waiting)
}

async function readDay({ read, t }: Store, day: string) {
  return read
    .select({ serviceId: t.serviceTraffic.serviceId, ...selectCounts(t) })
    .from(t.serviceTraffic)
    .where(eq(t.serviceTraffic.day, day))
}

/** The counter with today's totals; written to the store every few seconds until closed. */
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
  for (const { serviceId, ...row } of await readDay(store, start))
    totals.set(serviceId, { day: start, ...countsOf(row) })

  const wait = ({ userId, serviceId, day }: Owned & { day: string }, counts: Partial<Counts>) => {
    const key = keyOf({ serviceId, day })
    const before = waiting.get(key) ?? { userId, serviceId, day, ...noCounts }
    addCounts(before, counts)
    waiting.set(key, before)
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
        const added: (Owned & { day: string; total: Counts })[] = []
        for (const entry of batch) added.push({ ...entry, total: await addUp(tx, entry) })
        return added
      })
      // Another node may serve the same service, so take the sum from the store.
      for (const { serviceId, day, total } of stored) {
        if (totals.get(serviceId)?.day !== day) continue
        addCounts(total, waiting.get(keyOf({ serviceId, day })) ?? {})
        totals.set(serviceId, { day, ...total })
      }
      await prune()
    } catch (error) {
      for (const entry of batch) wait(entry, entry)
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
      const { day, ...total } = totals.get(serviceId) ?? { day: null, ...noCounts }
      return day === today() ? total : { ...noCounts }
    },
    add({ userId, serviceId }, counts) {
      if (countNames.every((name) => !counts[name])) return
      const day = today()
      wait({ userId, serviceId, day }, counts)
      const known = totals.get(serviceId)
      const total = known?.day === day ? known : { day, ...noCounts }
      addCounts(total, counts)
      totals.set(serviceId, total)
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
