import { and, eq, max, ne, type SQL, sql } from 'drizzle-orm'
import { readUnchanged } from '#db/store.ts'
import type { Store } from '#db/types.ts'
import type { PollContext } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'
import { metricsInput } from '../contract/contract.ts'
import { gridOf } from './grid.ts'
import { slotOf } from './slots.ts'

/** When the caller's service was last measured, and its last rolled-up slot. */
const lastMeasured = ({ read, t: { userServices, serverMetrics: m, serverMetricRollups: r } }: Store) => {
  const [userId, serviceId] = [sql.placeholder('userId'), sql.placeholder('id')]
  const sampled = read
    .select({ at: max(m.recordedAt) })
    .from(m)
    .where(and(eq(m.userId, userId), eq(m.serviceId, serviceId)))
  const rolledUp = read
    .select({ slot: max(r.slot) })
    .from(r)
    .where(and(eq(r.userId, userId), eq(r.serviceId, serviceId)))
  const sampledAt: SQL<Date | null> = sql`(${sampled})`.mapWith(m.recordedAt)
  const rolledSlot: SQL<number | null> = sql`(${rolledUp})`.mapWith(r.slot)
  const own = and(eq(userServices.userId, userId), eq(userServices.id, serviceId))
  return read
    .select({ sampledAt, rolledSlot })
    .from(userServices)
    .where(and(own, ne(userServices.status, 'terminated')))
    .prepare('last_measured')
}

/**
 * The version of the `readMetrics` result, by one prepared query. It changes with every measurement and with every new step
 * of the range; a rollup changes the result only if it was late.
 * @throws NOT_FOUND, ZodError
 */
export async function versionMetrics(ctx: PollContext, getRawInput: () => Promise<unknown>): Promise<string> {
  const { id, range } = metricsInput.parse(await getRawInput())
  const [found] = await readUnchanged(ctx.store, lastMeasured, { userId: ctx.user.id, id })
  if (!found) throw notFound('This service')
  const { sampledAt, rolledSlot } = found
  const now = ctx.now()
  const isRolledUp = sampledAt === null || slotOf(sampledAt) <= (rolledSlot ?? 0)
  // Without rollups, samples leave the longer ranges slot by slot, and return with a late rollup.
  const waiting = range === '1h' || isRolledUp ? [] : [slotOf(now), rolledSlot ?? 0]
  return [ctx.user.id, id, range, gridOf(range, now).first, sampledAt?.getTime() ?? 0, ...waiting].join('-')
}
