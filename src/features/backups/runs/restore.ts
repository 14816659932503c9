import { and, eq } from 'drizzle-orm'
import { StoreUnavailable } from '#db/errors.ts'
import { completeJob, type Job, stillClaimed } from '#db/jobs.ts'
import type { Tx } from '#db/types.ts'
import { type FolderLock, withFolderLock } from '#features/files/service/folder-lock.ts'
import { settleLocked } from '#features/files/service/journal.ts'
import { quarantine } from '#features/files/storage/quarantine.ts'
import { assertRoom } from '#features/files/storage/room.ts'
import { unlockService } from '#features/services/restore-lock.ts'
import { publish } from '#server/answers/mutate.ts'
import type { JobContext } from '#server/context.ts'
import { mib } from '#shared/bytes.ts'
import { withContents } from '../archive/contents.ts'
import { hashFile } from '../archive/read.ts'
import { Abandoned, Damaged, isRefusal, nameOf, sentenceOf } from '../archive/refused.ts'
import { unpackArchive } from '../archive/unpack.ts'
import type { CopyRun } from '../drivers/service-databases.ts'
import { archivePath, type RestorePlaces, restorePlaces } from '../folders.ts'
import { auditBackup } from '../service/audit-backup.ts'
import { damagedText } from '../service/download-backup.ts'
import { pruneBackups } from '../service/prune.ts'
import { publishBackup } from '../service/publish-backup.ts'
import { makeArchive } from './make-archive.ts'
import { readNote } from './note.ts'
import {
  assertClaim,
  isStoreFault,
  ownBackup,
  ownService,
  type RestoreTarget,
  readBackup,
  restoreTarget,
} from './rows.ts'
import {
  activateStaging,
  discardPrevious,
  readMarker,
  rollBack,
  setAside,
  settle,
  writeMarker,
} from './swap.ts'
import { syncRows } from './sync-rows.ts'

export const restoreSteps = [
  'verify',
  'safety',
  'mark',
  'set-aside',
  'put-in',
  'databases',
  'commit',
] as const
type RestoreStep = (typeof restoreSteps)[number]

/** Smaller plans use this limit for the archive size. */
const smallestRoom = 100 * mib

export type Run = {
  job: Job
  target: RestoreTarget
  places: RestorePlaces
  /** Called before each step; may throw to stop there. */
  onStep: (step: RestoreStep) => Promise<void>
}

/**
 * Restores a service's files and databases entirely or not at all; a backup of databases only leaves the files. Adds messages
 * that
 * are missing in the mailboxes. After a crash it resumes at the marker: without one it starts over, with one it completes the
 * swap
 * and then the rows.
 */
export async function runRestore(ctx: JobContext, job: Job, onStep: Run['onStep']): Promise<void> {
  const target = restoreTarget.parse(job.payload)
  const { t, read } = ctx.store
  const [service] = await read
    .select({ busy: t.userServices.busy })
    .from(t.userServices)
    .where(ownService(t, target))
  if (service?.busy !== 'restore') return
  const run: Run = { job, target, onStep, places: restorePlaces(ctx.env.DATA_DIR, target.serviceId) }
  // No node moves files while the trees are swapped.
  const isDone = await withFolderLock(ctx, target.serviceId, (lock) => replaceHeld(ctx, run, lock))
  if (isDone) await pruneBackups(ctx, target)
}

/** Whether the backup was restored; if not, all is as before. Runs under the service's folder lock. */
async function replaceHeld(ctx: JobContext, run: Run, lock: FolderLock): Promise<boolean> {
  const { job, target, places } = run
  // Finishes a started upload first.
  await settleLocked(ctx, { userId: target.userId, serviceId: target.serviceId }, lock)
  try {
    await replaceFiles(ctx, run)
  } catch (error) {
    const marked = await readMarker(places)
    const isInRows = marked?.jobId === job.id && marked.direction === 'rows'
    // Once row updates have begun there is no way back: the job is retried.
    if (isStoreFault(error) || isInRows) throw error
    await assertClaim(ctx, job)
    await abandon(ctx, run, error)
    return false
  }
  await discardCopies(ctx, run)
  // The rows match the new tree: a later failure leaves only files to sweep.
  await discardPrevious(places).catch((error) =>
    ctx.log.warn('restore left files behind', { fault: nameOf(error) }),
  )
  return true
}

