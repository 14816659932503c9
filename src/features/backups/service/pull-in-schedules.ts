import { and, eq, gt, or } from 'drizzle-orm'
import { latestPlausible } from '#db/clock.ts'
import type { JobContext } from '#server/context.ts'
import { day } from '#shared/time.ts'
import { type Frequency, nextRun } from '../contract/schedule.ts'

/** Longest interval between two runs. */
const longestMs: Record<Frequency, number> = { daily: day, weekly: 7 * day, monthly: 31 * day }
const batch = 500

/** Moves up runs scheduled beyond their interval: a clock that ran ahead and was set back had postponed them. */
export async function pullInSchedules(ctx: JobContext): Promise<void> {
  const { backupSchedules: schedules } = ctx.store.t
  const now = ctx.now()
  const isTooFar = (frequency: Frequency) =>
    and(
      eq(schedules.frequency, frequency),
      gt(schedules.nextRunAt, latestPlausible(now, longestMs[frequency])),
    )
  const isFar = or(isTooFar('daily'), isTooFar('weekly'), isTooFar('monthly'))
  const far = await ctx.store.readLong((read) =>
    read
      .select()
      .from(schedules)
      .where(and(eq(schedules.enabled, true), isFar))
      .limit(batch),
  )
  for (const { userId, serviceId, nextRunAt, ...rhythm } of far) {
    if (nextRunAt === null) continue
    const isSame = and(
      eq(schedules.userId, userId),
      eq(schedules.serviceId, serviceId),
      eq(schedules.nextRunAt, nextRunAt),
    )
    await ctx.store.tx((tx) =>
      tx
        .update(schedules)
        .set({ nextRunAt: nextRun(rhythm, now) })
        .where(isSame),
    )
  }
}
