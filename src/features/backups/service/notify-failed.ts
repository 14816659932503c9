import type { Tx } from '#db/types.ts'
import { notify } from '#features/notifications/service/notify.ts'
import type { JobContext } from '#server/context.ts'
import type { BackupRow } from './present.ts'

/** Emails the owner about a failed backup, in the transaction of the failure. */
export async function notifyFailed(
  tx: Tx,
  ctx: JobContext,
  {
    id,
    userId,
    serviceId,
    origin,
    reason,
  }: Pick<BackupRow, 'id' | 'userId' | 'serviceId' | 'origin' | 'reason'>,
): Promise<void> {
  await notify(tx, ctx, {
    ...{ userId, kind: 'backup.failed', relatedId: id },
    subject: origin === 'schedule' ? 'A scheduled backup failed' : 'A backup failed',
    body: `${reason ?? 'The backup could not be created.'} Your existing backups are not affected.`,
    link: `/backups?service=${serviceId}`,
  })
}
