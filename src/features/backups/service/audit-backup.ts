import { auditWork } from '#db/audit/audit.ts'
import type { Tx } from '#db/types.ts'
import type { Context, JobContext } from '#server/context.ts'

type BackupAudit = {
  action: `backup.${string}`
  backup: { id: string; userId: string; serviceId: string }
  note?: string | null
}

/** Writes a backup action into the audit log, in the transaction of the change; without a caller the portal is the actor. */
export const auditBackup = (
  tx: Tx,
  ctx: JobContext | Context,
  { action, backup, note }: BackupAudit,
): Promise<string> =>
  auditWork(tx, ctx, {
    action,
    targetType: 'backup',
    targetId: backup.id,
    userId: backup.userId,
    note: note ?? null,
    details: { serviceId: backup.serviceId },
  })
