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
import { tellBackup } from '../service/tell-backup.ts'
import { followTree } from './follow-tree.ts'
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
import { discardPrevious, putIn, readMarker, rollBack, setAside, settle, writeMarker } from './swap.ts'

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

/** Plans smaller than this never refuse an archive for its size. */
const smallestRoom = 100 * mib

export type Run = {
  job: Job
  target: RestoreTarget
  places: RestorePlaces
  /** Told before each step; may throw to stop there. */
  onStep: (step: RestoreStep) => Promise<void>
}

/**
 * The service's files and databases are those of the backup, or as before, never a mix; of a backup of databases alone the files
 * stay. Messages that its mailboxes had and have no more are there again. Taken over after a crash it goes on from the
 * marker: before it everything is begun anew, after it the swap is carried to its end, and the rows after it.
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
  // None moves files while the trees are swapped, on whichever node.
  const isDone = await withFolderLock(ctx, target.serviceId, (lock) => replaceHeld(ctx, run, lock))
  if (isDone) await pruneBackups(ctx, target)
}

/** Whether the backup was put back; if not, all is as before. The service's folder is locked. */
async function replaceHeld(ctx: JobContext, run: Run, lock: FolderLock): Promise<boolean> {
  const { job, target, places } = run
  // An upload that had begun ends first.
  await settleLocked(ctx, { userId: target.userId, serviceId: target.serviceId }, lock)
  try {
    await replaceFiles(ctx, run)
  } catch (error) {
    const marked = await readMarker(places)
    const isInRows = marked?.jobId === job.id && marked.direction === 'rows'
    // Where rows follow the new tree there is no way back: it is tried again.
    if (isStoreFault(error) || isInRows) throw error
    await assertClaim(ctx, job)
    await giveUp(ctx, run, error)
    return false
  }
  await discardCopies(ctx, run)
  // The rows say the new tree: whatever fails from here on leaves only something to sweep.
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
    await putIn(places)
    await onStep('databases')
    await ctx.serviceDatabases.putIn(ctx, copiesOf(run))
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

/** As databases and mailboxes know this restore. */
const copiesOf = ({ job, target: { userId, serviceId } }: Pick<Run, 'job' | 'target'>): CopyRun => ({
  userId,
  serviceId,
  runId: job.id,
})

async function discardCopies(ctx: JobContext, run: Run): Promise<void> {
  await ctx.serviceDatabases.discard(ctx, copiesOf(run))
  await ctx.serviceMail.discard(ctx, copiesOf(run))
}

/** Verified and staged, the safety copy made, the marker set. */
async function prepare(ctx: JobContext, run: Run): Promise<void> {
  const { places, target, job, onStep } = run
  const copies = copiesOf(run)
  // Of an attempt that was cut off.
  await ctx.serviceDatabases.takeBack(ctx, copies)
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
  // Until they take the places of the live ones, all of them are there beside those.
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
    tellBackup(tx, ctx, { ...safety, status: 'completed' })
  })
}

/** What the restored backup says of itself, and of databases that were made again. */
async function conclude(ctx: JobContext, run: Run): Promise<string | null> {
  const { userId, backupId: id } = run.target
  const backup = await readBackup(ctx, { userId, id })
  const note = backup ? await readNote(ctx.env.DATA_DIR, backup).catch(() => null) : null
  const made = await ctx.serviceDatabases.putIn(ctx, copiesOf(run))
  // Only adds what is missing, so there is nothing to take back.
  await ctx.serviceMail.putIn(ctx, copiesOf(run))
  if (made.length === 0) return note
  const names = made.map(({ database }) => database).join(', ')
  const recreated = `The last restore recreated ${names}. If a password is refused, set a new one.`
  return note === null ? recreated : `${note.replace(/\.$/, '')}. ${recreated}`
}

/** The rows follow the new tree in short transactions; busy flag and job end in one of their own. */
async function commit(ctx: JobContext, run: Run): Promise<void> {
  const { job, target } = run
  const { userId, serviceId, backupId } = target
  const reason = await conclude(ctx, run)
  const assertOurs = async (tx: Tx) => {
    if ((await tx.$count(tx.t.jobs, stillClaimed(tx.t, job))) === 0) throw new Abandoned()
  }
  await followTree(ctx, target, assertOurs)
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
  tellBackup(tx, ctx, { id, userId, status })
}

/** Files and databases are as before, and the backup says why it was not restored. @throws DomainError UNAVAILABLE */
async function giveUp(ctx: JobContext, run: Run, error: unknown): Promise<void> {
  const { job, target, places } = run
  if (!isRefusal(error)) ctx.log.warn('restore failed', { job: job.id, fault: nameOf(error) })
  await ctx.serviceDatabases.takeBack(ctx, copiesOf(run))
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

/** A safety copy that was not finished is none. Part of the transaction that ends its restore. */
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
