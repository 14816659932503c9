import { and, asc, eq, isNull } from 'drizzle-orm'
import { auditWork } from '#db/audit/audit.ts'
import type { Tx } from '#db/types.ts'
import { tellBilling } from '#features/members/service/tell-billing.ts'
import type { BillingContext, InvoiceRow, LineRow } from '../context.ts'
import { invoiceIssued } from '../mails.ts'
import { duePaise } from '../rules/due-paise.ts'
import { seriesOf } from '../rules/series.ts'
import { addTax, gstPercent, splitTax } from '../rules/tax.ts'
import { followSettled } from '../settled.ts'
import { lockAccount } from './account.ts'
import { readRecipient, readSupplier, supplierParty, taxKindOf } from './parties.ts'
import { recordPayment } from './record-payment.ts'
import { applyPayment, inWords } from './settle.ts'
import { storeDocument } from './store-document.ts'

export type InvoiceLine = {
  kind: Exclude<LineRow['kind'], 'credit'>
  description: string
  quantity: number
  /** Tax included; may be negative within an invoice with a positive total. */
  totalPaise: number
  serviceId?: string | null
  domainId?: string | null
  periodStart?: Date | null
  periodEnd?: Date | null
}

export type NewInvoice = {
  userId: string
  orderId?: string | null
  serviceId?: string | null
  lines: readonly InvoiceLine[]
  dueAt: Date
  /** Account credit pays first, unless this is false. */
  useCredit?: boolean
}

/** The invoice takes the open payments of its order. */
async function applyWaitingPayments(tx: Tx, ctx: BillingContext, issued: InvoiceRow): Promise<InvoiceRow> {
  if (issued.orderId === null) return issued
  const { payments: p } = tx.t
  const waiting = and(
    eq(p.orderId, issued.orderId),
    eq(p.userId, issued.userId),
    isNull(p.invoiceId),
    eq(p.creditedPaise, 0),
  )
  let invoice = issued
  for (const payment of await tx.select().from(p).where(waiting).orderBy(asc(p.createdAt), asc(p.id)))
    ({ invoice } = await applyPayment(tx, ctx, { invoice, payment }))
  return invoice
}

/** Pays as much of the invoice from account credit as possible. */
async function spendCredit(
  tx: Tx,
  ctx: BillingContext,
  { invoice, creditPaise }: { invoice: InvoiceRow; creditPaise: number },
): Promise<InvoiceRow> {
  const amountPaise = Math.min(creditPaise, duePaise(invoice))
  if (amountPaise <= 0) return invoice
  const paid = await recordPayment(tx, ctx, {
    userId: invoice.userId,
    invoiceId: invoice.id,
    orderId: null,
    provider: 'credit',
    reference: `${invoice.number} from credit`,
    amountPaise,
    receivedAt: ctx.now(),
    recordedBy: null,
  })
  return paid.invoice ?? invoice
}

/** The document of an invoice, open or free, without its payments. */
async function store(
  tx: Tx,
  ctx: BillingContext,
  { input, account }: { input: NewInvoice; account: Awaited<ReturnType<typeof lockAccount>> },
): Promise<InvoiceRow> {
  const supplier = readSupplier(ctx)
  const recipient = await readRecipient(tx, { account, supplier })
  const tax = taxKindOf(supplier, recipient.stateCode)
  const now = ctx.now()
  const lines = input.lines.map((line) => ({
    serviceId: null,
    domainId: null,
    periodStart: null,
    periodEnd: null,
    ...line,
    ...splitTax(line.totalPaise, tax),
    sac: supplier.sac,
    rate: tax === 'none' ? 0 : gstPercent * 100,
  }))
  const totals = addTax(lines)
  if (lines.length === 0 || totals.totalPaise < 0)
    throw new Error('an invoice needs lines and a total of at least zero')
  const isFree = totals.totalPaise === 0
  return storeDocument(tx, {
    userId: input.userId,
    kind: 'invoice',
    series: seriesOf(tax === 'none' ? 'billOfSupply' : 'invoice', now),
    status: isFree ? 'paid' : 'open',
    correctsId: null,
    orderId: input.orderId ?? null,
    serviceId: input.serviceId ?? null,
    ...totals,
    placeOfSupply: recipient.stateCode,
    supplier: supplierParty(supplier),
    recipient,
    isSample: supplier.isSample,
    reason: null,
    issuedAt: now,
    dueAt: new Date(Math.max(input.dueAt.getTime(), now.getTime())),
    paidAt: isFree ? now : null,
    lines,
  })
}

/**
 * Creates an invoice with the next number of its financial year, its tax inside the total, and its audit entry. Open payments of
 * its order settle it, then account credit, unless excluded. `notify` mails the customer: call it after further payments of the
 * same transaction.
 */
export async function createInvoice(
  tx: Tx,
  ctx: BillingContext,
  input: NewInvoice,
): Promise<{ invoice: InvoiceRow; notify(invoice: InvoiceRow): Promise<void> }> {
  const account = await lockAccount(tx, ctx, input.userId)
  const issued = await store(tx, ctx, { input, account })
  await auditWork(tx, ctx, {
    action: 'invoice.issue',
    targetType: 'invoice',
    targetId: issued.id,
    userId: input.userId,
    note: `${issued.number}, ${inWords(issued.totalPaise)}`,
  })
  if (issued.status === 'paid') await followSettled(tx, ctx, issued)
  const taken = await applyWaitingPayments(tx, ctx, issued)
  const { creditPaise } = await lockAccount(tx, ctx, input.userId)
  const invoice =
    input.useCredit === false ? taken : await spendCredit(tx, ctx, { invoice: taken, creditPaise })
  return {
    invoice,
    notify: async (billed) => {
      const { userId, serviceId } = billed
      await tellBilling(tx, ctx, {
        userId,
        serviceId,
        kind: 'invoice.issued',
        template: invoiceIssued(billed),
      })
    },
  }
}

/**
 * Creates an invoice (`createInvoice`) and notifies the customer. One transaction bills one customer, and takes no further locks.
 */
export async function issueInvoice(tx: Tx, ctx: BillingContext, input: NewInvoice): Promise<InvoiceRow> {
  const { invoice, notify } = await createInvoice(tx, ctx, input)
  await notify(invoice)
  return invoice
}
