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

/** The invoice of a period itself: of its renewal, or of the order. */
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

/** The invoices of larger plans that were changed to while the period was paid already, the newest first. */
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
 * What the periods are worth less at the price is credit of the account: by credit notes for the invoices that paid them, the one of
 * the latest change of the plan first, as far as these reach, and the rest without.
 */
export async function creditPeriods(
  tx: Tx,
  ctx: BillingContext,
  { userId, service, periods, monthlyPaise, now }: Less,
): Promise<void> {
  const reason = 'What was left of the former plan'
  let rest = -prorate(periods, monthlyPaise, startOfDay(now)).differencePaise
  for (const period of periods) {
    let less = Math.min(rest, -prorate([period], monthlyPaise, startOfDay(now)).differencePaise)
    // One after the other: a note changes what is left of an invoice that paid several periods.
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