async function replaceFiles(ctx: JobContext, run: Run): Promise<void> {
  const { places, job, onStep } = run
  const marked = await readMarker(places)
  const direction = marked?.jobId === job.id ? marked.direction : 'back'
  if (direction === 'back') await prepare(ctx, run)
  if (direction !== 'rows') {
    await onStep('set-aside')
    await setAside(places)
    await onStep('put-in')
    await activateStaging(places)
    await onStep('databases')
    await ctx.serviceDatabases.swapIn(ctx, copiesOf(run))
    await onStep('commit')
    await writeMarker(places, { jobId: job.id, direction: 'rows', backupId: run.target.backupId })
  }
  await commit(ctx, run)
}

async function roomOf(ctx: JobContext, { target }: Run): Promise<number> {
  const { t, read } = ctx.store
  const [plan] = await read
    .select({ limits: t.pricingPlans.limits })
    .from(t.userServices)
    .innerJoin(t.pricingPlans, eq(t.pricingPlans.id, t.userServices.planId))
    .where(ownService(t, target))
  return Math.max(plan?.limits.diskBytes ?? 0, smallestRoom)
}

/** Identifies this restore to databases and mailboxes. */
const copiesOf = ({ job, target: { userId, serviceId } }: Pick<Run, 'job' | 'target'>): CopyRun => ({
  userId,
  serviceId,
  runId: job.id,
})

async function discardCopies(ctx: JobContext, run: Run): Promise<void> {
  await ctx.serviceDatabases.discard(ctx, copiesOf(run))
  await ctx.serviceMail.discard(ctx, copiesOf(run))
}

/** Verifies and stages the backup, makes the safety copy and sets the marker. */
async function prepare(ctx: JobContext, run: Run): Promise<void> {
  const { places, target, job, onStep } = run
  const copies = copiesOf(run)
  // Remains of an interrupted attempt.
  await ctx.serviceDatabases.swapOut(ctx, copies)
  await discardCopies(ctx, run)
  await settle(places, (path) => quarantine(ctx, path))
  await onStep('verify')
  const backup = await readBackup(ctx, { userId: target.userId, id: target.backupId })
  const path = archivePath(ctx.env.DATA_DIR, target.backupId)
  if (!backup || (await hashFile(path)) !== backup.sha256) throw new Damaged(damagedText)
  const { held, fileBytes } = await withContents(path, async ({ databases, totalBytes, databaseBytes }) => ({
    ...(await databases()),
    fileBytes: totalBytes - databaseBytes,
  }))
  // The staged copies coexist with the live ones until the swap.
  await assertRoom(ctx.env.DATA_DIR, fileBytes + ctx.serviceDatabases.diskBytes(ctx, held))
  await ctx.serviceDatabases.assertRoom(ctx, target, held)
  await unpackArchive(path, places.staging, {
    maxBytes: await roomOf(ctx, run),
    takeDatabase: (item, content) => ctx.serviceDatabases.stage(ctx, copies, { ...item, content }),
    takeMessage: (item, content) => ctx.serviceMail.stage(ctx, copies, item, content),
  })
  await onStep('safety')
  await makeSafetyCopy(ctx, run)
  await onStep('mark')
  await writeMarker(places, { jobId: job.id, direction: 'forward' })
}

async function makeSafetyCopy(ctx: JobContext, { job, target }: Run): Promise<void> {
  const safety = await readBackup(ctx, { userId: target.userId, id: target.safetyBackupId })
  if (safety?.status === 'completed') return
  if (!safety) throw new Abandoned()
  const made = await makeArchive(ctx, job, safety)
  const completed = { ...made, status: 'completed' as const, progress: 100, finishedAt: ctx.now() }
  await ctx.store.tx(async (tx) => {
    await tx.update(tx.t.backups).set(completed).where(ownBackup(tx.t, safety))
    publishBackup(tx, ctx, { ...safety, status: 'completed' })
  })
}

