import { and, eq } from 'drizzle-orm'
import { type FolderLock, withFolderLock } from '#features/files/service/folder-lock.ts'
import { isolateFailure } from '#features/files/upkeep/isolate-failure.ts'
import { listLockedServices, unlockService } from '#features/services/restore-lock.ts'
import { publish } from '#server/answers/mutate.ts'
import type { JobContext } from '#server/context.ts'
import { restorePlaces } from '../folders.ts'
import { createKind, restoreKind } from '../kinds.ts'
import { publishBackup } from '../service/publish-backup.ts'
import { hasLiveJob } from './live-jobs.ts'
import { discardPrevious, readMarker, rollBack } from './swap.ts'
import { syncRows } from './sync-rows.ts'

type HeldService = Awaited<ReturnType<typeof listLockedServices>>[number]

const batch = 50
const interrupted = 'This backup was interrupted.'

/**
 * Unlocks services of abandoned restores, with tree, rows and databases consistently old or new, and fails abandoned pending
 * backups.
 */
export async function repairBackups(ctx: JobContext): Promise<void> {
  await releaseServices(ctx)
  await failAbandoned(ctx)
}

async function releaseServices(ctx: JobContext): Promise<void> {
  for (const service of await listLockedServices(ctx.store))
    await isolateFailure(ctx.log, service.id, () => releaseIfAbandoned(ctx, service))
}

async function releaseIfAbandoned(ctx: JobContext, service: HeldService): Promise<void> {
  const { store } = ctx
  if (await hasLiveJob(store.read, store.t, { serviceId: service.id, kinds: [restoreKind] })) return
  await withFolderLock(ctx, service.id, async (lock) => {
    // Rechecked under the lock: a restore that ended meanwhile has unlocked it with the right tree.
    if (!(await listLockedServices(store)).some(({ id }) => id === service.id)) return
    lock.assertCurrent()
    await settleTree(ctx, service, lock)
    await store.tx(async (tx) => {
      await unlockService(tx, { ...service, now: ctx.now() })
      publish(tx, ctx, { userId: service.userId, kind: 'service', id: service.id, status: 'active' })
    })
  })
}

/** Whether this job completed its restore, including the rows. */
async function isDone({ store }: JobContext, jobId: string): Promise<boolean> {
  const { jobs } = store.t
  return (await store.read.$count(jobs, and(eq(jobs.id, jobId), eq(jobs.status, 'done')))) > 0
}

/**
 * Keeps the old tree with its databases; or the new tree with its rows, if row updates had begun. Remains of an earlier restore
 * are
 * left to the sweeps.
 */
async function settleTree(
  ctx: JobContext,
  { id: serviceId, userId }: HeldService,
  lock: FolderLock,
): Promise<void> {
  const places = restorePlaces(ctx.env.DATA_DIR, serviceId)
  const marked = await readMarker(places)
  const copies = marked && { userId, serviceId, runId: marked.jobId }
  if (marked?.direction !== 'rows') {
    if (copies) await ctx.serviceDatabases.swapOut(ctx, copies)
    return rollBack(places, marked?.jobId ?? '')
  }
  if (await isDone(ctx, marked.jobId)) return
  await syncRows(ctx, { userId, serviceId, backupId: marked.backupId ?? '' }, lock.assertHeld)
  await discardPrevious(places)
}

async function failAbandoned(ctx: JobContext): Promise<void> {
  const { read, t } = ctx.store
  const { backups } = t
  const { id, userId, serviceId } = backups
  const pending = await read
    .select({ id, userId, serviceId })
    .from(backups)
    .where(eq(backups.status, 'pending'))
    .limit(batch)
  for (const backup of pending)
    await isolateFailure(ctx.log, backup.serviceId, async () => {
      const work = { serviceId: backup.serviceId, kinds: [createKind, restoreKind] }
      if (await hasLiveJob(read, t, work)) return
      await ctx.store.tx(async (tx) => {
        await tx
          .update(tx.t.backups)
          .set({ status: 'failed', reason: interrupted, finishedAt: ctx.now() })
          .where(and(eq(userId, backup.userId), eq(id, backup.id), eq(backups.status, 'pending')))
        publishBackup(tx, ctx, { ...backup, status: 'failed' })
      })
    })
}
