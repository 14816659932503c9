import { and, eq, isNull, lt, ne, or } from 'drizzle-orm'
import { auditWork } from '#db/audit/audit.ts'
import { enqueueJob } from '#db/jobs.ts'
import type { PaymentEventFacts } from '#db/schema/business/payments.ts'
import type { Tx } from '#db/types.ts'
import type { JobContext } from '#server/context.ts'
import { formatAmount, toRupees } from '#shared/money/money.ts'
import { nilId, readId } from '#shared/schema.ts'
import { after, day } from '#shared/time.ts'
import type { EventRow, LinkRow, PaymentsContext } from '../context.ts'
import { returnedElsewhere, strangePayment } from '../mails.ts'
import { receiveOnline } from './receive-online.ts'
import { tellAdministrator } from './tell-administrator.ts'

/** The kind of the jobs that do what an event asks for; each has the id of its event. */
export const paymentEventKind = 'payment.event'

const keptMs = 90 * day

const isNews = (type: string): boolean => /^(payment_link|refund)\./.test(type)

type NewEvent = { eventId: string; type: string; facts: PaymentEventFacts }

/** The event is stored, once by its id, with the job that does what it asks for; one of a kind that asks for nothing is only stored. */
export async function receiveEvent(ctx: PaymentsContext, { eventId, type, facts }: NewEvent): Promise<void> {
  const [id, now] = [Bun.randomUUIDv7(), ctx.now()]
  await ctx.store.tx(async (tx) => {
    const outcome = isNews(type) ? null : ('ignored' as const)
    const stored = await tx
      .insert(tx.t.paymentEvents)
      .values({ id, eventId, type, facts, receivedAt: now, outcome })
      .onConflictDoNothing()
      .returning({ id: tx.t.paymentEvents.id })
    if (stored.length === 0 || outcome !== null) return
    await enqueueJob(tx, { id, kind: paymentEventKind, payload: {}, now })
  })
}

/** The page that an event is about; the provider repeats our own id, for news that are faster than its first answer. */
async function findLink(tx: Tx, { linkId, referenceId }: PaymentEventFacts): Promise<LinkRow | undefined> {
  const { paymentLinks: l } = tx.t
  const own = readId(referenceId)
  const isNamed = or(
    linkId === null ? undefined : eq(l.externalId, linkId),
    own === nilId ? undefined : eq(l.id, own),
  )
  return isNamed ? (await tx.select().from(l).where(isNamed))[0] : undefined
}

/** Whatever else an event says of a page, the provider is asked about it. */
async function askSoon(tx: Tx, ctx: JobContext, link: LinkRow): Promise<void> {
  const { paymentLinks: l } = tx.t
  await tx
    .update(l)
    .set({ checkAt: ctx.now() })
    .where(and(eq(l.userId, link.userId), eq(l.id, link.id)))
}

type Outcome = NonNullable<EventRow['outcome']>

async function applyToLink(tx: Tx, ctx: JobContext, event: EventRow): Promise<Outcome> {
  const { paymentId, amountPaise, currency, isCaptured } = event.facts
  const link = await findLink(tx, event.facts)
  if (!link) return 'ignored'
  await askSoon(tx, ctx, link)
  if (paymentId === null || !isCaptured || !amountPaise) return 'ignored'
  if (currency !== 'INR') {
    const asked = link.amountPaise
    await tellAdministrator(
      tx,
      ctx,
      strangePayment({ linkId: link.id, paymentId, askedPaise: asked, currency }),
    )
    return 'refused'
  }
  const paidAt = event.receivedAt
  const recorded = await receiveOnline(tx, ctx, { link, paymentId, amountPaise, paidAt })
  if (!recorded) return 'refused'
  return recorded.isNew ? 'recorded' : 'repeated'
}

/** Somebody gave a payment back at the provider itself: the administrator corrects its invoice, or it is never recorded. */
async function noteReturned(tx: Tx, ctx: JobContext, { id, facts }: EventRow): Promise<Outcome> {
  const { paymentId, refundPaise } = facts
  if (paymentId === null || !refundPaise) return 'ignored'
  const { paymentEvents: e, payments: p } = tx.t
  const [payment] = await tx
    .select()
    .from(p)
    .where(and(eq(p.provider, 'razorpay'), eq(p.reference, paymentId)))
  await tx.update(e).set({ returnedPaymentId: paymentId }).where(eq(e.id, id))
  const template = returnedElsewhere({
    eventId: id,
    paymentId,
    refundPaise,
    isRecorded: payment !== undefined,
  })
  await tellAdministrator(tx, ctx, template)
  if (payment)
    await auditWork(
      tx,
      { now: ctx.now },
      {
        action: 'payment.returned',
        targetType: 'payment',
        targetId: payment.id,
        userId: payment.userId,
        note: `${formatAmount(toRupees(refundPaise))} of ${paymentId}, at the provider`,
      },
    )
  return 'refused'
}

/** News of a refund: the job that carries it out looks at once. One that the portal did not ask for is told to the administrator. */
async function applyToRefund(tx: Tx, ctx: JobContext, event: EventRow): Promise<Outcome> {
  const { refundId, paymentId } = event.facts
  if (refundId === null) return 'ignored'
  const { providerRefunds: r } = tx.t
  const hurried = await tx
    .update(r)
    .set({ checkAt: ctx.now() })
    .where(and(eq(r.externalId, refundId), eq(r.status, 'sent')))
    .returning({ id: r.id })
  if (hurried.length > 0) return 'recorded'
  // Its own may be told of before the answer to its making was stored.
  const isOwn = or(
    eq(r.externalId, refundId),
    paymentId === null
      ? undefined
      : and(eq(r.externalPaymentId, paymentId), isNull(r.externalId), ne(r.status, 'failed')),
  )
  if ((await tx.$count(r, isOwn)) > 0 || event.type !== 'refund.processed') return 'ignored'
  return noteReturned(tx, ctx, event)
}

/** What a stored event asks for is done, once. */
export async function applyEvent(ctx: JobContext, id: string): Promise<void> {
  await ctx.store.tx(async (tx) => {
    const { paymentEvents: e } = tx.t
    const [event] = await ctx.store.lock(tx.select().from(e).where(eq(e.id, id)))
    if (!event || event.outcome !== null) return
    const apply = event.type.startsWith('refund.') ? applyToRefund : applyToLink
    const outcome = await apply(tx, ctx, event)
    await tx.update(e).set({ outcome }).where(eq(e.id, id))
  })
}

/** Events are forgotten after 90 days: a payment is known by its own reference for ever. */
export async function sweepEvents(ctx: JobContext): Promise<void> {
  await ctx.store.tx((tx) => {
    const { paymentEvents: e } = tx.t
    return tx.delete(e).where(lt(e.receivedAt, after(ctx.now(), -keptMs)))
  })
}
