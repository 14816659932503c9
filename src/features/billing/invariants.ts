import { sql } from 'drizzle-orm'
import type { Invariant } from '#server/feature.ts'

export const invariants: readonly Invariant[] = [
  {
    name: 'every approved order has exactly one invoice',
    count: ({ read, t }) =>
      read.$count(
        t.orders,
        sql`${t.orders.status} = 'approved' and (select count(*) from invoices i where i.order_id = ${t.orders.id} and i.kind = 'invoice') <> 1`,
      ),
  },
  {
    name: 'the numbers of each series run from 1 to the last without a gap',
    count: ({ read, t }) =>
      read.$count(
        t.invoiceSeries,
        sql`(select count(*) from invoices i where i.series = ${t.invoiceSeries.name}) <> ${t.invoiceSeries.lastNumber} or (select max(i.place) from invoices i where i.series = ${t.invoiceSeries.name}) <> ${t.invoiceSeries.lastNumber}`,
      ),
  },
  {
    name: 'the tax of every invoice and the sums of its lines add up',
    count: ({ read, t }) =>
      read.$count(
        t.invoices,
        sql`${t.invoices.taxablePaise} + ${t.invoices.cgstPaise} + ${t.invoices.sgstPaise} + ${t.invoices.igstPaise} <> ${t.invoices.totalPaise} or (select coalesce(sum(l.total_paise), 0) from invoice_lines l where l.user_id = ${t.invoices.userId} and l.invoice_id = ${t.invoices.id}) <> ${t.invoices.totalPaise} or (select coalesce(sum(l.taxable_paise), 0) from invoice_lines l where l.user_id = ${t.invoices.userId} and l.invoice_id = ${t.invoices.id}) <> ${t.invoices.taxablePaise}`,
      ),
  },
  {
    name: 'the paid amount of every invoice is the sum of its payments',
    count: ({ read, t }) =>
      read.$count(
        t.invoices,
        sql`(select coalesce(sum(p.applied_paise), 0) from payments p where p.user_id = ${t.invoices.userId} and p.invoice_id = ${t.invoices.id}) <> ${t.invoices.paidPaise}`,
      ),
  },
  {
    name: 'every paid rupee is on an invoice, is credit, or waits for a pending order',
    count: ({ read, t }) =>
      read.$count(
        t.payments,
        sql`${t.payments.appliedPaise} + ${t.payments.creditedPaise} <> ${t.payments.amountPaise} and not (${t.payments.appliedPaise} + ${t.payments.creditedPaise} = 0 and exists (select 1 from orders o where o.id = ${t.payments.orderId} and o.status = 'pending'))`,
      ),
  },
  {
    name: 'the credit of every account is the sum of its changes',
    count: ({ read, t }) =>
      read.$count(
        t.billingAccounts,
        sql`${t.billingAccounts.creditPaise} < 0 or (select coalesce(sum(c.amount_paise), 0) from account_credits c where c.user_id = ${t.billingAccounts.userId}) <> ${t.billingAccounts.creditPaise}`,
      ),
  },
]
