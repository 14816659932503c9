import { and, asc, eq, ne } from 'drizzle-orm'
import { auditCaller } from '#db/audit/audit.ts'
import { ofShared } from '#db/rows/shared-service.ts'
import type { Store, Tx } from '#db/types.ts'
import { lockActiveService } from '#features/services/service.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { ScheduleInput, scheduleOutput } from '../contract/contract.ts'
import { nextRun, usualSchedule } from '../contract/schedule.ts'

type Row = Store['t']['backupSchedules']['$inferSelect']

const never = {
  ...usualSchedule,
  enabled: false,
  lastRunAt: null,
  nextRunAt: null,
}

const present = (row: Row): Answer<typeof scheduleOutput> => ({
  serviceId: row.serviceId,
  enabled: row.enabled,
  frequency: row.frequency,
  time: row.time,
  backupType: row.backupType,
  keep: row.keep,
  lastRunAt: row.lastRunAt,
  nextRunAt: row.nextRunAt,
})

const own = (t: Store['t'], ctx: CustomerContext, serviceId: string) =>
  and(eq(t.backupSchedules.userId, ctx.user.id), eq(t.backupSchedules.serviceId, serviceId))

/** The schedule of the caller's service, or the disabled default. @throws NOT_FOUND */
export async function getSchedule(
  ctx: CustomerContext,
  { serviceId }: { serviceId: string },
): Promise<Answer<typeof scheduleOutput>> {
  const { userServices, backupSchedules } = ctx.store.t
  const { userId, id, status } = userServices
  const [service] = await ctx.store.read
    .select({ id })
    .from(userServices)
    .where(and(eq(userId, ctx.user.id), eq(id, serviceId), ne(status, 'terminated')))
  if (!service) throw notFound('This service')
  const [row] = await ctx.store.read
    .select()
    .from(backupSchedules)
    .where(own(ctx.store.t, ctx, serviceId))
  return row ? present(row) : { serviceId: service.id, ...never }
}

/** The caller's schedules for services that have not ended, including disabled ones. */
export async function listSchedules(ctx: CustomerContext): Promise<Answer<typeof scheduleOutput>[]> {
  const { userServices, backupSchedules: s } = ctx.store.t
  const rows = await ctx.store.read
    .select({ schedule: s })
    .from(s)
    .innerJoin(userServices, and(eq(userServices.userId, s.userId), eq(userServices.id, s.serviceId)))
    .where(and(eq(s.userId, ctx.user.id), ne(userServices.status, 'terminated'), ofShared(ctx, s.serviceId)))
    .orderBy(asc(s.serviceId))
  return rows.map(({ schedule }) => present(schedule))
}

/**
 * Sets the backup schedule of the caller's service; its next run is in the future.
 * @throws NOT_FOUND, WRONG_STATE unless the service is active, BUSY
 */
export async function setSchedule(
  ctx: CustomerContext,
  input: ScheduleInput,
): Promise<Answered<Answer<typeof scheduleOutput>>> {
  const now = ctx.now()
  const { serviceId, ...wish } = input
  return mutate(ctx, async (tx) => {
    await lockActiveService(tx, ctx, serviceId)
    const values = { ...wish, nextRunAt: wish.enabled ? nextRun(wish, now) : null, updatedAt: now }
    const row =
      (await replace(tx, ctx, { serviceId, values })) ?? (await insert(tx, ctx, { serviceId, values }))
    await auditCaller(tx, ctx, {
      action: 'backup.schedule',
      targetType: 'service',
      targetId: serviceId,
      userId: ctx.user.id,
      note: wish.enabled ? `${wish.frequency} at ${wish.time}, keep ${wish.keep}` : 'off',
    })
    return present(row)
  })
}

type Change = {
  serviceId: string
  values: Omit<ScheduleInput, 'serviceId'> & { nextRunAt: Date | null; updatedAt: Date }
}

// The service is locked: no other request can set its schedule between these two.
async function replace(
  tx: Tx,
  ctx: CustomerContext,
  { serviceId, values }: Change,
): Promise<Row | undefined> {
  const { backupSchedules } = tx.t
  const [row] = await tx
    .update(backupSchedules)
    .set(values)
    .where(own(tx.t, ctx, serviceId))
    .returning()
  return row
}

async function insert(tx: Tx, ctx: CustomerContext, { serviceId, values }: Change): Promise<Row> {
  const [row] = await tx
    .insert(tx.t.backupSchedules)
    .values({ userId: ctx.user.id, serviceId, ...values })
    .returning()
  if (!row) throw new Error('the schedule was not stored')
  return row
}
