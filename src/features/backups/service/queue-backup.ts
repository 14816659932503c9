import { and, eq, inArray, ne } from 'drizzle-orm'
import { enqueueJob } from '#db/jobs.ts'
import type { Tx } from '#db/types.ts'
import type { BackupType } from '#shared/backup-types.ts'
import { createKind, serviceKey } from '../kinds.ts'
import type { BackupRow } from './present.ts'

type NewBackup = {
  userId: string
  serviceId: string
  backupType: BackupType
  origin: BackupRow['origin']
  now: Date
}

/** `full-2026-11-21-1405.zip`, in the time of Kolkata. */
function fileNameOf({ backupType, origin, now }: NewBackup): string {
  const local = new Date(now.getTime() + 330 * 60_000).toISOString()
  const moment = `${local.slice(0, 10)}-${local.slice(11, 13)}${local.slice(14, 16)}`
  return `${origin === 'safety' ? 'before-restore' : backupType}-${moment}.zip`
}

/**
 * Inserts a pending backup of the service. Part of the caller's transaction, which also queues its job.
 * @throws Duplicate `backups_pending_key` while another one of the service is being made
 */
export async function insertPending(tx: Tx, backup: NewBackup): Promise<BackupRow> {
  const { userId, serviceId, backupType, origin, now } = backup
  const values = { id: Bun.randomUUIDv7(), userId, serviceId, backupType, origin, createdAt: now }
  const [row] = await tx
    .insert(tx.t.backups)
    .values({ ...values, fileName: fileNameOf(backup), status: 'pending' })
    .returning()
  if (!row) throw new Error('the backup was not stored')
  return row
}

/** Queues the job of a pending backup. Part of the caller's transaction. */
export const queueCreation = (tx: Tx, { id, userId, serviceId }: BackupRow, now: Date): Promise<string> =>
  enqueueJob(tx, {
    kind: createKind,
    payload: { userId, serviceId, backupId: id },
    key: serviceKey(serviceId),
    userId,
    relatedId: id,
    now,
  })

/** Number of backups of a service that count against its plan: no safety copies or failures. */
export const countKept = (
  tx: Pick<Tx, '$count' | 't'>,
  { userId, serviceId }: { userId: string; serviceId: string },
): Promise<number> => {
  const { backups } = tx.t
  return tx.$count(
    backups,
    and(
      eq(backups.userId, userId),
      eq(backups.serviceId, serviceId),
      ne(backups.origin, 'safety'),
      inArray(backups.status, ['pending', 'completed']),
    ),
  )
}
