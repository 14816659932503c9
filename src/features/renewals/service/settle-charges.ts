import type { Tx } from '#db/types.ts'
import type { BillingContext } from '#features/billing/context.ts'
import { prorate, startOfDay } from '../contract/proration.ts'
import { cancelCharge, closeCharge } from './charges.ts'
import { applyPlan } from './plans/apply-plan.ts'
import { readInvoice } from './read-invoice.ts'
import {
  type Bought,
  type ChargeRow,
  isTerm,
  type PeriodRow,
  readOpen,
  readPeriods,
  type TermRow,
} from './rows.ts'
import type { Standing } from './standing.ts'

type NewPeriod = Omit<PeriodRow, 'id'>

/** Extends the term to the end of this paid period. */
export async function addPeriod(
  tx: Tx,
  { term, period, now }: { term: TermRow; period: NewPeriod; now: Date },
): Promise<TermRow> {
  await tx.insert(tx.t.renewalPeriods).values(period)
  const set = { paidUntil: period.endsAt, updatedAt: now }
  await tx.update(tx.t.renewalTerms).set(set).where(isTerm(tx, term))
  return { ...term, ...set }
}

function periodOf({ id, userId, serviceId, planId, ...charge }: ChargeRow): NewPeriod {
  if (serviceId === null || planId === null) throw new Error('a renewal has a service and a plan')
  const { months, pricePaise, startsAt, endsAt } = charge
  return { userId, serviceId, planId, months, pricePaise, startsAt, endsAt, chargeId: id }
}

async function settleRenewal(tx: Tx, ctx: BillingContext, standing: Standing): Promise<Standing> {
  const { term, claim } = standing
  if (!claim) return standing
  const { status } = await readInvoice(tx, claim)
  if (status === 'open') return standing
  const now = ctx.now()
  await closeCharge(tx, { charge: claim, status: status === 'paid' ? 'settled' : 'cancelled', now })
  const paid = status === 'paid' ? await addPeriod(tx, { term, period: periodOf(claim), now }) : term
  return { ...standing, term: paid, claim: null }
}

/** The other plan now costs more for the paid time than its invoice. */
async function isTooLittle(tx: Tx, { term }: Standing, change: ChargeRow, now: Date): Promise<boolean> {
  const periods = await readPeriods(tx, term, now)
  const { differencePaise } = prorate(periods, change.pricePaise, startOfDay(now))
  return differencePaise > (await readInvoice(tx, change)).totalPaise
}

async function settleChange(tx: Tx, ctx: BillingContext, standing: Standing): Promise<Standing> {
  const { change, bought } = standing
  if (!change) return standing
  const { status } = await readInvoice(tx, change)
  if (status === 'open') return standing
  if (status === 'paid' && bought.service.status === 'terminated') {
    await cancelCharge(tx, ctx, { charge: change, reason: 'The service ended before the plan change' })
    return { ...standing, change: null }
  }
  if (status === 'paid' && (await isTooLittle(tx, standing, change, ctx.now()))) {
    const reason = 'More time was paid meanwhile: request the change again'
    await cancelCharge(tx, ctx, { charge: change, reason })
    return { ...standing, change: null }
  }
  await closeCharge(tx, {
    charge: change,
    status: status === 'paid' ? 'settled' : 'cancelled',
    now: ctx.now(),
  })
  if (status !== 'paid') return { ...standing, change: null }
  return applyPlan(tx, ctx, { ...standing, change: null }, { charge: change })
}

/**
 * The state of a service after all payments have taken effect: paid periods extend its term, and a paid plan is its plan. The
 * caller holds the lock on the term.
 */
export async function settleCharges(
  tx: Tx,
  ctx: BillingContext,
  { term, bought }: { term: TermRow; bought: Bought },
): Promise<Standing> {
  const store = tx
  const standing = {
    term,
    bought,
    claim: (await readOpen(store, { ...term, kind: 'renewal' })) ?? null,
    change: (await readOpen(store, { ...term, kind: 'planChange' })) ?? null,
  }
  // The change first: it cancels a renewal at the old price, paid or not, which would otherwise apply to the other plan.
  return settleRenewal(tx, ctx, await settleChange(tx, ctx, standing))
}
