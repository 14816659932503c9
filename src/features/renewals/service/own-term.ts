import type { z } from 'zod'
import { auditCaller } from '#db/audit/audit.ts'
import type { Tx } from '#db/types.ts'
import { duePaise } from '#features/billing/rules/due-paise.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate, publish } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, invalid } from '#shared/errors.ts'
import { toRupees } from '#shared/money/money.ts'
import type { Answer } from '#shared/schema.ts'
import { monthsOf } from '../contract/calendar.ts'
import {
  mostMonthsAhead,
  type renewInput,
  type renewOutput,
  type setTermInput,
} from '../contract/contract.ts'
import { assertBilled } from '../rules/policy.ts'
import { billPeriod } from './bill-period.ts'
import { ensureTerm } from './ensure-term.ts'
import { readInvoice } from './read-invoice.ts'
import { findBought, isTerm } from './rows.ts'
import { settleCharges } from './settle-charges.ts'
import type { Standing } from './standing.ts'

/** State of one of the caller's services, with its term locked. @throws NOT_FOUND, WRONG_STATE before its activation */
export async function lockStanding(tx: Tx, ctx: CustomerContext, id: string): Promise<Standing> {
  const bought = await findBought(tx, ctx, id)
  const term = await ensureTerm(tx, ctx, bought)
  return settleCharges(tx, ctx, { term, bought })
}

/**
 * Sets the billing term from the next invoice on.
 * @throws NOT_FOUND, WRONG_STATE before its activation, or where renewals are off
 */
export async function setTerm(
  ctx: CustomerContext,
  { id, term: wanted }: z.output<typeof setTermInput>,
): Promise<Answered<{ ok: true }>> {
  assertBilled(ctx.env)
  return mutate(ctx, async (tx) => {
    const { term } = await lockStanding(tx, ctx, id)
    if (term.term !== wanted) {
      const set = { term: wanted, updatedAt: ctx.now() }
      await tx.update(tx.t.renewalTerms).set(set).where(isTerm(tx, term))
      await auditCaller(tx, ctx, {
        action: 'service.term',
        targetType: 'service',
        targetId: id,
        userId: ctx.user.id,
        note: `${term.term} → ${wanted}`,
      })
    }
    publish(tx, ctx, { userId: ctx.user.id, kind: 'renewal', id, status: 'term' })
    return { ok: true as const }
  })
}

/**
 * Bills that many terms after the paid time now.
 * @throws NOT_FOUND, INVALID for more than three years, WRONG_STATE while an invoice or a plan change is unpaid,
 *   or where renewals are off
 */
export async function renewAhead(
  ctx: CustomerContext,
  { id, terms }: z.output<typeof renewInput>,
): Promise<Answered<Answer<typeof renewOutput>>> {
  assertBilled(ctx.env)
  return mutate(ctx, async (tx) => {
    const standing = await lockStanding(tx, ctx, id)
    const months = terms * monthsOf[standing.term.term]
    if (months > mostMonthsAhead)
      throw invalid('terms', `At most ${mostMonthsAhead} months can be paid ahead.`)
    if (standing.claim)
      throw new DomainError('WRONG_STATE', 'This service already has an unpaid invoice. Pay it first.', {
        details: { invoiceId: standing.claim.invoiceId },
      })
    if (standing.change)
      throw new DomainError('WRONG_STATE', 'An unpaid plan change is pending. Pay it first.', {
        details: { invoiceId: standing.change.invoiceId },
      })
    // A member who manages a service's bills neither sees nor spends the credit.
    const charge = await billPeriod(tx, ctx, standing, { months, useCredit: ctx.shared === null })
    if (!charge) throw new DomainError('WRONG_STATE', 'This plan is free.')
    publish(tx, ctx, { userId: ctx.user.id, kind: 'renewal', id, status: 'invoice' })
    const invoice = await readInvoice(tx, charge)
    ctx.reply.status = 201
    return {
      invoiceId: invoice.id,
      number: invoice.number,
      amount: toRupees(duePaise(invoice)),
      dueAt: invoice.dueAt,
    }
  })
}
