import { auditWork } from '#db/audit/audit.ts'
import type { Tx } from '#db/types.ts'
import type { Context, JobContext } from '#server/context.ts'
import type { AccountRow } from './rows.ts'

type AccountEvent = {
  action: `email.${string}`
  row: Pick<AccountRow, 'id' | 'userId' | 'serviceId' | 'email'>
  details?: Record<string, unknown>
}

/** Writes an account event to the audit log in the transaction of the change; without a caller, the portal is the actor. */
export const auditAccount = (
  tx: Tx,
  ctx: JobContext | Context,
  { action, row, details = {} }: AccountEvent,
): Promise<string> =>
  auditWork(tx, ctx, {
    action,
    targetType: 'email',
    targetId: row.id,
    userId: row.userId,
    note: row.email,
    details: { serviceId: row.serviceId, ...details },
  })
