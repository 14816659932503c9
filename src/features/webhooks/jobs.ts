import { and, eq } from 'drizzle-orm'
import { countHit } from '#db/limits.ts'
import type { Tx } from '#db/types.ts'
import { notify } from '#features/notifications/service/notify.ts'
import type { JobContext } from '#server/context.ts'
import { type JobHandler, Postponed, unlessEnding } from '#server/jobs/job-handler.ts'
import { DomainError } from '#shared/errors.ts'
import { after, day, minute, second } from '#shared/time.ts'
import { attemptDelaysMs, failingDays, maxPerMinute } from './contract/limits.ts'
import { post, type WebhookResponse } from './drivers/post.ts'
import { Refused, readTarget, resolveTarget } from './drivers/target.ts'
import { type DeliveryRow, isWebhook, type WebhookRow } from './service/own.ts'
import { deliverKind } from './service/queue.ts'
import { secretPlace, signedHeaders } from './service/secret.ts'

type DueDelivery = { delivery: DeliveryRow; webhook: WebhookRow }

/** The delivery and its webhook; null when the webhook was removed or disabled. */
async function readDue({ store }: JobContext, id: string): Promise<DueDelivery | null> {
  const { webhooks: w, webhookDeliveries: d } = store.t
  const [due] = await store.read
    .select({ delivery: d, webhook: w })
    .from(d)
    .innerJoin(w, and(eq(w.userId, d.userId), eq(w.id, d.webhookId)))
    .where(eq(d.id, id))
  return due ?? null
}

/** @throws Postponed when the customer's deliveries per minute are used up */
async function claimDelivery({ store, now }: JobContext, userId: string): Promise<void> {
  const hit = { key: `webhooks:${userId}`, limit: maxPerMinute, windowMs: minute, now: now() }
  try {
    await countHit(store, hit)
  } catch (error) {
    if (!(error instanceof DomainError) || error.retryAfterSeconds === undefined) throw error
    throw new Postponed(after(now(), error.retryAfterSeconds * second))
  }
}

function secretsOf({ secrets, now }: JobContext, { id, secret, oldSecret, oldSecretUntil }: WebhookRow) {
  const isOldGood = oldSecret !== null && oldSecretUntil !== null && oldSecretUntil > now()
  return [secret, ...(isOldGood ? [oldSecret] : [])].map((sealed) => secrets.open(sealed, secretPlace(id)))
}

async function send(ctx: JobContext, { delivery, webhook }: DueDelivery): Promise<WebhookResponse> {
  try {
    const url = readTarget(ctx, webhook.url)
    const address = await resolveTarget(ctx, url)
    const { messageId, body } = delivery
    const timestamp = Math.floor(ctx.now().getTime() / second)
    const headers = signedHeaders(secretsOf(ctx, webhook), { messageId, timestamp, body })
    return await post({ url, address, headers, body })
  } catch (error) {
    if (error instanceof Refused) return { statusCode: null, answer: null, problem: error.message }
    throw error
  }
}

const update = (tx: Tx, id: string, values: Partial<DeliveryRow>) =>
  tx.update(tx.t.webhookDeliveries).set(values).where(eq(tx.t.webhookDeliveries.id, id))

const isBad = ({ problem }: WebhookResponse): boolean => problem !== null

/** Disables a webhook whose deliveries have all failed for some days, and notifies its owner. */
async function disable(tx: Tx, ctx: JobContext, { id, userId, url }: WebhookRow): Promise<void> {
  const problem = `Every delivery failed for ${failingDays} days.`
  await tx
    .update(tx.t.webhooks)
    .set({ isEnabled: false, problem, updatedAt: ctx.now() })
    .where(isWebhook(tx.t, { userId, id }))
  await notify(tx, ctx, {
    ...{ userId, kind: 'webhook.disabled', relatedId: id },
    subject: 'A webhook was disabled',
    body: `${problem} It sent to ${new URL(url).host}. Enable it again once its receiver answers.`,
    link: '/account/webhooks',
  })
}

async function noteHealth(
  tx: Tx,
  ctx: JobContext,
  { webhook, isGood }: { webhook: WebhookRow; isGood: boolean },
) {
  const { userId, id } = webhook
  const own = isWebhook(tx.t, { userId, id })
  const [row] = await ctx.store.lock(tx.select().from(tx.t.webhooks).where(own))
  if (!row?.isEnabled) return
  const since = isGood ? null : (row.failingSince ?? ctx.now())
  if (since?.getTime() !== row.failingSince?.getTime())
    await tx.update(tx.t.webhooks).set({ failingSince: since }).where(own)
  if (since && since <= after(ctx.now(), -failingDays * day)) await disable(tx, ctx, row)
}

/** Stores the outcome of an attempt, independent of the job. */
async function store(
  ctx: JobContext,
  due: DueDelivery,
  { outcome, durationMs }: { outcome: WebhookResponse; durationMs: number },
) {
  const { id } = due.delivery
  await ctx.store.tx(async (tx) => {
    await update(tx, id, { ...outcome, durationMs })
    await noteHealth(tx, ctx, { webhook: due.webhook, isGood: !isBad(outcome) })
  })
}

/** Makes one delivery attempt; failed ones are retried after the configured delays. */
export const delivering: JobHandler = {
  kind: deliverKind,
  delaysMs: attemptDelaysMs,
  failureText: 'The receiver did not accept the delivery.',
  hasOwnRecord: true,
  async run(ctx, { id }, stopping) {
    const due = await readDue(ctx, id)
    if (!due) return
    if (!due.webhook.isEnabled) return
    await claimDelivery(ctx, due.webhook.userId)
    const begun = performance.now()
    const outcome = await unlessEnding(stopping, () => send(ctx, due))
    await store(ctx, due, { outcome, durationMs: Math.round(performance.now() - begun) })
    if (isBad(outcome)) throw new Error('not accepted')
  },
  async done(tx, ctx, { id, attempts }) {
    const { webhookDeliveries: d } = tx.t
    const [row] = await tx.select().from(d).where(eq(d.id, id))
    if (!row) return
    const isSent = row.statusCode !== null && row.problem === null
    const problem = isSent ? null : 'The webhook was disabled.'
    const end = { endedAt: ctx.now(), problem }
    await update(tx, id, isSent ? { ...end, status: 'delivered', attempts } : { ...end, status: 'failed' })
  },
  async failed(tx, ctx, { job, outcome }) {
    const ended = outcome === 'failed' ? { status: 'failed' as const, endedAt: ctx.now() } : {}
    await update(tx, job.id, { attempts: job.attempts, ...ended })
  },
}
