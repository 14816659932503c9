import { and, eq } from 'drizzle-orm'
import type { Schema } from '#db/schema.ts'
import type { Tx } from '#db/types.ts'
import type { OwnerContext } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { deliveryOutput, webhookOutput } from '../contract.ts'

export type WebhookRow = Schema['webhooks']['$inferSelect']
export type DeliveryRow = Schema['webhookDeliveries']['$inferSelect']

/** The owner and the id together. */
export const isWebhook = ({ webhooks: w }: Schema, { userId, id }: { userId: string; id: string }) =>
  and(eq(w.userId, userId), eq(w.id, id))

/** One of the caller's webhooks, within `tx` locked. @throws NOT_FOUND when it is missing or somebody else's */
export async function findWebhook(ctx: OwnerContext, id: string, tx?: Tx): Promise<WebhookRow> {
  const { t } = ctx.store
  const query = (tx ?? ctx.store.read)
    .select()
    .from(t.webhooks)
    .where(isWebhook(t, { userId: ctx.user.id, id }))
  const [webhook] = await (tx ? ctx.store.lock(query) : query)
  if (!webhook) throw notFound('This webhook')
  return webhook
}

/** A webhook as its owner sees it: without its secret. */
export const presentWebhook = ({
  id,
  url,
  description,
  kinds,
  isEnabled,
  problem,
  failingSince,
  createdAt,
  updatedAt,
}: WebhookRow): Answer<typeof webhookOutput> => ({
  ...{ id, url, description, kinds, isEnabled, problem, failingSince, createdAt, updatedAt },
})

/** A delivery as its owner sees it. */
export const presentDelivery = ({
  userId: _,
  body: __,
  ...row
}: DeliveryRow): Answer<typeof deliveryOutput> => row