/** The note on the restored backup, including recreated databases. */
async function conclude(ctx: JobContext, run: Run): Promise<string | null> {
  const { userId, backupId: id } = run.target
  const backup = await readBackup(ctx, { userId, id })
  const note = backup ? await readNote(ctx.env.DATA_DIR, backup).catch(() => null) : null
  const made = await ctx.serviceDatabases.swapIn(ctx, copiesOf(run))
  // Only adds missing messages, so a failure needs no rollback.
  await ctx.serviceMail.addMissing(ctx, copiesOf(run))
  if (made.length === 0) return note
  const names = made.map(({ database }) => database).join(', ')
  const recreated = `The last restore recreated ${names}. If a password is refused, set a new one.`
  return note === null ? recreated : `${note.replace(/\.$/, '')}. ${recreated}`
}

/** Updates the rows in short transactions; one last transaction unlocks the service and ends the job. */
async function commit(ctx: JobContext, run: Run): Promise<void> {
  const { job, target } = run
  const { userId, serviceId, backupId } = target
  const reason = await conclude(ctx, run)
  const assertOurs = async (tx: Tx) => {
    if ((await tx.$count(tx.t.jobs, stillClaimed(tx.t, job))) === 0) throw new Abandoned()
  }
  await syncRows(ctx, target, assertOurs)
  const now = ctx.now()
  const isOurs = await completeJob(ctx.store, job, {
    now,
    alongside: async (tx) => {
      await unlockService(tx, { userId, id: serviceId, now })
      await tx
        .update(tx.t.backups)
        .set({ verifiedAt: now, reason })
        .where(and(ownBackup(tx.t, { userId, id: backupId }), eq(tx.t.backups.status, 'completed')))
      await auditBackup(tx, ctx, { action: 'backup.restored', backup: { id: backupId, userId, serviceId } })
      announce(tx, ctx, target, 'completed')
    },
  })
  // Another worker has the job, and decides which tree stays.
  if (!isOurs) throw new StoreUnavailable('fenced')
}

function announce(
  tx: Tx,
  ctx: JobContext,
  { userId, serviceId, backupId: id }: RestoreTarget,
  status: 'completed' | 'failed',
): void {
  publish(tx, ctx, { userId, kind: 'file', id: serviceId, status: 'restored' })
  publish(tx, ctx, { userId, kind: 'service', id: serviceId, status: 'active' })
  publishBackup(tx, ctx, { id, userId, status })
}

/** Restores files and databases as before and stores the reason on the backup. @throws DomainError UNAVAILABLE */
async function abandon(ctx: JobContext, run: Run, error: unknown): Promise<void> {
  const { job, target, places } = run
  if (!isRefusal(error)) ctx.log.warn('restore failed', { job: job.id, fault: nameOf(error) })
  await ctx.serviceDatabases.swapOut(ctx, copiesOf(run))
  await rollBack(places, job.id)
  const { userId, serviceId, backupId: id } = target
  const sentence = sentenceOf(error)
  const isDamaged = error instanceof Damaged
  await completeJob(ctx.store, job, {
    now: ctx.now(),
    alongside: async (tx) => {
      await unlockService(tx, { userId, id: serviceId, now: ctx.now() })
      await failSafetyCopy(tx, target, ctx.now())
      const failed = { status: 'failed' as const, verifiedAt: null, finishedAt: ctx.now() }
      const reason = isDamaged ? sentence : `Not restored, nothing was changed: ${sentence}`
      await tx
        .update(tx.t.backups)
        .set({ reason, ...(isDamaged ? failed : {}) })
        .where(ownBackup(tx.t, { userId, id }))
      await auditBackup(tx, ctx, {
        action: 'backup.restore-failed',
        backup: { id, userId, serviceId },
        note: sentence,
      })
      announce(tx, ctx, target, isDamaged ? 'failed' : 'completed')
    },
  })
  await discardCopies(ctx, run)
}

/** Fails an unfinished safety copy. Part of the transaction that ends its restore. */
async function failSafetyCopy(tx: Tx, target: RestoreTarget, now: Date): Promise<void> {
  const failed = {
    status: 'failed' as const,
    reason: 'Not needed: the restore stopped earlier.',
    finishedAt: now,
  }
  await tx
    .update(tx.t.backups)
    .set(failed)
    .where(
      and(
        ownBackup(tx.t, { userId: target.userId, id: target.safetyBackupId }),
        eq(tx.t.backups.status, 'pending'),
      ),
    )
}
