import { sql } from 'drizzle-orm'
import type { Invariant } from '#server/feature.ts'

export const invariants: readonly Invariant[] = [
  {
    name: 'every counted line of a bank statement is a payment of its amount',
    count: ({ read, t }) =>
      read.$count(
        t.bankLines,
        sql`${t.bankLines.status} = 'counted' and not exists (select 1 from payments p where p.id = ${t.bankLines.paymentId} and p.amount_paise = ${t.bankLines.amountPaise})`,
      ),
  },
  {
    name: 'every matched reference of a customer is a payment of that customer',
    count: ({ read, t }) =>
      read.$count(
        t.paymentReports,
        sql`${t.paymentReports.status} = 'matched' and not exists (select 1 from payments p where p.id = ${t.paymentReports.paymentId} and p.user_id = ${t.paymentReports.userId})`,
      ),
  },
  {
    name: 'every event of a payment provider has an outcome, or a job',
    count: ({ read, t }) =>
      read.$count(
        t.paymentEvents,
        sql`${t.paymentEvents.outcome} is null and not exists (select 1 from jobs j where j.id = ${t.paymentEvents.id})`,
      ),
  },
  {
    name: 'no payment is refunded by its provider beyond its amount',
    count: ({ read, t }) =>
      read.$count(
        t.payments,
        sql`(select coalesce(sum(r.amount_paise), 0) from provider_refunds r where r.payment_id = ${t.payments.id} and r.status <> 'failed') > ${t.payments.amountPaise}`,
      ),
  },
]
