import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { auditCaller } from '#db/audit.ts'
import type { RecordedPayment } from '#features/billing/service/record-payment.ts'
import type { Answered } from '#server/answer-in.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { bankLineOutput, confirmLinesInput, confirmLinesOutput, matchLineInput } from '../contract.ts'
import { presentLine } from './bank-lines.ts'
import { countLine, lockLine } from './count-line.ts'
import { matchLine } from './match-line.ts'
import { announcePayment } from './receive.ts'
import { findTarget } from './targets.ts'

type Line = Answer<typeof bankLineOutput>

/** One line, when what it seems to pay still waits for the very amount; null when it is left for a person. */
async function confirmLine(ctx: CustomerContext, id: string): Promise<RecordedPayment | null> {
  try {
    return await ctx.store.tx(async (tx) => {
      const line = await lockLine(tx, ctx, { id, states: ['waiting'] })
      const target = await matchLine(tx, line)
      return target && (await countLine(tx, ctx, { line, target })).recorded
    })
  } catch (error) {
    // Another administrator was faster, or the reference is taken: it stays as it is.
    if (error instanceof DomainError) return null
    throw error
  }
}

/**
 * The lines are the payments of what they match at this moment, each in a transaction of its own: what does not match any more is
 * left, and named in the answer.
 */
export async function confirmLines(
  ctx: CustomerContext,
  { ids }: z.output<typeof confirmLinesInput>,
): Promise<Answered<Answer<typeof confirmLinesOutput>>> {
  const counted: string[] = []
  const left: string[] = []
  for (const id of new Set(ids)) {
    const recorded = await confirmLine(ctx, id)
    if (recorded) announcePayment(ctx, recorded)
    ;(recorded ? counted : left).push(id)
  }
  return ctx.store.tx((tx) => ctx.answerIn(tx, { counted, left }))
}

/**
 * The line is the payment of the order or invoice that an administrator chose; what is not needed there becomes credit.
 * @throws NOT_FOUND, WRONG_STATE when it was counted already, CONFLICT when its reference is that of another payment
 */
export async function matchByHand(
  ctx: CustomerContext,
  { id, ...ids }: z.output<typeof matchLineInput>,
): Promise<Answered<Line>> {
  const { recorded, answer } = await ctx.store.tx(async (tx) => {
    const line = await lockLine(tx, ctx, { id, states: ['waiting', 'dismissed'] })
    const target = await findTarget(tx, ids)
    const counted = await countLine(tx, ctx, { line, target })
    return { ...counted, answer: await ctx.answerIn(tx, presentLine(counted.line, null)) }
  })
  announcePayment(ctx, recorded)
  return answer
}

/** The line is no payment of a customer: it waits no longer. @throws NOT_FOUND, WRONG_STATE when it was decided already */
export async function dismissLine(ctx: CustomerContext, { id }: { id: string }): Promise<Answered<Line>> {
  const answer = await ctx.store.tx(async (tx) => {
    const line = await lockLine(tx, ctx, { id, states: ['waiting'] })
    const decision = { status: 'dismissed' as const, decidedAt: ctx.now(), decidedBy: ctx.user.id }
    await tx.update(tx.t.bankLines).set(decision).where(eq(tx.t.bankLines.id, id))
    await auditCaller(tx, ctx, {
      action: 'payment.dismiss',
      targetType: 'bank_line',
      targetId: id,
      note: line.narration,
    })
    return ctx.answerIn(tx, presentLine({ ...line, ...decision }, null))
  })
  ctx.events.publish({ userId: ctx.user.id, kind: 'payment', id, status: 'dismissed' })
  return answer
}
