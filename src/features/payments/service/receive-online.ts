import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import type { RecordedPayment } from '#features/billing/service/record-payment.ts'
import type { LinkRow, PaymentsContext } from '../context.ts'
import { receivePayment } from './receive.ts'
import { findTarget } from './targets.ts'

type Paid = { link: LinkRow; paymentId: string; amountPaise: number; paidAt: Date }

/** Refunds of a payment at the provider itself that are known so far. */
async function readReturned(tx: Tx, paymentId: string): Promise<number> {
  const { paymentEvents: e } = tx.t
  const told = await tx.select({ facts: e.facts }).from(e).where(eq(e.returnedPaymentId, paymentId))
  return told.reduce((sum, { facts }) => sum + (facts.refundPaise ?? 0), 0)
}

/**
 * Records a payment at a provider's page for its order or invoice, once; null when the provider had refunded it before we knew of
 * it.
 */
export async function receiveOnline(
  tx: Tx,
  ctx: PaymentsContext,
  { link, paymentId, amountPaise, paidAt }: Paid,
): Promise<RecordedPayment | null> {
  const { payments: p } = tx.t
  const isKnown = and(eq(p.provider, 'razorpay'), eq(p.reference, paymentId))
  if ((await tx.$count(p, isKnown)) === 0 && (await readReturned(tx, paymentId)) >= amountPaise) return null
  const target = await findTarget(tx, link)
  return receivePayment(tx, ctx, {
    target,
    provider: 'razorpay',
    reference: paymentId,
    amountPaise,
    askedPaise: link.amountPaise,
    receivedAt: paidAt,
    recordedBy: null,
  })
}
