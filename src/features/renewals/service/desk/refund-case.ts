import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import type { InvoiceRow } from '#features/billing/context.ts'
import { DomainError, only } from '#shared/errors.ts'
import type { Case } from '../../rules/refund-amount.ts'

/** An invoice of any customer. @throws NOT_FOUND */
export async function findInvoice(tx: Tx, id: string): Promise<InvoiceRow> {
  const { invoices: i } = tx.t
  const isInvoice = and(eq(i.id, id), eq(i.kind, 'invoice'))
  return only(await tx.select().from(i).where(isInvoice), 'This invoice')
}

/** The invoice of an approved order. @throws NOT_FOUND, WRONG_STATE when it was not approved */
export async function findOrderInvoice(tx: Tx, orderId: string): Promise<InvoiceRow> {
  const { invoices: i, orders: o } = tx.t
  const order = only(await tx.select().from(o).where(eq(o.id, orderId)), 'This order')
  const [invoice] = await tx
    .select()
    .from(i)
    .where(and(eq(i.userId, order.userId), eq(i.orderId, orderId), eq(i.kind, 'invoice')))
  if (invoice) return invoice
  const state = order.status === 'approved' ? 'has no invoice yet' : `is ${order.status}`
  throw new DomainError('WRONG_STATE', `This order ${state}: there is nothing to refund.`)
}

/** When an administrator approved what the invoice bills; invoices of orders approved long ago are younger. */
async function readApproval(tx: Tx, { userId, orderId, issuedAt }: InvoiceRow): Promise<Date> {
  if (orderId === null) return issuedAt
  const { orders: o } = tx.t
  const [order] = await tx
    .select({ at: o.decidedAt })
    .from(o)
    .where(and(eq(o.userId, userId), eq(o.id, orderId)))
  return order?.at ?? issuedAt
}

async function readPeriod(tx: Tx, { userId, id, serviceId }: InvoiceRow): Promise<Case['period']> {
  const { renewalCharges: c, renewalTerms: r } = tx.t
  if (serviceId === null) return null
  const [row] = await tx
    .select({ startsAt: c.startsAt, endsAt: c.endsAt, months: c.months, anchorDay: r.anchorDay })
    .from(c)
    .innerJoin(r, and(eq(r.userId, c.userId), eq(r.serviceId, c.serviceId)))
    .where(and(eq(c.userId, userId), eq(c.invoiceId, id), eq(c.kind, 'renewal')))
  if (row) return row
  const { renewalPeriods: p } = tx.t
  const [first] = await tx
    .select({ period: p, anchorDay: r.anchorDay, chargeId: p.chargeId })
    .from(p)
    .innerJoin(r, and(eq(r.userId, p.userId), eq(r.serviceId, p.serviceId)))
    .where(and(eq(p.userId, userId), eq(p.serviceId, serviceId)))
    .orderBy(p.startsAt)
    .limit(1)
  return first && first.chargeId === null ? { ...first.period, anchorDay: first.anchorDay } : null
}

/** Facts for a refund of the invoice. */
export async function readCase(
  tx: Tx,
  { invoice, downtimeHours, now }: { invoice: InvoiceRow; downtimeHours: number; now: Date },
): Promise<Case> {
  const { userServices: s } = tx.t
  const [service] = invoice.serviceId
    ? await tx
        .select()
        .from(s)
        .where(and(eq(s.userId, invoice.userId), eq(s.id, invoice.serviceId)))
    : []
  return {
    paidPaise: invoice.paidPaise - invoice.returnedPaise,
    isOrder: invoice.orderId !== null,
    orderedAt: service?.createdAt ?? invoice.issuedAt,
    approvedAt: await readApproval(tx, invoice),
    activatedAt: service?.activatedAt ?? null,
    period: await readPeriod(tx, invoice),
    downtimeHours,
    now,
  }
}
