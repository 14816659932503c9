import { and, eq } from 'drizzle-orm'
import { auditWork } from '#db/audit/audit.ts'
import type { Tx } from '#db/types.ts'
import type { BillingContext } from '#features/billing/context.ts'
import { issueCreditNote } from '#features/billing/service/credit-note.ts'
import { notify } from '#features/notifications/service/notify.ts'
import { changePlan } from '#features/services/change-plan.ts'
import { siteName } from '#shared/names/site-name.ts'
import { prorate, startOfDay } from '../../contract/proration.ts'
import { planChanged } from '../../mails.ts'
import { cancelCharge } from '../charges.ts'
import { readInvoice } from '../read-invoice.ts'
import { type ChargeRow, isTerm, type PlanRow, readPeriods } from '../rows.ts'
import type { Standing } from '../standing.ts'
import { recordStep } from '../steps.ts'
import { creditPeriods } from './credit-periods.ts'

async function readPlan(tx: Tx, id: string): Promise<PlanRow> {
  const [plan] = await tx.select().from(tx.t.pricingPlans).where(eq(tx.t.pricingPlans.id, id))
  if (!plan) throw new Error('the plan is missing')
  return plan
}

/** Credits the days that passed before a change was paid. */
async function creditLateness(
  tx: Tx,
  ctx: BillingContext,
  charge: ChargeRow,
  owedPaise: number,
): Promise<void> {
  const { totalPaise, creditedPaise } = await readInvoice(tx, charge)
  const amountPaise = totalPaise - creditedPaise - Math.max(0, owedPaise)
  if (amountPaise <= 0) return
  const reason = 'Paid after the day of the calculation'
  await issueCreditNote(tx, ctx, { invoiceId: charge.invoiceId, amountPaise, reason, to: 'credit' })
}

/** The change to apply: a paid one, or one that costs nothing. */
type Change = { charge: ChargeRow } | { plan: PlanRow }

/**
 * Moves the service and its paid periods to the plan now. A loss in their value becomes account credit; a renewal billed at the
 * old price is cancelled, to be billed again. The caller holds the lock on the term.
 */
export async function applyPlan(
  tx: Tx,
  ctx: BillingContext,
  standing: Standing,
  change: Change,
): Promise<Standing> {
  const { term, bought, claim } = standing
  const { service } = bought
  const plan = 'plan' in change ? change.plan : await readPlan(tx, change.charge.planId ?? '')
  const monthlyPaise = 'plan' in change ? plan.pricePaise : change.charge.pricePaise
  const now = ctx.now()
  const periods = await readPeriods(tx, term, now)
  await changePlan(tx, { userId: service.userId, id: service.id, planId: plan.id, now })
  for (const { id, userId, months } of periods) {
    const { renewalPeriods: p } = tx.t
    const set = { planId: plan.id, pricePaise: monthlyPaise * months }
    await tx
      .update(p)
      .set(set)
      .where(and(eq(p.userId, userId), eq(p.id, id)))
  }
  await tx.update(tx.t.renewalTerms).set({ nextAt: now, updatedAt: now }).where(isTerm(tx, term))
  const name = siteName({ ...service, plan })
  await auditWork(tx, ctx, {
    action: 'service.plan',
    targetType: 'service',
    targetId: service.id,
    userId: service.userId,
    note: `${bought.plan.name} → ${plan.name}`,
  })
  const of = `${service.id} ${now.toISOString()} ${Bun.randomUUIDv7()}`
  await recordStep(tx, { userId: service.userId, of, step: 'plan', serviceId: service.id, name, at: now })
  const template = planChanged({ id: service.id, name, plan: plan.name })
  await notify(tx, ctx, { userId: service.userId, kind: 'service.plan', template })
  if (claim) await cancelCharge(tx, ctx, { charge: claim, reason: 'The plan was changed' })
  const { differencePaise } = prorate(periods, monthlyPaise, startOfDay(now))
  if ('charge' in change) await creditLateness(tx, ctx, change.charge, differencePaise)
  else if (differencePaise < 0)
    await creditPeriods(tx, ctx, { periods, userId: service.userId, service, monthlyPaise, now })
  return { ...standing, bought: { service: { ...service, planId: plan.id }, plan }, claim: null }
}
