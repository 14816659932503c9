import { and, eq } from 'drizzle-orm'
import { isolateFailure } from '#features/files/upkeep/isolate-failure.ts'
import { isOver } from '#features/services/lifecycle/ended.ts'
import type { JobContext } from '#server/context.ts'
import { removeAll } from '#server/system/disk.ts'
import { archivePath } from '../folders.ts'
import { ownBackup } from './rows.ts'

const batch = 100

/** Deletes backups of services that ended more than 30 days ago, with archives and schedules. */
export async function purgeEndedBackups(ctx: JobContext): Promise<void> {
  const { store } = ctx
  const { backups, userServices } = store.t
  // Reads every ended service, but only once an hour and in the background.
  const rows = await store.readLong((read) =>
    read
      .select({ id: backups.id, userId: backups.userId, serviceId: backups.serviceId })
      .from(userServices)
      .innerJoin(
        backups,
        and(eq(backups.userId, userServices.userId), eq(backups.serviceId, userServices.id)),
      )
      .where(isOver(store.t, ctx.now()))
      .limit(batch),
  )
  for (const backup of rows) await isolateFailure(ctx.log, backup.serviceId, () => purge(ctx, backup))
}

type Purged = { id: string; userId: string; serviceId: string }

/** Deletes the row first: the sweep removes an archive without a row, but a completed row must have its archive. */
async function purge(ctx: JobContext, { id, userId, serviceId }: Purged): Promise<void> {
  const { backupSchedules } = ctx.store.t
  await ctx.store.tx(async (tx) => {
    await tx.delete(tx.t.backups).where(ownBackup(tx.t, { userId, id }))
    await tx
      .delete(backupSchedules)
      .where(and(eq(backupSchedules.userId, userId), eq(backupSchedules.serviceId, serviceId)))
  })
  await removeAll(archivePath(ctx.env.DATA_DIR, id))
}
