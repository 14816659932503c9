import type { Tx } from '#db/types.ts'
import { publish } from '#server/answers/mutate.ts'
import type { Deps } from '#server/context.ts'
import type { BackupRow } from './present.ts'

type ChangedBackup = Pick<BackupRow, 'id' | 'userId'> & { status: BackupRow['status'] | 'deleted' }

/** Makes the owner's open screens refetch the backup after the commit. */
export const publishBackup = (
  tx: Tx,
  ctx: Pick<Deps, 'events'>,
  { id, userId, status }: ChangedBackup,
): void => publish(tx, ctx, { userId, kind: 'backup', id, status })
