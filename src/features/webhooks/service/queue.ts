import { and, eq } from 'drizzle-orm'
import { enqueueJob } from '#db/jobs.ts'
import type { Tx } from '#db/types.ts'
import type { FollowNotice } from '#features/notifications/follower.ts'
import type { DeliveryRow, WebhookRow } from './own.ts'

/** The kind of the jobs that deliver. */
export const deliverKind = 'webhook.deliver'

type Message = Pick<DeliveryRow, 'messageId' | 'kind' | 'body'> & { now: Date }

/** Queues a message for a webhook, with its job. Part of the caller's transaction. */
export async function queueDelivery(
  tx: Tx,
  { id: webhookId, userId }: Pick<WebhookRow, 'id' | 'userId'>,
  { now, ...message }: Message,
): Promise<DeliveryRow> {
  const [row] = await tx
    .insert(tx.t.webhookDeliveries)
    .values({ userId, webhookId, ...message, createdAt: now })
    .returning()
  if (!row) throw new Error('the delivery was not stored')
  // One at a time per customer, so that a hanging receiver delays no other customer.
  const job = { id: row.id, kind: deliverKind, payload: {}, key: `webhooks:${userId}`, userId }
  await enqueueJob(tx, { ...job, relatedId: webhookId, now })
  return row
}

/** The posted body of an event. */
export const writeBody = (message: {
  id: string
  kind: string
  createdAt: Date
  data: Record<string, unknown>
}): string => JSON.stringify(message)

/**
 * Queues a notice for every enabled webhook of its user that listens for its kind, in the transaction of the change it announces.
 */
export const followNotice: FollowNotice = async (tx, _, told) => {
  const { webhooks: w } = tx.t
  const { id, userId, kind, createdAt, subject, body, link, relatedId } = told
  const rows = await tx
    .select()
    .from(w)
    .where(and(eq(w.userId, userId), eq(w.isEnabled, true)))
  const text = writeBody({ id, kind, createdAt, data: { subject, body, link, relatedId } })
  for (const webhook of rows) {
    if (webhook.kinds.length > 0 && !webhook.kinds.includes(kind)) continue
    await queueDelivery(tx, webhook, { messageId: id, kind, body: text, now: createdAt })
  }
}
