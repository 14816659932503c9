import { and, asc, eq, lte } from 'drizzle-orm'
import { auditWork } from '#db/audit/audit.ts'
import { enqueueJob } from '#db/jobs.ts'
import type { Schema } from '#db/schema/schema.ts'
import type { Tx } from '#db/types.ts'
import type { JobContext } from '#server/context.ts'
import { formatAmount, toRupees } from '#shared/money/money.ts'
import { after, hour } from '#shared/time.ts'
import type { PaymentsContext } from '../context.ts'
import { ProviderFailure, type ProviderRefund } from '../drivers/provider.ts'
import { refundFailed } from '../mails.ts'
import { notifyAdministrator } from './notify-administrator.ts'

/** Job kind for refunds at the provider; each job has the id of its refund. */
export const refundKind = 'payment.refund'

/** Job kind that follows a paid refund; `{ refundId, userId, reference }`. */
export const refundPaidKind = 'refund.paid'

type PaymentRow = Schema['payments']['$inferSelect']
type RefundRow = Schema['providerRefunds']['$inferSelect']

export type NewRefund = {
  /** The refund in progress: nothing is paid twice under one id. */
  refundId: string
  payment: Pick<PaymentRow, 'id' | 'userId' | 'provider' | 'reference'>
  amountPaise: number
}

/** Whether the provider of this payment can refund it. */
export const isReturnable = (ctx: PaymentsContext, { provider }: Pick<PaymentRow, 'provider'>): boolean =>
  provider === 'razorpay' && ctx.paymentProvider.online !== null

/**
 * Queues a durable job of this transaction for the provider's refund; a job of `refundPaidKind` follows if some feature handles
 * that. Repeating the same refund changes nothing.
 * @throws Error for a payment that no provider can refund (`isReturnable`)
 */
export async function refundPayment(
  tx: Tx,
  ctx: PaymentsContext,
  { refundId, payment, amountPaise }: NewRefund,
): Promise<void> {
  if (!isReturnable(ctx, payment)) throw new Error('no provider can refund this payment')
  const now = ctx.now()
  const stored = await tx
    .insert(tx.t.providerRefunds)
    .values({
      id: refundId,
      userId: payment.userId,
      paymentId: payment.id,
      externalPaymentId: payment.reference,
      amountPaise,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning()
  if (stored.length === 0) return
  await enqueueJob(tx, { id: refundId, kind: refundKind, payload: {}, userId: payment.userId, now })
}

const statuses = { waiting: 'sent', paid: 'paid', failed: 'failed' } as const
const checkMs = hour

async function end(tx: Tx, ctx: JobContext, row: RefundRow, message: string | null): Promise<void> {
  const { id, userId, amountPaise, externalPaymentId } = row
  if (message !== null)
    await notifyAdministrator(tx, ctx, refundFailed({ id, amountPaise, externalPaymentId, message }))
  else if (ctx.billing.listens.has(refundPaidKind)) {
    const payload = { refundId: id, userId, reference: row.externalId ?? '' }
    await enqueueJob(tx, { kind: refundPaidKind, payload, userId, now: ctx.now() })
  }
  await auditWork(
    tx,
    { now: ctx.now },
    {
      action: message === null ? 'refund.paid' : 'refund.failed',
      targetType: 'refund',
      targetId: id,
      userId,
      note: `${formatAmount(toRupees(amountPaise))} of ${externalPaymentId}`,
    },
  )
}

/** Stores the state of a refund; publishes its end once. */
async function advance(
  tx: Tx,
  ctx: JobContext,
  { id, found, message = null }: { id: string; found: ProviderRefund | null; message?: string | null },
): Promise<void> {
  const { providerRefunds: r } = tx.t
  const [row] = await ctx.store.lock(tx.select().from(r).where(eq(r.id, id)))
  if (!row || row.status === 'paid' || row.status === 'failed') return
  const status = found ? statuses[found.state] : 'failed'
  const now = ctx.now()
  const isOver = status !== 'sent'
  const next = {
    ...row,
    status,
    externalId: found?.id ?? row.externalId,
    message: status === 'failed' ? (message ?? 'The provider abandoned it.') : null,
    checkAt: isOver ? null : after(now, checkMs),
    finishedAt: isOver ? now : null,
  }
  await tx
    .update(r)
    .set(next)
    .where(and(eq(r.userId, row.userId), eq(r.id, id)))
  if (isOver) await end(tx, ctx, next, next.message)
}

/** Asks the provider to refund the payment, or polls the state. @throws ProviderFailure when a retry may work */
export async function carryOutRefund(ctx: JobContext, id: string): Promise<void> {
  const { providerRefunds: r } = ctx.store.t
  const [row] = await ctx.store.read.select().from(r).where(eq(r.id, id))
  if (!row || row.status === 'paid' || row.status === 'failed') return
  const { online } = ctx.paymentProvider
  if (!online) throw new ProviderFailure('No payment provider is configured.', true)
  try {
    const { externalPaymentId: paymentId, amountPaise } = row
    const found = await online.refund({ id, paymentId, amountPaise })
    await ctx.store.tx((tx) => advance(tx, ctx, { id, found }))
  } catch (error) {
    if (!(error instanceof ProviderFailure) || error.isPassing) throw error
    await ctx.store.tx((tx) => advance(tx, ctx, { id, found: null, message: error.message }))
  }
}

/** The attempts are over: the administrator refunds it another way. */
export const failRefund = (tx: Tx, ctx: JobContext, id: string): Promise<void> =>
  advance(tx, ctx, { id, found: null, message: 'The provider could not be reached.' })

const batch = 20

/** Polls accepted refunds until they are paid. */
export async function followRefunds(ctx: JobContext, stopping: AbortSignal): Promise<void> {
  if (!ctx.paymentProvider.online) return
  const { providerRefunds: r } = ctx.store.t
  const due = await ctx.store.read
    .select({ id: r.id })
    .from(r)
    .where(lte(r.checkAt, ctx.now()))
    .orderBy(asc(r.checkAt), asc(r.id))
    .limit(batch)
  for (const { id } of due) {
    if (stopping.aborted) return
    await carryOutRefund(ctx, id).catch((error: unknown) => {
      if (!(error instanceof ProviderFailure)) throw error
      ctx.log.warn('refund not read', { refund: id, reason: error.message })
    })
  }
}
