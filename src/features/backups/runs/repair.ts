import { and, eq } from 'drizzle-orm'
import { type FolderLock, withFolderLock } from '#features/files/service/folder-lock.ts'
import { isolateFailure } from '#features/files/upkeep/isolate-failure.ts'
import { listLockedServices, unlockService } from '#features/services/restore-lock.ts'
import { publish } from '#server/answers/mutate.ts'
import type { JobContext } from '#server/context.ts'
import { restorePlaces } from '../folders.ts'
import { createKind, restoreKind } from '../kinds.ts'
import { tellBackup } from '../service/tell-backup.ts'
import { followTree } from './follow-tree.ts'
import { hasLiveJob } from './live-jobs.ts'
import { discardPrevious, readMarker, rollBack } from './swap.ts'

type HeldService = Awaited<ReturnType<typeof listLockedServices>>[number]

const batch = 50
const interrupted = 'This backup was interrupted.'

/**
 * Services locked for an abandoned restore are released with a tree, its rows and the databases of before or after; pending
 * backups fail likewise.
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
    // A restore that ended between the two questions has released it: its tree is the right one.
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
 * The old tree stands, with the databases of its time; or the new one with its rows, where these had begun to follow it. What
 * is left of an earlier restore is for the sweep, and for the databases' own.
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
    if (copies) await ctx.serviceDatabases.takeBack(ctx, copies)
    return rollBack(places, marked?.jobId ?? '')
  }
  if (await isDone(ctx, marked.jobId)) return
  await followTree(ctx, { userId, serviceId, backupId: marked.backupId ?? '' }, lock.assertHeld)
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
        tellBackup(tx, ctx, { ...backup, status: 'failed' })
      })
    })
}
