import { and, asc, eq, lte } from 'drizzle-orm'
import { Duplicate } from '#db/errors.ts'
import { isSet } from '#db/lists/paging.ts'
import type { Store, Tx } from '#db/types.ts'
import type { JobContext } from '#server/context.ts'
import { countText } from '#shared/text/count-text.ts'
import { nextRun } from '../contract/schedule.ts'
import type { BackupRow } from './present.ts'
import { pruneBackups } from './prune.ts'
import { publishBackup } from './publish-backup.ts'
import { countKept, insertPending, queueCreation } from './queue-backup.ts'

type Schedule = Store['t']['backupSchedules']['$inferSelect']
const batch = 50

const isOf = ({ backupSchedules: s }: Store['t'], { userId, serviceId }: Schedule) =>
  and(eq(s.userId, userId), eq(s.serviceId, serviceId))

/** Starts due backups. Any number of missed runs counts as one; a busy service is retried in the next round. */
export async function runDueSchedules(ctx: JobContext): Promise<void> {
  const { backupSchedules } = ctx.store.t
  const due = await ctx.store.read
    .select()
    .from(backupSchedules)
    .where(and(isSet(backupSchedules.enabled), lte(backupSchedules.nextRunAt, ctx.now())))
    .orderBy(asc(backupSchedules.nextRunAt))
    .limit(batch)
  for (const schedule of due) {
    const backup = await start(ctx, schedule)
    // Failed backups are limited to the same number as completed ones.
    if (backup?.status === 'failed') await pruneBackups(ctx, backup)
  }
}

async function start(ctx: JobContext, due: Schedule): Promise<BackupRow | null> {
  try {
    return await ctx.store.tx((tx) => startOnce(tx, ctx, due))
  } catch (error) {
    // Waits for a manual backup in progress.
    if (error instanceof Duplicate && error.index === 'backups_pending_key') return null
    throw error
  }
}

async function startOnce(tx: Tx, ctx: JobContext, due: Schedule): Promise<BackupRow | null> {
  const { backupSchedules, userServices, pricingPlans, backups } = tx.t
  const now = ctx.now()
  const [schedule] = await ctx.store.lock(tx.select().from(backupSchedules).where(isOf(tx.t, due)))
  const isDue = schedule?.enabled && schedule.nextRunAt !== null && schedule.nextRunAt <= now
  if (!isDue) return null
  const { userId, serviceId, backupType } = schedule
  const [service] = await tx
    .select({ status: userServices.status, busy: userServices.busy, limits: pricingPlans.limits })
    .from(userServices)
    .innerJoin(pricingPlans, eq(pricingPlans.id, userServices.planId))
    .where(and(eq(userServices.userId, userId), eq(userServices.id, serviceId)))
  if (!service || service.busy) return null
  const isActive = service.status === 'active'
  await tx
    .update(backupSchedules)
    .set({ nextRunAt: nextRun(schedule, now), ...(isActive ? { lastRunAt: now } : {}) })
    .where(isOf(tx.t, due))
  if (!isActive) return null
  const backup = await insertPending(tx, { userId, serviceId, backupType, origin: 'schedule', now })
  const { backups: limit } = service.limits
  // The plan limit may be exceeded by one meanwhile: an older scheduled backup is deleted on completion.
  const room = limit + ((await hasScheduled(tx, schedule)) ? 1 : 0)
  if ((await countKept(tx, schedule)) <= room) {
    await queueCreation(tx, backup, now)
    publishBackup(tx, ctx, backup)
    return backup
  }
  const reason = `The plan keeps ${countText(limit, 'backup')}. Delete one to make room.`
  const failed = { status: 'failed' as const, reason, finishedAt: now }
  const [row] = await tx
    .update(backups)
    .set(failed)
    .where(and(eq(backups.userId, userId), eq(backups.id, backup.id)))
    .returning()
  if (!row) return null
  publishBackup(tx, ctx, row)
  return row
}

async function hasScheduled(tx: Tx, { userId, serviceId }: Schedule): Promise<boolean> {
  const { backups } = tx.t
  const own = and(eq(backups.userId, userId), eq(backups.serviceId, serviceId))
  const completed = and(own, eq(backups.origin, 'schedule'), eq(backups.status, 'completed'))
  return (await tx.$count(backups, completed)) > 0
}
