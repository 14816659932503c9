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
import { notifyAdministrator } from './notify-administrator.ts'
import { receiveOnline } from './receive-online.ts'

/** Job kind for processing an event; each job has the id of its event. */
export const paymentEventKind = 'payment.event'

const keptMs = 90 * day

const isNews = (type: string): boolean => /^(payment_link|refund)\./.test(type)

type NewEvent = { eventId: string; type: string; facts: PaymentEventFacts }

/** Stores the event once by its id, with the job that processes it; only stores one of an ignored kind. */
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

/** The page of an event; the provider repeats our own id, for events that arrive before its first response. */
async function findLink(tx: Tx, { linkId, referenceId }: PaymentEventFacts): Promise<LinkRow | undefined> {
  const { paymentLinks: l } = tx.t
  const own = readId(referenceId)
  const isNamed = or(
    linkId === null ? undefined : eq(l.externalId, linkId),
    own === nilId ? undefined : eq(l.id, own),
  )
  return isNamed ? (await tx.select().from(l).where(isNamed))[0] : undefined
}

/** The provider is polled for everything else about the page. */
async function pollSoon(tx: Tx, ctx: JobContext, link: LinkRow): Promise<void> {
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
  await pollSoon(tx, ctx, link)
  if (paymentId === null || !isCaptured || !amountPaise) return 'ignored'
  if (currency !== 'INR') {
    const asked = link.amountPaise
    await notifyAdministrator(
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

/** Handles a refund at the provider itself: the administrator corrects the invoice, or the payment is never recorded. */
async function recordReturned(tx: Tx, ctx: JobContext, { id, facts }: EventRow): Promise<Outcome> {
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
  await notifyAdministrator(tx, ctx, template)
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

/** Handles a refund's event: its job polls immediately. Reports one that the portal did not request to the administrator. */
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
  // The event of our own refund may precede the response to its creation.
  const isOwn = or(
    eq(r.externalId, refundId),
    paymentId === null
      ? undefined
      : and(eq(r.externalPaymentId, paymentId), isNull(r.externalId), ne(r.status, 'failed')),
  )
  if ((await tx.$count(r, isOwn)) > 0 || event.type !== 'refund.processed') return 'ignored'
  return recordReturned(tx, ctx, event)
}

/** Processes a stored event once. */
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

/** Deletes events after 90 days: a payment's own reference stays for good. */
export async function sweepEvents(ctx: JobContext): Promise<void> {
  await ctx.store.tx((tx) => {
    const { paymentEvents: e } = tx.t
    return tx.delete(e).where(lt(e.receivedAt, after(ctx.now(), -keptMs)))
  })
}
