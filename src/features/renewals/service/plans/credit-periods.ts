import { and, desc, eq, gt } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import type { BillingContext } from '#features/billing/context.ts'
import { addCredit } from '#features/billing/service/account-credit.ts'
import { issueCreditNote } from '#features/billing/service/credit-note.ts'
import { prorate, startOfDay } from '../../contract/proration.ts'
import type { PeriodRow, ServiceRow } from '../rows.ts'

type Less = {
  userId: string
  service: ServiceRow
  periods: readonly PeriodRow[]
  monthlyPaise: number
  now: Date
}

/** The invoice of a period: of its renewal, or of the order. */
async function findOwnInvoice(tx: Tx, { userId, chargeId }: PeriodRow, { orderId }: ServiceRow) {
  const { invoices: i, renewalCharges: c } = tx.t
  const own = eq(i.userId, userId)
  if (chargeId === null) {
    if (orderId === null) return []
    return tx
      .select()
      .from(i)
      .where(and(own, eq(i.orderId, orderId)))
  }
  const rows = await tx
    .select({ invoice: i })
    .from(c)
    .innerJoin(i, and(eq(i.userId, c.userId), eq(i.id, c.invoiceId)))
    .where(and(eq(c.userId, userId), eq(c.id, chargeId)))
  return rows.map(({ invoice }) => invoice)
}

/** Invoices of upgrades during the paid period, newest first. */
async function findChangeInvoices(tx: Tx, { userId, serviceId, startsAt }: PeriodRow) {
  const { invoices: i, renewalCharges: c } = tx.t
  const isChange = and(eq(c.userId, userId), eq(c.serviceId, serviceId), eq(c.kind, 'planChange'))
  const rows = await tx
    .select({ invoice: i })
    .from(c)
    .innerJoin(i, and(eq(i.userId, c.userId), eq(i.id, c.invoiceId)))
    .where(and(isChange, eq(c.status, 'settled'), gt(c.endsAt, startsAt)))
    .orderBy(desc(c.issuedAt), desc(c.id))
  return rows.map(({ invoice }) => invoice)
}

/**
 * Credits the loss in value of the periods at the new price: by credit notes for the invoices that paid them, latest plan change
 * first, and the rest without a note.
 */
export async function creditPeriods(
  tx: Tx,
  ctx: BillingContext,
  { userId, service, periods, monthlyPaise, now }: Less,
): Promise<void> {
  const reason = 'Unused time on the previous plan'
  let rest = -prorate(periods, monthlyPaise, startOfDay(now)).differencePaise
  for (const period of periods) {
    let less = Math.min(rest, -prorate([period], monthlyPaise, startOfDay(now)).differencePaise)
    // One after another: a note changes the rest of an invoice that paid several periods.
    for (const find of [findChangeInvoices, findOwnInvoice])
      for (const invoice of await find(tx, period, service)) {
        const left = invoice.status === 'paid' ? invoice.totalPaise - invoice.creditedPaise : 0
        const amountPaise = Math.min(left, less)
        if (amountPaise <= 0) continue
        await issueCreditNote(tx, ctx, { invoiceId: invoice.id, amountPaise, reason, to: 'credit' })
        less -= amountPaise
        rest -= amountPaise
      }
  }
  if (rest > 0) await addCredit(tx, ctx, { userId, amountPaise: rest, reason })
}
