import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Invariant } from '#server/feature.ts'

export const invariants: readonly Invariant[] = [
  {
    name: 'the paid periods of a service follow one another up to the end of its term',
    count: ({ read, t }) =>
      read.$count(
        t.renewalTerms,
        sql`${t.renewalTerms.endedAt} is null and ${t.renewalTerms.paidUntil} < (select max(p.ends_at) from renewal_periods p where p.user_id = ${t.renewalTerms.userId} and p.service_id = ${t.renewalTerms.serviceId})`,
      ),
  },
  {
    name: 'every settled renewal has its period',
    count: ({ read, t: { renewalCharges: c } }) =>
      read.$count(
        c,
        sql`${c.kind} = 'renewal' and ${c.status} = 'settled' and not exists (select 1 from renewal_periods p where p.charge_id = ${c.id})`,
      ),
  },
  {
    name: 'every settled renewal has a paid invoice',
    count: ({ read, t: { renewalCharges: c } }) =>
      read.$count(
        c,
        sql`${c.status} = 'settled' and exists (select 1 from invoices i where i.user_id = ${c.userId} and i.id = ${c.invoiceId} and i.paid_at is null)`,
      ),
  },
  {
    name: 'every suspension for a renewal follows a warning a day before',
    count: ({ read, t: { renewalSteps: s } }) =>
      read.$count(
        s,
        and(
          eq(s.step, 'suspend'),
          sql`not exists (select 1 from renewal_steps w where w.user_id = ${s.userId} and w.step = 'warn' and w.key = replace(${s.key}, ' suspend', ' warn') and w.at < ${s.at})`,
        ),
      ),
  },
  {
    name: 'closed charges have no next step',
    count: ({ read, t: { renewalCharges: c } }) =>
      read.$count(c, and(isNotNull(c.nextAt), isNotNull(c.closedAt))),
  },
  {
    name: 'charges that are not open have been closed',
    count: ({ read, t: { renewalCharges: c } }) =>
      read.$count(c, and(sql`${c.status} <> 'open'`, isNull(c.closedAt))),
  },
]
