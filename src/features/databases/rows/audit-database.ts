import { auditWork } from '#db/audit/audit.ts'
import type { Tx } from '#db/types.ts'
import type { Context, JobContext } from '#server/context.ts'
import type { DatabaseRow, DumpRow } from './database-rows.ts'

type DatabaseAudit = {
  action: `database.${string}`
  row: Pick<DatabaseRow | DumpRow, 'id' | 'userId' | 'serviceId' | 'dbName' | 'dbType'>
  details?: Record<string, unknown>
}

/** Writes a database action into the audit log, in the transaction of the change; without a caller the portal is the actor. */
export const auditDatabase = (
  tx: Tx,
  ctx: JobContext | Context,
  { action, row, details = {} }: DatabaseAudit,
): Promise<string> =>
  auditWork(tx, ctx, {
    action,
    targetType: 'database',
    targetId: row.id,
    userId: row.userId,
    note: row.dbName,
    details: { serviceId: row.serviceId, dbType: row.dbType, ...details },
  })
