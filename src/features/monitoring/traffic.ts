import { eq, lt, sql } from 'drizzle-orm'
import { isOutage } from '#db/errors.ts'
import type { Store, Tx } from '#db/types.ts'
import type { Deps } from '#server/context.ts'
import { day, dayInKolkata, second } from '#shared/time.ts'
import { addCounts, type Counts, countNames, noCounts } from './contract/counts.ts'

type Owned = { userId: string; serviceId: string }

/**
 * What the gateway counted of each service. Bytes are those on visitors' connections, heads included, without the pages
 * that the gateway answers itself; these are among the requests.
 */
export interface Traffic {
  /** Since midnight IST; zeros for a service that nobody visited. */
  of(serviceId: string): Counts
  add(service: Owned, counts: Partial<Counts>): void
  /** What was counted until now is in the store. A store that refuses leaves it to the next time. */
  flush(): Promise<void>
  /** Flushes for the last time. */
  close(): Promise<void>
}

/**
 * A portal that is killed loses what was counted in at most five seconds, the half second that the gateway had it included;
 * one that is stopped loses nothing.
 */
const flushMs = 4.5 * second
/** Totals of days before these are removed. */
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

/** A row that was begun without some of the counts has counted none of them. */
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
      // Another node may serve the same service: the store knows the sum of both.
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
