import { auditCaller } from '#db/audit/audit.ts'
import type { Tx } from '#db/types.ts'
import type { CustomerContext } from '#server/context.ts'

type AuditEntry = {
  action: `customer.${string}`
  customer: { id: string }
  note?: string
  details?: Record<string, unknown>
}

/** Writes an administrator's action on a customer to the audit log, in the transaction of the change. */
export const auditCustomer = (
  tx: Tx,
  ctx: CustomerContext,
  { customer, ...entry }: AuditEntry,
): Promise<string> =>
  auditCaller(tx, ctx, { ...entry, targetType: 'user', targetId: customer.id, userId: customer.id })
