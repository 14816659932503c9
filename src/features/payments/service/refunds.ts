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
import { tellAdministrator } from './tell-administrator.ts'

/** The kind of the jobs that have a provider give money back; each has the id of its refund. */
export const refundKind = 'payment.refund'

/** The kind of the job that follows when the provider has paid a refund; `{ refundId, userId, reference }`. */
export const refundPaidKind = 'refund.paid'

type PaymentRow = Schema['payments']['$inferSelect']
type RefundRow = Schema['providerRefunds']['$inferSelect']

export type NewRefund = {
  /** The refund that is carried out: nothing is paid twice under one id. */
  refundId: string
  payment: Pick<PaymentRow, 'id' | 'userId' | 'provider' | 'reference'>
  amountPaise: number
}

/** Whether the provider of this payment can give it back by itself. */
export const isReturnable = (ctx: PaymentsContext, { provider }: Pick<PaymentRow, 'provider'>): boolean =>
  provider === 'razorpay' && ctx.paymentProvider.online !== null

/**
 * The provider of the payment gives the amount back, by a durable job of this transaction; a job of `refundPaidKind` follows when
 * it has, if some feature carries that out. The same refund once more changes nothing.
 * @throws Error for a payment that no provider gives back (`isReturnable`)
 */
export async function refundPayment(
  tx: Tx,
  ctx: PaymentsContext,
  { refundId, payment, amountPaise }: NewRefund,
): Promise<void> {
  if (!isReturnable(ctx, payment)) throw new Error('no provider gives this payment back')
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
    await tellAdministrator(tx, ctx, refundFailed({ id, amountPaise, externalPaymentId, message }))
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

/** The refund has come this far; the end of it is told once. */
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
    message: status === 'failed' ? (message ?? 'The provider gave it up.') : null,
    checkAt: isOver ? null : after(now, checkMs),
    finishedAt: isOver ? now : null,
  }
  await tx
    .update(r)
    .set(next)
    .where(and(eq(r.userId, row.userId), eq(r.id, id)))
  if (isOver) await end(tx, ctx, next, next.message)
}

/** The provider is asked to give the money back, or how far it is. @throws ProviderFailure when it may work later */
export async function carryOutRefund(ctx: JobContext, id: string): Promise<void> {
  const { providerRefunds: r } = ctx.store.t
  const [row] = await ctx.store.read.select().from(r).where(eq(r.id, id))
  if (!row || row.status === 'paid' || row.status === 'failed') return
  const { online } = ctx.paymentProvider
  if (!online) throw new ProviderFailure('No payment provider is set.', true)
  try {
    const { externalPaymentId: paymentId, amountPaise } = row
    const found = await online.refund({ id, paymentId, amountPaise })
    await ctx.store.tx((tx) => advance(tx, ctx, { id, found }))
  } catch (error) {
    if (!(error instanceof ProviderFailure) || error.isPassing) throw error
    await ctx.store.tx((tx) => advance(tx, ctx, { id, found: null, message: error.message }))
  }
}

/** The attempts are over: the administrator pays it back another way. */
export const giveUpRefund = (tx: Tx, ctx: JobContext, id: string): Promise<void> =>
  advance(tx, ctx, { id, found: null, message: 'The provider could not be reached.' })

const batch = 20

/** Refunds that the provider has taken on are asked about until they are paid. */
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
