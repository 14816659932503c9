import { and, desc, eq, gte } from 'drizzle-orm'
import { mostActivities } from '#features/activity/contract.ts'
import type { Activity, Scope } from '#features/activity/scope.ts'
import type { CustomerContext } from '#server/context.ts'
import { formatAmount, toRupees } from '#shared/money/money.ts'
import type { InvoiceRow } from './context.ts'

const titles = { invoice: 'Invoice', creditNote: 'Credit note' }

const ofInvoice = ({ id, kind, number, totalPaise, issuedAt }: InvoiceRow): Activity => ({
  id: `invoice:${id}`,
  state: 'done',
  title: titles[kind],
  subject: number,
  detail: formatAmount(toRupees(totalPaise)),
  progress: null,
  href: '/profile/billing',
  at: issuedAt,
})

/** Recently issued invoices and credit notes; renewals list the unpaid ones. */
export async function listBillingActivity(ctx: CustomerContext, { since }: Scope): Promise<Activity[]> {
  const { invoices: i } = ctx.store.t
  const rows = await ctx.store.read
    .select()
    .from(i)
    .where(and(eq(i.userId, ctx.user.id), gte(i.issuedAt, since)))
    .orderBy(desc(i.issuedAt), desc(i.id))
    .limit(mostActivities)
  return rows.filter(({ status }) => status !== 'open').map(ofInvoice)
}
