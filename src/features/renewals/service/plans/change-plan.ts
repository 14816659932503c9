import { and, eq, gt } from 'drizzle-orm'
import type { z } from 'zod'
import { auditCaller } from '#db/audit/audit.ts'
import type { Tx } from '#db/types.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate, publish } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import { toRupees } from '#shared/money/money.ts'
import { siteName } from '#shared/names/site-name.ts'
import type { Answer } from '#shared/schema.ts'
import { after, day, second } from '#shared/time.ts'
import type { changePlanInput, changePlanOutput } from '../../contract/contract.ts'
import { assertBilled } from '../../rules/policy.ts'
import { cancelCharge, issueCharge } from '../charges.ts'
import { lockStanding } from '../own-term.ts'
import { readInvoice } from '../read-invoice.ts'
import { type ChargeRow, findBought } from '../rows.ts'
import { settleCharges } from '../settle-charges.ts'
import type { Standing } from '../standing.ts'
import { applyPlan } from './apply-plan.ts'
import { findPlan, makeOffer, type Offer } from './plan-offer.ts'

/** How long a change can stay unpaid. */
const validMs = 7 * day

/** Blocks additions to the service that the other plan has no room for. */
async function lockService(tx: Tx, ctx: CustomerContext, id: string): Promise<void> {
  const { userServices: s } = tx.t
  const own = and(eq(s.userId, ctx.user.id), eq(s.id, id))
  await ctx.store.lock(tx.select({ id: s.id }).from(s).where(own))
}

function assertPossible({ refusal, exceeded, proration }: Offer, amountPaise: number): void {
  if (refusal !== null)
    throw new DomainError(exceeded.length > 0 ? 'LIMIT_REACHED' : 'WRONG_STATE', refusal, {
      details: { exceeded },
    })
  const currentAmount = Math.max(0, proration.differencePaise)
  if (currentAmount === amountPaise) return
  throw new DomainError('PRICE_CHANGED', 'The amount has changed. Check it before you confirm.', {
    details: { currentAmount: toRupees(currentAmount) },
  })
}

function billChange(
  tx: Tx,
  ctx: CustomerContext,
  { bought, term }: Standing,
  offer: Offer,
): Promise<ChargeRow> {
  const { service } = bought
  const [now, { plan, proration }] = [ctx.now(), offer]
  const dueAt = after(now, validMs)
  return issueCharge(tx, ctx, {
    userId: service.userId,
    kind: 'planChange',
    serviceId: service.id,
    domainId: null,
    planId: plan.id,
    months: 1,
    pricePaise: plan.pricePaise,
    totalPaise: proration.differencePaise,
    startsAt: now,
    endsAt: term.paidUntil,
    dueAt,
    nextAt: dueAt,
    description: `${siteName({ ...service, plan: bought.plan })}: from ${bought.plan.name} to ${plan.name}`,
  })
}

/** Plan changes billed for a service in a day: each takes numbers of the series. */
const mostInADay = 10

async function assertSeldom(tx: Tx, ctx: CustomerContext, { term }: Standing): Promise<void> {
  const { renewalCharges: c } = tx.t
  const own = and(eq(c.userId, term.userId), eq(c.serviceId, term.serviceId), eq(c.kind, 'planChange'))
  const billed = await tx.$count(c, and(own, gt(c.issuedAt, after(ctx.now(), -day))))
  if (billed < mostInADay) return
  throw new DomainError(
    'TOO_MANY_REQUESTS',
    'You have changed the plan of this service often today. Try again tomorrow.',
    {
      retryAfterSeconds: day / second,
    },
  )
}

/** The unpaid invoice for the same change. */
async function findSame(tx: Tx, { change }: Standing, { plan, proration }: Offer): Promise<string | null> {
  if (change?.planId !== plan.id) return null
  const { totalPaise, creditedPaise } = await readInvoice(tx, change)
  return totalPaise - creditedPaise === proration.differencePaise ? change.invoiceId : null
}

/** Applies the change or bills it; cancels another unpaid one. */
async function change(tx: Tx, ctx: CustomerContext, standing: Standing, offer: Offer) {
  const { term, bought } = standing
  const same = await findSame(tx, standing, offer)
  if (same) return { status: 'waiting' as const, invoiceId: same }
  await assertSeldom(tx, ctx, standing)
  if (standing.change)
    await cancelCharge(tx, ctx, {
      charge: standing.change,
      reason: 'Replaced by another plan change',
    })
  await auditCaller(tx, ctx, {
    action: 'service.plan-ask',
    targetType: 'service',
    targetId: bought.service.id,
    userId: ctx.user.id,
    note: `${bought.plan.name} → ${offer.plan.name}`,
  })
  if (offer.proration.differencePaise <= 0) {
    await applyPlan(tx, ctx, { ...standing, change: null }, { plan: offer.plan })
    return { status: 'changed' as const, invoiceId: null }
  }
  const charge = await billChange(tx, ctx, standing, offer)
  // Account credit may have paid it.
  const { change: waiting } = await settleCharges(tx, ctx, { term, bought })
  return { status: waiting ? ('waiting' as const) : ('changed' as const), invoiceId: charge.invoiceId }
}

/**
 * Changes the plan immediately if that is free or covered by account credit, otherwise when its invoice is paid.
 * @throws NOT_FOUND, INVALID for a plan that cannot be chosen, WRONG_STATE, also where renewals are off, LIMIT_REACHED with the
 *   excess, PRICE_CHANGED with `currentAmount`, TOO_MANY_REQUESTS after ten in a day
 */
export async function changeOwnPlan(
  ctx: CustomerContext,
  { id, planId, amount }: z.output<typeof changePlanInput>,
): Promise<Answered<Answer<typeof changePlanOutput>>> {
  assertBilled(ctx.env)
  return mutate(ctx, async (tx) => {
    await findPlan(tx, await findBought(tx, ctx, id), planId)
    const standing = await lockStanding(tx, ctx, id)
    await lockService(tx, ctx, id)
    const offer = await makeOffer(tx, standing, { planId, now: ctx.now() })
    assertPossible(offer, amount)
    const made = await change(tx, ctx, standing, offer)
    publish(tx, ctx, { userId: ctx.user.id, kind: 'renewal', id, status: made.status })
    if (made.status === 'changed')
      publish(tx, ctx, { userId: ctx.user.id, kind: 'service', id, status: 'restarting' })
    return { ...made, planId }
  })
}
