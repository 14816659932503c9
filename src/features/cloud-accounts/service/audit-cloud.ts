import { auditCaller } from '#db/audit/audit.ts'
import type { Tx } from '#db/types.ts'
import type { CustomerContext } from '#server/context.ts'

type CloudAuditEntry = {
  action: `cloud.${string}`
  targetType: 'cloud_instance' | 'cloud_provider'
  targetId: string
  note: string
}

/** Writes an audit entry about the caller's cloud, in the transaction of the change. */
export const auditCloud = (tx: Tx, ctx: CustomerContext, entry: CloudAuditEntry): Promise<string> =>
  auditCaller(tx, ctx, { ...entry, userId: ctx.user.id })
