import type { z } from 'zod'
import { readCredit } from '#features/billing/service/account-credit.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { toRupees } from '#shared/money/money.ts'
import { siteName } from '#shared/names/site-name.ts'
import type { Answer } from '#shared/schema.ts'
import { after } from '#shared/time.ts'
import { monthsOf } from '../../contract/calendar.ts'
import type { planChangeOutput, previewPlanInput } from '../../contract/contract.ts'
import { assertBilled, latest, policyOf } from '../../rules/policy.ts'
import { lockStanding } from '../own-term.ts'
import { findBought, type PlanRow } from '../rows.ts'
import { findPlan, makeOffer } from './plan-offer.ts'

const present = ({ id, name, pricePaise }: PlanRow) => ({ id, name, price: toRupees(pricePaise) })

/**
 * Calculates the cost or credit of a plan change today, without making it.
 * @throws NOT_FOUND, WRONG_STATE before its activation or where renewals are off, INVALID for a plan that cannot be chosen
 */
export const previewPlan = (
  ctx: CustomerContext,
  { id, planId }: z.output<typeof previewPlanInput>,
): Promise<Answered<Answer<typeof planChangeOutput>>> =>
  mutate(ctx, async (tx) => {
    assertBilled(ctx.env)
    await findPlan(tx, await findBought(tx, ctx, id), planId)
    const { bought, term } = await lockStanding(tx, ctx, id)
    const now = ctx.now()
    const offer = await makeOffer(tx, { bought, term }, { planId, now })
    const { creditPaise, costPaise, differencePaise } = offer.proration
    const amountPaise = Math.max(0, differencePaise)
    const accountPaise = await readCredit(tx, ctx.user.id)
    const planned = after(term.paidUntil, -policyOf(ctx.env).renewBefore)
    return {
      service: { id, name: siteName({ ...bought.service, plan: bought.plan }) },
      from: present(bought.plan),
      to: present(offer.plan),
      paidUntil: term.paidUntil,
      credit: toRupees(creditPaise),
      cost: toRupees(costPaise),
      difference: toRupees(differencePaise),
      amount: toRupees(amountPaise),
      toPay: toRupees(Math.max(0, amountPaise - accountPaise)),
      accountCredit: toRupees(accountPaise),
      next: {
        at: latest(planned, now),
        amount: toRupees(offer.plan.pricePaise * monthsOf[term.term]),
      },
      refusal: offer.refusal,
      exceeded: offer.exceeded,
    }
  })
