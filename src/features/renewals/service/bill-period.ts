import type { Tx } from '#db/types.ts'
import type { BillingContext } from '#features/billing/context.ts'
import { siteName } from '#shared/names/site-name.ts'
import { formatDate } from '#shared/time.ts'
import { addMonths } from '../contract/calendar.ts'
import { dueDate, policyOf } from '../rules/policy.ts'
import { issueCharge } from './charges.ts'
import type { ChargeRow } from './rows.ts'
import { addPeriod } from './settle-charges.ts'
import type { Standing } from './standing.ts'
import { recordStep } from './steps.ts'

/** The months after the paid time, at today's price. */
function nextPeriod({ term, bought: { plan } }: Pick<Standing, 'term' | 'bought'>, months: number) {
  const { userId, serviceId, paidUntil, anchorDay } = term
  return {
    userId,
    serviceId,
    months,
    planId: plan.id,
    pricePaise: plan.pricePaise * months,
    startsAt: paidUntil,
    endsAt: addMonths(paidUntil, months, anchorDay),
  }
}

/** Extends the term by the months after the paid time, without an invoice. The caller holds the lock on the term. */
export const grantPeriod = (
  tx: Tx,
  { now }: Pick<BillingContext, 'now'>,
  standing: Standing,
  months: number,
) =>
  addPeriod(tx, {
    term: standing.term,
    period: { ...nextPeriod(standing, months), chargeId: null },
    now: now(),
  })

/**
 * Bills the months after the paid time, and pays them from account credit where that may be used; adds those of a free plan
 * without an invoice. The caller holds the lock on the term.
 */
export async function billPeriod(
  tx: Tx,
  ctx: BillingContext,
  standing: Standing,
  { months, useCredit = true }: { months: number; useCredit?: boolean },
): Promise<ChargeRow | null> {
  const now = ctx.now()
  const { service, plan } = standing.bought
  const { userId, serviceId, paidUntil } = standing.term
  const name = siteName({ ...service, plan })
  const period = nextPeriod(standing, months)
  const billed = {
    ...period,
    kind: 'renewal' as const,
    domainId: null,
    dueAt: dueDate(paidUntil, { issuedAt: now, notice: policyOf(ctx.env).renewBefore }),
  }
  if (period.pricePaise === 0) {
    await grantPeriod(tx, ctx, standing, months)
    return null
  }
  const span = `${formatDate(period.startsAt)} – ${formatDate(period.endsAt)}`
  const charge = await issueCharge(tx, ctx, {
    ...billed,
    useCredit,
    totalPaise: period.pricePaise,
    description: `${plan.name}, ${name}, ${span}`,
  })
  await recordStep(tx, { userId, of: charge.id, step: 'invoice', serviceId, name, at: now })
  return charge
}
