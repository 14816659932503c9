import { and, desc, eq } from 'drizzle-orm'
import type { JobContext } from '#server/context.ts'
import { removeAll } from '#server/system/disk.ts'
import { archivePath } from '../folders.ts'
import { auditBackup } from './audit-backup.ts'
import type { BackupRow } from './present.ts'
import { publishBackup } from './publish-backup.ts'

/** Number of safety copies per service. */
const safetyCopiesKept = 3
const defaultKept = 7

type Service = { userId: string; serviceId: string }

type PrunableBackup = Pick<BackupRow, 'origin' | 'status'>
type PruneLimits = { keep: number; limit: number }

/**
 * A service's surplus backups, from a list with the newest first: scheduled ones beyond `keep`, or beyond the part of the plan's
 * `limit` that manual ones leave, and safety copies beyond three.
 */
export function surplus<Row extends PrunableBackup>(
  all: readonly Row[],
  { keep, limit }: PruneLimits,
): Row[] {
  const own = all.filter(({ origin, status }) => origin === 'manual' && status !== 'failed').length
  const scheduledKept = Math.min(keep, Math.max(1, limit - own))
  const newest = all.find(({ status }) => status === 'completed')
  const beyond = (origin: Row['origin'], status: Row['status'], kept: number) =>
    all.filter((row) => row.origin === origin && row.status === status).slice(kept)
  return [
    ...beyond('schedule', 'completed', scheduledKept),
    ...beyond('schedule', 'failed', keep),
    ...beyond('safety', 'completed', safetyCopiesKept),
    ...beyond('safety', 'failed', safetyCopiesKept),
  ].filter((row) => row !== newest)
}

/** Deletes surplus backups by the service's schedule, but never the newest completed one. */
export async function pruneBackups(ctx: JobContext, { userId, serviceId }: Service): Promise<void> {
  const { backups, backupSchedules, userServices, pricingPlans } = ctx.store.t
  const removed = await ctx.store.tx(async (tx) => {
    const [schedule] = await tx
      .select({ keep: backupSchedules.keep })
      .from(backupSchedules)
      .where(and(eq(backupSchedules.userId, userId), eq(backupSchedules.serviceId, serviceId)))
    const [plan] = await tx
      .select({ limits: pricingPlans.limits })
      .from(userServices)
      .innerJoin(pricingPlans, eq(pricingPlans.id, userServices.planId))
      .where(and(eq(userServices.userId, userId), eq(userServices.id, serviceId)))
    const all = await tx
      .select()
      .from(backups)
      .where(and(eq(backups.userId, userId), eq(backups.serviceId, serviceId)))
      .orderBy(desc(backups.createdAt), desc(backups.id))
    const rows = surplus(all, { keep: schedule?.keep ?? defaultKept, limit: plan?.limits.backups ?? 1 })
    for (const backup of rows) {
      await tx.delete(backups).where(and(eq(backups.userId, userId), eq(backups.id, backup.id)))
      await auditBackup(tx, ctx, { action: 'backup.prune', backup })
      publishBackup(tx, ctx, { ...backup, status: 'deleted' })
    }
    return rows
  })
  for (const { id } of removed) await removeAll(archivePath(ctx.env.DATA_DIR, id))
}
