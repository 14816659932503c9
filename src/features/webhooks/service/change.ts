import { and, desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { auditCaller } from '#db/audit/audit.ts'
import { maxRows, olderThan, toArray, toPage } from '#db/lists/paging.ts'
import type { Tx } from '#db/types.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { invalid, limitReached } from '#shared/errors.ts'
import type { Answer, Page } from '#shared/schema.ts'
import { after } from '#shared/time.ts'
import type {
  changeWebhookInput,
  createWebhookInput,
  newWebhookOutput,
  webhookOutput,
} from '../contract/contract.ts'
import { maxWebhooks, rotationMs } from '../contract/limits.ts'
import { Refused, readTarget } from '../drivers/target.ts'
import { findWebhook, isWebhook, lockWebhook, presentWebhook, type WebhookRow } from './own.ts'
import { makeSecret, secretPlace } from './secret.ts'

type Shown = Answer<typeof webhookOutput>
type ShownOnce = Answer<typeof newWebhookOutput>

/** The caller's webhooks, newest first. */
export async function listWebhooks(ctx: CustomerContext, page: Page): Promise<Shown[]> {
  const { webhooks: w } = ctx.store.t
  const limit = page.limit ?? maxRows
  const rows = await ctx.store.read
    .select()
    .from(w)
    .where(and(eq(w.userId, ctx.user.id), olderThan({ at: w.createdAt, id: w.id }, page.cursor)))
    .orderBy(desc(w.createdAt), desc(w.id))
    .limit(limit + 1)
  const key = ({ createdAt, id }: WebhookRow) => ({ at: createdAt, id })
  return toArray(toPage(rows, { limit, key, present: presentWebhook }), ctx.reply.headers)
}

/** @throws INVALID with the reason when the URL is not allowed */
function checkUrl(ctx: CustomerContext, url: string): string {
  try {
    return readTarget(ctx, url).href
  } catch (error) {
    if (error instanceof Refused) throw invalid('url', error.message)
    throw error
  }
}

const audit = (tx: Tx, ctx: CustomerContext, { action, row }: { action: string; row: WebhookRow }) =>
  auditCaller(tx, ctx, {
    action: `webhook.${action}`,
    targetType: 'webhook',
    targetId: row.id,
    userId: row.userId,
    note: new URL(row.url).origin,
  })

/** @throws LIMIT_REACHED when the caller, whose row is locked, has the maximum */
async function assertRoom(tx: Tx, ctx: CustomerContext): Promise<void> {
  const { users, webhooks: w } = tx.t
  await ctx.store.lock(tx.select({ id: users.id }).from(users).where(eq(users.id, ctx.user.id)))
  const used = await tx.$count(w, eq(w.userId, ctx.user.id))
  if (used >= maxWebhooks)
    throw limitReached(`You have ${used} webhooks, which is the maximum.`, { limit: maxWebhooks, used })
}

/**
 * Creates and enables a webhook; returns its secret, only here.
 * @throws INVALID when the URL is not allowed, LIMIT_REACHED
 */
export async function createWebhook(
  ctx: CustomerContext,
  { url: written, kinds, description }: z.output<typeof createWebhookInput>,
): Promise<ShownOnce> {
  const url = checkUrl(ctx, written)
  const [id, now, secret] = [Bun.randomUUIDv7(), ctx.now(), makeSecret()]
  return ctx.store.tx(async (tx) => {
    await assertRoom(tx, ctx)
    const [row] = await tx
      .insert(tx.t.webhooks)
      .values({
        ...{ id, userId: ctx.user.id, url, kinds, description: description || null },
        ...{ secret: ctx.secrets.seal(secret, secretPlace(id)), createdAt: now, updatedAt: now },
      })
      .returning()
    if (!row) throw new Error('the webhook was not stored')
    await audit(tx, ctx, { action: 'create', row })
    return { ...presentWebhook(row), secret }
  })
}

async function update(tx: Tx, row: WebhookRow, to: Partial<WebhookRow>): Promise<WebhookRow> {
  await tx.update(tx.t.webhooks).set(to).where(isWebhook(tx.t, row))
  return { ...row, ...to }
}

/** Updates the webhook; enabling it clears its failures. @throws NOT_FOUND, INVALID */
export async function changeWebhook(
  ctx: CustomerContext,
  { id, url, kinds, description, isEnabled }: z.output<typeof changeWebhookInput>,
): Promise<Answered<Shown>> {
  await findWebhook(ctx, id)
  const to: Partial<WebhookRow> = {
    ...(url === undefined ? {} : { url: checkUrl(ctx, url) }),
    ...(kinds === undefined ? {} : { kinds }),
    ...(description === undefined ? {} : { description: description || null }),
    ...(isEnabled === undefined ? {} : { isEnabled }),
    ...(isEnabled ? { problem: null, failingSince: null } : {}),
    updatedAt: ctx.now(),
  }
  return mutate(ctx, async (tx) => {
    const row = await update(tx, await lockWebhook(tx, ctx, id), to)
    await audit(tx, ctx, { action: 'change', row })
    return presentWebhook(row)
  })
}

/** Rotates the secret and returns the new one; the old one keeps signing for a day. @throws NOT_FOUND */
export async function rotateSecret(ctx: CustomerContext, { id }: { id: string }): Promise<ShownOnce> {
  const secret = makeSecret()
  const now = ctx.now()
  return ctx.store.tx(async (tx) => {
    const before = await lockWebhook(tx, ctx, id)
    const row = await update(tx, before, {
      ...{ secret: ctx.secrets.seal(secret, secretPlace(id)), oldSecret: before.secret },
      ...{ oldSecretUntil: after(now, rotationMs), updatedAt: now },
    })
    await audit(tx, ctx, { action: 'rotate', row })
    return { ...presentWebhook(row), secret }
  })
}

/** Removes the webhook with its deliveries; queued ones are not sent. @throws NOT_FOUND */
export const removeWebhook = (
  ctx: CustomerContext,
  { id }: { id: string },
): Promise<Answered<{ ok: true }>> =>
  mutate(ctx, async (tx) => {
    const row = await lockWebhook(tx, ctx, id)
    await tx.delete(tx.t.webhooks).where(isWebhook(tx.t, row))
    await audit(tx, ctx, { action: 'remove', row })
    return { ok: true as const }
  })
