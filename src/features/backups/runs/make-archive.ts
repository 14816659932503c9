import type { Job } from '#db/jobs.ts'
import { readTotals, sumTotals } from '#features/files/service/totals.ts'
import { siteFolder } from '#features/hosting/site-folder.ts'
import type { JobContext } from '#server/context.ts'
import { exists } from '#server/disk.ts'
import { verifyArchive } from '../archive/read.ts'
import { Refused } from '../archive/refused.ts'
import { type Sums, writeArchive } from '../archive/write.ts'
import { noDatabases } from '../drivers/database-dump.ts'
import { archivePath } from '../folders.ts'
import type { BackupRow } from '../service/present.ts'
import { assertClaim, progressOf } from './rows.ts'

const noEngine = 'No database engine is connected, so there are no databases to back up.'
const filesOnlyNote = 'Holds the files. No database engine is connected, so there are no databases in it.'

/** The approximate share of writing in the whole; reading it back takes the rest. */
const writingPercent = 80

export type Made = { fileSize: number; sha256: string; reason: string | null; verifiedAt: Date }

/** What a completed backup says of itself. */
export const noteOf = ({ backupType }: Pick<BackupRow, 'backupType'>): string | null =>
  backupType === 'full' ? filesOnlyNote : null

/** The approximate amount to write: the total of the file manager. */
async function expectedOf(ctx: JobContext, { userId, serviceId }: BackupRow): Promise<number> {
  const { files, folders, bytes } = sumTotals(await readTotals(ctx.store, { userId, serviceId }))
  return files + folders + bytes
}

/**
 * The archive of a pending backup is in its place and was read back entry by entry. A second run writes it again.
 * @throws Refused with a message for the customer, Abandoned when the backup was deleted meanwhile, StoreUnavailable `fenced`
 * when another worker has the job
 */
export async function makeArchive(ctx: JobContext, job: Job, backup: BackupRow): Promise<Made> {
  if (backup.backupType === 'database' && !noDatabases.isConnected()) throw new Refused(noEngine)
  const report = progressOf(ctx, backup)
  const path = archivePath(ctx.env.DATA_DIR, backup.id)
  const expected = await expectedOf(ctx, backup)
  const source = {
    root: siteFolder(ctx.env.DATA_DIR, backup.serviceId),
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
  if (!(await exists(source.root))) throw new Refused('The folder of this service cannot be found.')
  // A worker that takes this job over writes to another name, so that two never write to one file.
  const { sizeBytes, sha256 } = await writeArchive(source, {
    path,
    temporary: `${path}.${job.fence}.tmp`,
    confirm: () => assertClaim(ctx, job),
  })
  const onProgress = (done: number) => report(writingPercent + done * (100 - writingPercent))
  await verifyArchive(path, { maxBytes: Number.POSITIVE_INFINITY, onProgress })
  return { fileSize: sizeBytes, sha256, reason: noteOf(backup), verifiedAt: ctx.now() }
}
