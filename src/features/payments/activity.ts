import { and, desc, eq, gte } from 'drizzle-orm'
import { mostActivities } from '#features/activity/contract.ts'
import type { Activity, Scope } from '#features/activity/scope.ts'
import type { CustomerContext } from '#server/context.ts'
import { formatAmount, toRupees } from '#shared/money/money.ts'
import type { ReportRow } from './context.ts'

const shared = { progress: null, href: '/profile/billing' } as const

const stages: Record<ReportRow['status'], Pick<Activity, 'state' | 'detail'>> = {
  waiting: { state: 'waiting', detail: 'We are looking for it at the bank.' },
  matched: { state: 'done', detail: null },
  dismissed: { state: 'failed', detail: 'It was not found at the bank. Please check the reference.' },
}

const ofReport = (row: ReportRow): Activity => ({
  id: `payment-report:${row.id}`,
  title: 'Transfer',
  subject: row.reference,
  ...stages[row.status],
  ...shared,
  at: row.decidedAt ?? row.createdAt,
})

/** Transfers that we look for, and payments received recently. */
export async function listPaymentActivity(ctx: CustomerContext, { since }: Scope): Promise<Activity[]> {
  const { paymentReports: r, payments: p } = ctx.store.t
  const own = { userId: ctx.user.id }
  const reports = await ctx.store.read
    .select()
    .from(r)
    .where(and(eq(r.userId, own.userId), gte(r.createdAt, since)))
    .orderBy(desc(r.createdAt), desc(r.id))
    .limit(mostActivities)
  const payments = await ctx.store.read
    .select()
    .from(p)
    .where(and(eq(p.userId, own.userId), gte(p.createdAt, since)))
    .orderBy(desc(p.createdAt), desc(p.id))
    .limit(mostActivities)
  return [
    ...reports.filter(({ status }) => status !== 'matched').map(ofReport),
    ...payments
      // No money arrived: account credit paid it, or its approval counts as payment.
      .filter(({ provider, reference }) => provider !== 'credit' && !reference.startsWith('Approval of'))
      .map(
        (row): Activity => ({
          id: `payment:${row.id}`,
          state: 'done',
          title: 'Payment received',
          subject: formatAmount(toRupees(row.amountPaise)),
          detail:
            row.creditedPaise > 0
              ? `${formatAmount(toRupees(row.creditedPaise))} of it became credit.`
              : null,
          ...shared,
          at: row.createdAt,
        }),
      ),
  ]
}
