import { readCredit } from '#features/billing/service/account-credit.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import { toRupees } from '#shared/money/money.ts'
import { siteName } from '#shared/names/site-name.ts'
import type { Answer } from '#shared/schema.ts'
import { after } from '#shared/time.ts'
import { monthsOf } from '../contract/calendar.ts'
import type { renewalOutput } from '../contract/contract.ts'
import { latest, policyOf } from '../rules/policy.ts'
import { firstTerm } from './ensure-term.ts'
import { listDue } from './list-due.ts'
import { type Bought, findBought, isTerm } from './rows.ts'

/** The stored term of a service, or the one it gets within a minute. */
async function readTerm(ctx: CustomerContext, bought: Bought) {
  const owned = { userId: ctx.user.id, serviceId: bought.service.id }
  const [term] = await ctx.store.read.select().from(ctx.store.t.renewalTerms).where(isTerm(ctx.store, owned))
  if (term) return term
  if (bought.service.status === 'pending')
    throw new DomainError('WRONG_STATE', 'This service is not active yet.')
  const { term: first } = firstTerm(bought, ctx.now())
  return { ...first, term: 'monthly' as const, suspendedAt: null, doNotSuspendBefore: null }
}

/** The paid term of one of the caller's services and its next invoice. @throws NOT_FOUND, WRONG_STATE before its activation */
export async function readRenewal(
  ctx: CustomerContext,
  { id }: { id: string },
): Promise<Answer<typeof renewalOutput>> {
  const bought = await findBought(ctx.store, ctx, id)
  const term = await readTerm(ctx, bought)
  const { service, plan } = bought
  const due = await listDue(ctx, id)
  const credit = ctx.shared ? null : await readCredit(ctx.store, ctx.user.id)
  const hasClaim = due.some(({ kind }) => kind === 'renewal')
  const { isBilled, renewBefore } = policyOf(ctx.env)
  const planned = after(term.paidUntil, -renewBefore)
  const at = latest(planned, ctx.now())
  return {
    service: { id, name: siteName({ ...service, plan }) },
    plan: { id: plan.id, name: plan.name, price: toRupees(plan.pricePaise) },
    term: term.term,
    paidUntil: term.paidUntil,
    isSuspended: term.suspendedAt !== null,
    next: hasClaim || !isBilled ? null : { at, amount: toRupees(plan.pricePaise * monthsOf[term.term]) },
    due,
    credit: credit === null ? null : toRupees(credit),
  }
}
