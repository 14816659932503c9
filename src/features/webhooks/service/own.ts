import { and, eq } from 'drizzle-orm'
import type { Schema } from '#db/schema/schema.ts'
import type { Source, Tx } from '#db/types.ts'
import type { OwnerContext } from '#server/context.ts'
import { only } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { deliveryOutput, webhookOutput } from '../contract/contract.ts'

export type WebhookRow = Schema['webhooks']['$inferSelect']
export type DeliveryRow = Schema['webhookDeliveries']['$inferSelect']

/** Matches by owner and id. */
export const isWebhook = ({ webhooks: w }: Schema, { userId, id }: { userId: string; id: string }) =>
  and(eq(w.userId, userId), eq(w.id, id))

const select = ({ read, t }: Source, { user }: OwnerContext, id: string) =>
  read
    .select()
    .from(t.webhooks)
    .where(isWebhook(t, { userId: user.id, id }))

/** One of the caller's webhooks. @throws NOT_FOUND when it is missing or another customer's */
export const findWebhook = async (ctx: OwnerContext, id: string): Promise<WebhookRow> =>
  only(await select(ctx.store, ctx, id), 'This webhook')

/** The same, locked until the transaction ends. */
export const lockWebhook = async (tx: Tx, ctx: OwnerContext, id: string): Promise<WebhookRow> =>
  only(await ctx.store.lock(select(tx, ctx, id)), 'This webhook')

/** A webhook in API form, without its secret. */
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

/** A delivery in API form. */
export const presentDelivery = ({
  userId: _,
  body: __,
  ...row
}: DeliveryRow): Answer<typeof deliveryOutput> => row
