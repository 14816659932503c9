import { and, eq, gte, lt, max, type SQLWrapper, sql } from 'drizzle-orm'
import type { Store, Tx } from '#db/types.ts'
import { after, day, dayInKolkata, hour, second } from '#shared/time.ts'
import { sampleMs } from './node-metrics.ts'
import { forgetSiteDays } from './site-days.ts'
import { slotOf, startOfSlot } from './slots.ts'

/** Samples stay for the finest range plus slack, rollups for the longest. */
const kept = { samplesMs: 2 * hour, rollupsMs: 8 * day } as const

// A slot is rolled up once no writer can still add to it.
const settleMs = 15 * second

const total = (column: SQLWrapper) => sql<number>`sum(${column})`.mapWith(Number)
const greatest = (column: SQLWrapper) => sql<number>`max(${column})`.mapWith(Number)
/** Null when it was not counted. */
const greatestCount = (column: SQLWrapper) => sql<number | null>`max(${column})`.mapWith(Number)

/**
 * Sums of a service's samples; usages are 0 in samples where nothing ran. Byte and response counters grow through the day, so the
 * maximum is the last value.
 */
export const sumSamples = ({ serverMetrics: m }: Store['t']) => ({
  samples: sql<number>`count(*)`.mapWith(Number).as('samples'),
  upSamples: total(sql`case when ${m.isUp} then 1 else 0 end`).as('up_samples'),
  cpuUsageSum: total(m.cpuUsage).as('cpu_usage_sum'),
  memoryUsageSum: total(m.memoryUsage).as('memory_usage_sum'),
  diskUsageSum: total(m.diskUsage).as('disk_usage_sum'),
  networkIn: greatest(m.networkIn).as('greatest_in'),
  networkOut: greatest(m.networkOut).as('greatest_out'),
  requests: greatestCount(m.requests).as('greatest_requests'),
  clientErrors: greatestCount(m.clientErrors).as('greatest_client_errors'),
  serverErrors: greatestCount(m.serverErrors).as('greatest_server_errors'),
  pageViews: greatestCount(m.pageViews).as('greatest_page_views'),
})

/** The same for rollups: several slots in one. */
export const sumRollups = ({ serverMetricRollups: r }: Store['t']) => ({
  samples: total(r.samples),
  upSamples: total(r.upSamples),
  cpuUsageSum: total(r.cpuUsageSum),
  memoryUsageSum: total(r.memoryUsageSum),
  diskUsageSum: total(r.diskUsageSum),
  networkIn: greatest(r.networkIn),
  networkOut: greatest(r.networkOut),
  requests: greatestCount(r.requests),
  clientErrors: greatestCount(r.clientErrors),
  serverErrors: greatestCount(r.serverErrors),
  pageViews: greatestCount(r.pageViews),
  lastSlot: greatest(r.slot),
})

/** The last rolled-up slot before `before`; later ones come from a clock that ran ahead. */
async function lastRolledSlot(tx: Tx, before: number): Promise<number> {
  const { serverMetricRollups: r } = tx.t
  const [row] = await tx
    .select({ slot: max(r.slot) })
    .from(r)
    .where(lt(r.slot, before))
  return row?.slot ?? 0
}

const midnightOf = (instant: Date) => new Date(`${dayInKolkata(instant)}T00:00:00+05:30`)

/**
 * Raises the last sample before midnight IST to the day's totals: the counters restart at midnight, so no later sample
 * includes the rest of that day.
 */
async function closeDay(tx: Tx, midnight: Date): Promise<void> {
  const { serverMetrics: m, serviceTraffic: t } = tx.t
  // The last sampling rounds, which may be late; before them there is no sample to update.
  const since = after(midnight, -6 * sampleMs)
  const total = (count: SQLWrapper) => sql`coalesce((select ${count} from ${t}
    where ${t.userId} = ${m.userId} and ${t.serviceId} = ${m.serviceId} and ${t.day} = ${dayInKolkata(since)}), 0)`
  // A null counter stays null.
  const grown = (counter: SQLWrapper, count: SQLWrapper) =>
    sql<number>`case when ${total(count)} > ${counter} then ${total(count)} else ${counter} end`
  const [networkIn, networkOut] = [grown(m.networkIn, t.bytesIn), grown(m.networkOut, t.bytesOut)]
  const answers = {
    requests: grown(m.requests, t.requests),
    clientErrors: grown(m.clientErrors, t.clientErrors),
    serverErrors: grown(m.serverErrors, t.serverErrors),
    pageViews: grown(m.pageViews, t.pageViews),
  }
  const last = sql`(select max(other.recorded_at) from ${m} as other where other.user_id = ${m.userId}
    and other.service_id = ${m.serviceId} and other.recorded_at < ${sql.param(midnight, m.recordedAt)})`
  await tx
    .update(m)
    .set({
      networkIn,
      networkOut,
      bandwidth: sql`${networkIn} + ${networkOut}`,
      ...answers,
    })
    .where(and(gte(m.recordedAt, since), lt(m.recordedAt, midnight), eq(m.recordedAt, last)))
}

/** Creates the missing rollups of all ended slots and deletes rows older than `kept`, in one transaction. Idempotent. */
export async function rollUpMetrics(store: Store, now: Date): Promise<void> {
  const ended = startOfSlot(slotOf(after(now, -settleMs)))
  await store.tx(async (tx) => {
    const { serverMetrics: m, serverMetricRollups } = tx.t
    const from = startOfSlot((await lastRolledSlot(tx, slotOf(ended))) + 1)
    const midnight = midnightOf(ended)
    if (from < midnight) await closeDay(tx, midnight)
    const sums = tx
      .select({ userId: m.userId, serviceId: m.serviceId, slot: m.slot, ...sumSamples(tx.t) })
      .from(m)
      .where(and(gte(m.recordedAt, from), lt(m.recordedAt, ended)))
      .groupBy(m.userId, m.serviceId, m.slot)
    await tx.insert(serverMetricRollups).select(sums).onConflictDoNothing()
    await tx.delete(m).where(lt(m.recordedAt, after(now, -kept.samplesMs)))
    const oldest = slotOf(after(now, -kept.rollupsMs))
    await tx.delete(serverMetricRollups).where(lt(serverMetricRollups.slot, oldest))
    await forgetSiteDays(tx, now)
  })
}
