import { auditWork } from '#db/audit/audit.ts'
import type { Tx } from '#db/types.ts'
import type { DecisionContext, OrderRow } from './present.ts'

type OrderEvent = { action: `order.${string}`; order: OrderRow; note?: string | null }

/** Writes a change of an order by the caller or the portal to the audit log, in the transaction of the change. */
export const auditOrder = (
  tx: Tx,
  ctx: DecisionContext,
  { action, order, note }: OrderEvent,
): Promise<string> =>
  auditWork(tx, ctx, {
    action,
    targetType: 'order',
    targetId: order.id,
    userId: order.userId,
    note: note ?? null,
  })
