import { and, desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { countHit } from '#db/limits.ts'
import { maxRows, olderThan, toArray, toPage } from '#db/lists/paging.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, only } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { minute } from '#shared/time.ts'
import type { deliveryOutput, listDeliveriesInput, replayInput } from '../contract/contract.ts'
import { maxPerMinute } from '../contract/limits.ts'
import { type DeliveryRow, findWebhook, lockWebhook, presentDelivery, type WebhookRow } from './own.ts'
import { queueDelivery, writeBody } from './queue.ts'

type Shown = Answer<typeof deliveryOutput>

/** The deliveries of one of the caller's webhooks, newest first. @throws NOT_FOUND */
export async function listDeliveries(
  ctx: CustomerContext,
  { id, ...page }: z.output<typeof listDeliveriesInput>,
): Promise<Shown[]> {
  const webhook = await findWebhook(ctx, id)
  const { webhookDeliveries: d } = ctx.store.t
  const limit = page.limit ?? maxRows
  const own = and(eq(d.userId, ctx.user.id), eq(d.webhookId, webhook.id))
  const rows = await ctx.store.read
    .select()
    .from(d)
    .where(and(own, olderThan({ at: d.createdAt, id: d.id }, page.cursor)))
    .orderBy(desc(d.createdAt), desc(d.id))
    .limit(limit + 1)
  const key = (row: DeliveryRow) => ({ at: row.createdAt, id: row.id })
  return toArray(toPage(rows, { limit, key, present: presentDelivery }), ctx.reply.headers)
}

/** @throws WRONG_STATE while it is disabled */
function assertEnabled({ isEnabled }: WebhookRow): void {
  if (!isEnabled) throw new DomainError('WRONG_STATE', 'This webhook is disabled. Enable it first.')
}

/** Limits tests and replays to the rate of delivery. @throws TOO_MANY_REQUESTS */
const countRequest = ({ store, user, now }: CustomerContext): Promise<void> =>
  countHit(store, {
    key: `webhook-requests:${user.id}`,
    limit: maxPerMinute,
    windowMs: minute,
    now: now(),
  })

/**
 * Queues a delivery again, under the same message id. @throws NOT_FOUND, WRONG_STATE while the webhook is disabled,
 * TOO_MANY_REQUESTS
 */
export async function replayDelivery(
  ctx: CustomerContext,
  { id, deliveryId }: z.output<typeof replayInput>,
): Promise<Answered<Shown>> {
  const webhook = await findWebhook(ctx, id)
  const { webhookDeliveries: d } = ctx.store.t
  const own = and(eq(d.userId, ctx.user.id), eq(d.webhookId, webhook.id), eq(d.id, deliveryId))
  const before = only(await ctx.store.read.select().from(d).where(own), 'This delivery')
  assertEnabled(webhook)
  await countRequest(ctx)
  const { messageId, kind, body } = before
  return mutate(ctx, async (tx) => {
    const row = await queueDelivery(tx, await lockWebhook(tx, ctx, id), {
      ...{ messageId, kind, body, now: ctx.now() },
    })
    return presentDelivery(row)
  })
}

/** The kind of test messages; no notice uses it. */
const testKind = 'webhook.test'

/** Queues a test message for a webhook. @throws NOT_FOUND, WRONG_STATE while it is disabled, TOO_MANY_REQUESTS */
export async function testWebhook(ctx: CustomerContext, { id }: { id: string }): Promise<Answered<Shown>> {
  assertEnabled(await findWebhook(ctx, id))
  await countRequest(ctx)
  const [messageId, now] = [Bun.randomUUIDv7(), ctx.now()]
  const data = { subject: 'This is a test', body: null, link: null, relatedId: null }
  const body = writeBody({ id: messageId, kind: testKind, createdAt: now, data })
  return mutate(ctx, async (tx) => {
    const webhook = await lockWebhook(tx, ctx, id)
    const row = await queueDelivery(tx, webhook, { messageId, kind: testKind, body, now })
    return presentDelivery(row)
  })
}
