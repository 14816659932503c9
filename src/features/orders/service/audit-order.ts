import { auditCaller } from '#db/audit.ts'
import type { Tx } from '#db/types.ts'
import type { CustomerContext } from '#server/context.ts'
import type { OrderRow } from './present.ts'

type Entry = { action: `order.${string}`; order: OrderRow; note?: string | null }

/** Writes what the caller did to an order into the audit log, in the transaction of the change. */
export const auditOrder = (tx: Tx, ctx: CustomerContext, { action, order, note }: Entry): Promise<string> =>
  auditCaller(tx, ctx, {
    action,
    targetType: 'order',
    targetId: order.id,
    userId: order.userId,
    note: note ?? null,
  })
