import type { Job } from '#db/jobs.ts'
import { readTotals, sumTotals } from '#features/files/service/totals.ts'
import { siteFolder } from '#features/hosting/site-folder.ts'
import type { JobContext } from '#server/context.ts'
import { exists } from '#server/system/disk.ts'
import type { AbsentItem, Sums } from '../archive/manifest.ts'
import { verifyArchive } from '../archive/read.ts'
import { Refused } from '../archive/refused.ts'
import { writeArchive } from '../archive/write.ts'
import type { DumpSource } from '../archive/write-dump.ts'
import { archivePath } from '../folders.ts'
import type { BackupRow } from '../service/present.ts'
import { listAbsent, noteOf } from './note.ts'
import { assertClaim, progressOf } from './rows.ts'

/** Approximate share of writing in the progress; verification takes the rest. */
const writingPercent = 80

export type FinishedArchive = { fileSize: number; sha256: string; reason: string | null; verifiedAt: Date }

type Databases = { held: DumpSource[]; absent: AbsentItem[] }

/** Databases that go into the archive, and those that cannot. */
async function listDatabases(ctx: JobContext, backup: BackupRow): Promise<Databases> {
  const { serviceDatabases } = ctx
  const found: Databases = { held: [], absent: [] }
  if (backup.backupType === 'files') return found
  for (const { absence: why, ...listed } of await serviceDatabases.list(ctx, backup)) {
    const { type, database } = listed
    if (why !== null) found.absent.push({ kind: 'absent', type, database, why })
    else found.held.push({ ...listed, open: () => serviceDatabases.dump(ctx, backup, listed) })
  }
  return found
}

/** @throws Refused: an empty backup is refused, unless it is the safety copy of a restore */
function refuseEmpty({ backupType, origin }: BackupRow, { held, absent }: Databases): void {
  if (backupType !== 'database' || held.length > 0 || origin === 'safety') return
  throw new Refused(
    absent.length > 0
      ? `There is nothing to back up yet: ${listAbsent(absent)}.`
      : 'This service has no databases to back up.',
  )
}

async function rootOf({ env }: JobContext, { backupType, serviceId }: BackupRow): Promise<string | null> {
  if (backupType === 'database') return null
  const root = siteFolder(env.DATA_DIR, serviceId)
  if (!(await exists(root))) throw new Refused('The folder of this service cannot be found.')
  return root
}

/** Approximate bytes to write: the file manager's total and the databases. */
async function expectedOf(
  ctx: JobContext,
  { userId, serviceId, backupType }: BackupRow,
  { held }: Databases,
): Promise<number> {
  const dumps = held.reduce((sum, { databaseBytes }) => sum + databaseBytes, held.length)
  if (backupType === 'database') return dumps
  const { files, folders, bytes } = sumTotals(await readTotals(ctx.store, { userId, serviceId }))
  return files + folders + bytes + dumps
}

/**
 * Writes the archive of a pending backup into place and verifies it entry by entry. Another run overwrites it.
 * @throws Refused or DomainError with a message for the customer, Abandoned when the backup was deleted meanwhile,
 * StoreUnavailable `fenced` when another worker has the job
 */
export async function makeArchive(ctx: JobContext, job: Job, backup: BackupRow): Promise<FinishedArchive> {
  const databases = await listDatabases(ctx, backup)
  refuseEmpty(backup, databases)
  const report = progressOf(ctx, backup)
  const path = archivePath(ctx.env.DATA_DIR, backup.id)
  const mail = backup.backupType === 'full' ? await ctx.serviceMail.measure(ctx, backup) : null
  const expected = (await expectedOf(ctx, backup, databases)) + (mail?.bytes ?? 0)
  const source = {
    root: await rootOf(ctx, backup),
    databases: databases.held,
    absent: databases.absent,
    mail: mail ? { mailboxes: mail.mailboxes, messages: ctx.serviceMail.list(ctx, backup) } : undefined,
    describe: {
      backupId: backup.id,
      serviceId: backup.serviceId,
      backupType: backup.backupType,
      createdAt: backup.createdAt.toISOString(),
    },
    onProgress: ({ items, totalBytes }: Sums) => {
      const done = items + totalBytes
      return report((writingPercent * done) / Math.max(expected, done + 1))
    },
  }
  await report(0)
  // A worker that takes over the job writes to another name, so that two workers never share a file.
  const { sizeBytes, sha256 } = await writeArchive(source, {
    path,
    temporary: `${path}.${job.fence}.tmp`,
    confirm: () => assertClaim(ctx, job),
  })
  const onProgress = (done: number) => report(writingPercent + done * (100 - writingPercent))
  await verifyArchive(path, { maxBytes: Number.POSITIVE_INFINITY, onProgress })
  return {
    fileSize: sizeBytes,
    sha256,
    reason: noteOf(backup, { ...databases, mailboxes: mail?.mailboxes ?? 0 }),
    verifiedAt: ctx.now(),
  }
}
