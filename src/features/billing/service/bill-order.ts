import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import type { BillingContext, InvoiceRow } from '../context.ts'
import { duePaise } from '../rules/due-paise.ts'
import { lockAccount } from './account.ts'
import { createInvoice } from './issue-invoice.ts'
import { recordPayment } from './record-payment.ts'
import { creditPayment } from './settle.ts'

/** Billed details of an order. */
type BilledOrder = { id: string; userId: string; serviceId: string; amountPaise: number; description: string }

/** Note of a payment that was not recorded before the approval. */
export const confirmedNote = 'Confirmed with the approval'

/** Confirmation of the payment: the administrator, NULL when unknown, and the time. */
export type Confirmation = { by: string | null; at: Date }

/**
 * Issues the invoice of an approved order. The approval confirms its payment: the part that recorded payments and account credit
 * do not cover is recorded as a manual payment.
 */
export async function billOrder(
  tx: Tx,
  ctx: BillingContext,
  {
    order,
    confirmation,
    useCredit,
  }: { order: BilledOrder; confirmation: Confirmation | null; useCredit?: boolean },
): Promise<InvoiceRow> {
  const { id: orderId, userId, serviceId, amountPaise: totalPaise, description } = order
  const now = ctx.now()
  const { invoice, notify } = await createInvoice(tx, ctx, {
    userId,
    orderId,
    serviceId,
    lines: [{ kind: 'plan', description, quantity: 1, totalPaise, serviceId }],
    dueAt: now,
    ...(useCredit === undefined ? {} : { useCredit }),
  })
  const amountPaise = duePaise(invoice)
  const paid =
    confirmation && amountPaise > 0
      ? await recordPayment(tx, ctx, {
          userId,
          invoiceId: invoice.id,
          orderId,
          provider: 'manual',
          reference: `Approval of ${orderId}`,
          amountPaise,
          receivedAt: confirmation.at,
          note: confirmedNote,
          recordedBy: confirmation.by,
        })
      : null
  const billed = paid?.invoice ?? invoice
  await notify(billed)
  return billed
}

/** Credits payments for an order that ended without an invoice to the account. */
export async function creditOrderPayments(
  tx: Tx,
  ctx: BillingContext,
  { order, status }: { order: { id: string; userId: string }; status: 'rejected' | 'cancelled' },
): Promise<void> {
  const { payments: p } = tx.t
  const waiting = and(
    eq(p.orderId, order.id),
    eq(p.userId, order.userId),
    isNull(p.invoiceId),
    eq(p.creditedPaise, 0),
  )
  const found = await tx.select().from(p).where(waiting)
  if (found.length === 0) return
  await lockAccount(tx, ctx, order.userId)
  for (const payment of found)
    await creditPayment(tx, ctx, { payment, reason: `Paid for an order that was ${status}` })
}
