import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import { formatAmount, toRupees } from '#shared/money/money.ts'
import type { BillingContext, InvoiceRow, PaymentRow } from '../context.ts'
import { duePaise } from '../rules/due-paise.ts'
import { followSettled } from '../settled.ts'
import { addCredit } from './account-credit.ts'

type Sums = Partial<Pick<InvoiceRow, 'paidPaise' | 'creditedPaise' | 'returnedPaise'>>

/** Stores the sums of the invoice and the resulting status, and queues the jobs that wait for its payment. */
export async function setSums(
  tx: Tx,
  ctx: BillingContext,
  { invoice, ...sums }: Sums & { invoice: InvoiceRow },
): Promise<InvoiceRow> {
  const { invoices } = tx.t
  const next = { ...invoice, ...sums }
  const isCredited = next.totalPaise > 0 && next.creditedPaise >= next.totalPaise
  const status = isCredited ? 'credited' : duePaise(next) > 0 ? 'open' : 'paid'
  const isSettled = status === 'paid' && invoice.paidAt === null
  const paidAt = isSettled ? ctx.now() : invoice.paidAt
  await tx
    .update(invoices)
    .set({ ...sums, status, paidAt })
    .where(and(eq(invoices.userId, invoice.userId), eq(invoices.id, invoice.id)))
  if (isSettled) await followSettled(tx, ctx, invoice)
  return { ...next, status, paidAt }
}

/** Applies the payment to the invoice up to its amount due; the surplus becomes account credit. */
export async function applyPayment(
  tx: Tx,
  ctx: BillingContext,
  { invoice, payment }: { invoice: InvoiceRow; payment: PaymentRow },
): Promise<{ invoice: InvoiceRow; payment: PaymentRow }> {
  const { payments } = tx.t
  const appliedPaise = Math.min(Math.max(duePaise(invoice), 0), payment.amountPaise)
  const creditedPaise = payment.amountPaise - appliedPaise
  const applied = { invoiceId: invoice.id, appliedPaise, creditedPaise }
  await tx
    .update(payments)
    .set(applied)
    .where(and(eq(payments.userId, payment.userId), eq(payments.id, payment.id)))
  const settled = await setSums(tx, ctx, { invoice, paidPaise: invoice.paidPaise + appliedPaise })
  if (creditedPaise > 0)
    await addCredit(tx, ctx, {
      userId: payment.userId,
      amountPaise: creditedPaise,
      reason: `Paid beyond ${invoice.number}`,
      invoiceId: invoice.id,
      paymentId: payment.id,
    })
  return { invoice: settled, payment: { ...payment, ...applied } }
}

/** Turns the payment into account credit when no invoice takes it. */
export async function creditPayment(
  tx: Tx,
  ctx: BillingContext,
  { payment, reason }: { payment: PaymentRow; reason: string },
): Promise<PaymentRow> {
  const { payments } = tx.t
  const creditedPaise = payment.amountPaise
  await tx
    .update(payments)
    .set({ creditedPaise })
    .where(and(eq(payments.userId, payment.userId), eq(payments.id, payment.id)))
  const { userId, id: paymentId } = payment
  await addCredit(tx, ctx, { userId, amountPaise: creditedPaise, reason, paymentId })
  return { ...payment, creditedPaise }
}

/** An amount in notes of the audit log. */
export const inWords = (paise: number): string => formatAmount(toRupees(paise))
