import { and, desc, eq } from 'drizzle-orm'
import { readCredit } from '#features/billing/service/account-credit.ts'
import type { CustomerContext } from '#server/context.ts'
import { toRupees } from '#shared/money/money.ts'
import type { Answer } from '#shared/schema.ts'
import type { ReportRow } from '../context.ts'
import type { payOutput, reportOutput } from '../contract/contract.ts'
import { upiLink } from '../contract/upi.ts'
import { findOwnTarget, idsOf, type Target } from './targets.ts'

/** Columns of reports and links with the same order or invoice. */
export const isFor = (
  table: CustomerContext['store']['t']['paymentReports' | 'paymentLinks'],
  target: Pick<Target, 'kind' | 'id' | 'userId'>,
) => {
  const { orderId, invoiceId } = idsOf(target)
  const names = orderId ? eq(table.orderId, orderId) : eq(table.invoiceId, invoiceId ?? '')
  return and(eq(table.userId, target.userId), names)
}

export const presentReport = ({
  id,
  reference,
  status,
  createdAt,
}: ReportRow): Answer<typeof reportOutput> => ({
  id,
  reference,
  status,
  createdAt,
})

const shownReports = 20

/** The operator's UPI and bank account; null for each that is not set, never a sample account. The link includes the amount. */
function placesOf({ company, env }: CustomerContext, target: Target) {
  const { upiId, bank = null, legalName } = company.billing ?? {}
  const name = bank?.accountName ?? legalName ?? env.COMPANY_NAME
  if (upiId === undefined || target.duePaise === 0) return { upi: null, bank }
  const link = upiLink({
    payee: { id: upiId, name },
    amountPaise: target.duePaise,
    reference: target.reference,
    note: target.title,
  })
  return { upi: { id: upiId, name, link }, bank }
}

/** How the caller pays one of their orders or invoices, and their reports. @throws NOT_FOUND */
export async function getPay(
  ctx: CustomerContext,
  { kind, id }: { kind: Target['kind']; id: string },
): Promise<Answer<typeof payOutput>> {
  const target = await findOwnTarget(ctx.store, { kind, id, userId: ctx.user.id })
  const { paymentReports: r } = ctx.store.t
  const reports = await ctx.store.read
    .select()
    .from(r)
    .where(isFor(r, target))
    .orderBy(desc(r.createdAt), desc(r.id))
    .limit(shownReports)
  const isWaiting = kind === 'order' && target.duePaise > 0
  const creditPaise = isWaiting ? await readCredit(ctx.store, ctx.user.id) : 0
  return {
    id,
    kind,
    title: target.title,
    amount: toRupees(target.duePaise),
    paidAmount: toRupees(target.paidPaise),
    credit: toRupees(creditPaise),
    currency: 'INR',
    reference: target.reference,
    ...placesOf(ctx, target),
    canPayOnline: ctx.paymentProvider.online !== null && target.duePaise > 0,
    reports: reports.map(presentReport),
  }
}
