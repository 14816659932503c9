import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { auditCaller } from '#db/audit/audit.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate, publish } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type {
  bankLineOutput,
  confirmLinesInput,
  confirmLinesOutput,
  matchLineInput,
} from '../../contract/contract.ts'
import { findTarget } from '../targets.ts'
import { presentLine } from './bank-lines.ts'
import { countLine, lockLine } from './count-line.ts'
import { matchLine } from './match-line.ts'

type Line = Answer<typeof bankLineOutput>

/** Counts one line if its suggested match still has exactly this amount due; false when a person must decide. */
async function confirmLine(ctx: CustomerContext, id: string): Promise<boolean> {
  try {
    return await ctx.store.tx(async (tx) => {
      const line = await lockLine(tx, ctx, { id, states: ['waiting'] })
      const target = await matchLine(tx, line)
      if (target) await countLine(tx, ctx, { line, target })
      return target !== null
    })
  } catch (error) {
    // Another administrator was faster, or the reference is used: it stays as it is.
    if (error instanceof DomainError) return false
    throw error
  }
}

/** Records lines as payments of their present matches, each in its own transaction; returns those that no longer match. */
export async function confirmLines(
  ctx: CustomerContext,
  { ids }: z.output<typeof confirmLinesInput>,
): Promise<Answered<Answer<typeof confirmLinesOutput>>> {
  const counted: string[] = []
  const left: string[] = []
  for (const id of new Set(ids)) {
    const isCounted = await confirmLine(ctx, id)
    ;(isCounted ? counted : left).push(id)
  }
  return mutate(ctx, async () => ({ counted, left }))
}

/**
 * Records the line as the payment of the order or invoice that an administrator chose; any surplus becomes credit.
 * @throws NOT_FOUND, WRONG_STATE when it was counted already, CONFLICT when its reference is that of another payment
 */
export const matchByHand = (
  ctx: CustomerContext,
  { id, ...ids }: z.output<typeof matchLineInput>,
): Promise<Answered<Line>> =>
  mutate(ctx, async (tx) => {
    const line = await lockLine(tx, ctx, { id, states: ['waiting', 'dismissed'] })
    const target = await findTarget(tx, ids)
    return presentLine(await countLine(tx, ctx, { line, target }), null)
  })

/** Dismisses a line that is not a customer's payment. @throws NOT_FOUND, WRONG_STATE when it was decided already */
export const dismissLine = (ctx: CustomerContext, { id }: { id: string }): Promise<Answered<Line>> =>
  mutate(ctx, async (tx) => {
    const line = await lockLine(tx, ctx, { id, states: ['waiting'] })
    const decision = { status: 'dismissed' as const, decidedAt: ctx.now(), decidedBy: ctx.user.id }
    await tx.update(tx.t.bankLines).set(decision).where(eq(tx.t.bankLines.id, id))
    await auditCaller(tx, ctx, {
      action: 'payment.dismiss',
      targetType: 'bank_line',
      targetId: id,
      note: line.narration,
    })
    publish(tx, ctx, { userId: ctx.user.id, kind: 'payment', id, status: 'dismissed' })
    return presentLine({ ...line, ...decision }, null)
  })
