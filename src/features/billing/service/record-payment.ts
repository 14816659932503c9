import { and, eq, ne, sql } from 'drizzle-orm'
import { auditWork } from '#db/audit/audit.ts'
import type { Schema } from '#db/schema/schema.ts'
import type { Tx } from '#db/types.ts'
import { only } from '#shared/errors.ts'
import type { BillingContext, InvoiceRow, PaymentRow } from '../context.ts'
import { followPaidOrder } from '../settled.ts'
import { lockAccount } from './account.ts'
import { addCredit } from './account-credit.ts'
import { applyPayment, creditPayment, inWords } from './settle.ts'

type OrderRow = Schema['orders']['$inferSelect']

export type NewPayment = {
  userId: string
  invoiceId: string | null
  orderId: string | null
  /** `credit` takes the amount from account credit. */
  provider: PaymentRow['provider']
  reference: string
  amountPaise: number
  receivedAt: Date
  note?: string | null
  recordedBy: string | null
}

export type RecordedPayment = {
  payment: PaymentRow
  invoice: InvoiceRow | null
  isNew: boolean
  /** The part that became account credit. */
  creditPaise: number
}

const isOwn = (table: Schema['orders'] | Schema['invoices'], userId: string, id: string) =>
  and(eq(table.userId, userId), eq(table.id, id))

/** Locks the payment's order against decisions. */
async function lockOrder(
  tx: Tx,
  ctx: BillingContext,
  { userId, orderId }: NewPayment,
): Promise<OrderRow | null> {
  if (orderId === null) return null
  const { orders } = tx.t
  const own = tx
    .select()
    .from(orders)
    .where(isOwn(orders, userId, orderId))
  return only(await ctx.store.lock(own), 'This order')
}

async function findInvoice(tx: Tx, { userId, invoiceId, orderId }: NewPayment): Promise<InvoiceRow | null> {
  const { invoices } = tx.t
  const isBill = eq(invoices.kind, 'invoice')
  if (invoiceId !== null) {
    const own = and(isOwn(invoices, userId, invoiceId), isBill)
    return only(await tx.select().from(invoices).where(own), 'This invoice')
  }
  if (orderId === null) return null
  const ofOrder = and(eq(invoices.orderId, orderId), eq(invoices.userId, userId), isBill)
  const [invoice] = await tx.select().from(invoices).where(ofOrder)
  return invoice ?? null
}

/** A repeated payment: the outcome of the first. */
async function findKnown(tx: Tx, input: NewPayment): Promise<RecordedPayment> {
  const { payments, invoices } = tx.t
  const same = and(eq(payments.provider, input.provider), eq(payments.reference, input.reference))
  const [payment] = await tx.select().from(payments).where(same)
  if (!payment) throw new Error('the payment was not stored')
  const [invoice] = payment.invoiceId
    ? await tx
        .select()
        .from(invoices)
        .where(isOwn(invoices, payment.userId, payment.invoiceId))
    : []
  return { payment, invoice: invoice ?? null, isNew: false, creditPaise: payment.creditedPaise }
}

/** Queues the job of a paid order when this payment completes its amount. */
async function queuePaidOrder(
  tx: Tx,
  ctx: BillingContext,
  order: OrderRow,
  payment: PaymentRow,
): Promise<void> {
  const { payments } = tx.t
  const others = and(eq(payments.orderId, order.id), ne(payments.id, payment.id))
  const [row] = await tx
    .select({ paise: sql<number>`coalesce(sum(${payments.amountPaise}), 0)`.mapWith(Number) })
    .from(payments)
    .where(others)
  const before = row?.paise ?? 0
  if (before < order.amountPaise && before + payment.amountPaise >= order.amountPaise)
    await followPaidOrder(tx, ctx, order)
}

type Placed = { payment: PaymentRow; invoice: InvoiceRow | null }

/** Applies the money to an invoice, an open order, or account credit. */
async function place(
  tx: Tx,
  ctx: BillingContext,
  { payment, order, invoice }: Placed & { order: OrderRow | null },
): Promise<Placed> {
  if (invoice) return applyPayment(tx, ctx, { invoice, payment })
  if (order?.status !== 'pending') {
    const reason = order ? `Paid for an order that was ${order.status}` : 'Paid without an invoice'
    return { payment: await creditPayment(tx, ctx, { payment, reason }), invoice }
  }
  await queuePaidOrder(tx, ctx, order, payment)
  return { payment, invoice }
}

/** Stores the payment, unless its reference is known. */
async function store(tx: Tx, ctx: BillingContext, input: NewPayment): Promise<PaymentRow | undefined> {
  const { payments } = tx.t
  const { invoiceId: _, note = null, ...rest } = input
  const [payment] = await tx
    .insert(payments)
    .values({ ...rest, note, createdAt: ctx.now() })
    .onConflictDoNothing()
    .returning()
  return payment
}

/**
 * Records a payment once by its provider and reference, and settles its invoice: the given one, or that of the order. Any surplus
 * becomes account credit. A pending order's payment waits for its invoice, and queues a job once they cover the amount; that
 * of an order without an invoice becomes credit.
 * @throws NOT_FOUND when the customer has no such invoice or order, WRONG_STATE when the credit does not suffice
 */
export async function recordPayment(
  tx: Tx,
  ctx: BillingContext,
  input: NewPayment,
): Promise<RecordedPayment> {
  if (!Number.isSafeInteger(input.amountPaise) || input.amountPaise <= 0)
    throw new Error('a payment is a positive whole number of paise')
  const order = await lockOrder(tx, ctx, input)
  await lockAccount(tx, ctx, input.userId)
  const invoice = await findInvoice(tx, input)
  const stored = await store(tx, ctx, input)
  if (!stored) return findKnown(tx, input)
  if (input.provider === 'credit') await spendCredit(tx, ctx, { payment: stored, invoice })
  const placed = await place(tx, ctx, { payment: stored, order, invoice })
  await auditWork(tx, ctx, {
    action: 'payment.record',
    targetType: 'payment',
    targetId: stored.id,
    userId: input.userId,
    note: `${inWords(input.amountPaise)}, ${input.provider}, ${input.reference}`,
  })
  return { ...placed, isNew: true, creditPaise: placed.payment.creditedPaise }
}

async function spendCredit(tx: Tx, ctx: BillingContext, { payment, invoice }: Placed): Promise<void> {
  await addCredit(tx, ctx, {
    userId: payment.userId,
    amountPaise: -payment.amountPaise,
    reason: invoice ? `Used for ${invoice.number}` : 'Used for an order',
    invoiceId: invoice?.id ?? null,
    paymentId: payment.id,
  })
}
