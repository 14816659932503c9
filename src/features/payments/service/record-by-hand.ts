import type { z } from 'zod'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, invalid } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { after, day } from '#shared/time.ts'
import type { paymentOutput, recordInput } from '../contract/contract.ts'
import { readPayment } from './list-payments.ts'
import { receivePayment } from './receive.ts'
import { settleReports } from './settle-reports.ts'
import { findTarget } from './targets.ts'

/**
 * Records a transfer that an administrator found at the bank, mails its customer, and settles the references they gave. Any
 * surplus becomes credit.
 * @throws NOT_FOUND, INVALID for a future date, CONFLICT when this reference was recorded already
 */
export async function recordByHand(
  ctx: CustomerContext,
  { amount: amountPaise, reference, receivedAt, ...ids }: z.output<typeof recordInput>,
): Promise<Answered<Answer<typeof paymentOutput>>> {
  const now = ctx.now()
  // A browser's clock may be fast.
  if (receivedAt > after(now, day)) throw invalid('receivedAt', 'This date is in the future.')
  return mutate(ctx, async (tx) => {
    const target = await findTarget(tx, ids)
    const made = await receivePayment(tx, ctx, {
      target,
      provider: 'manual',
      reference,
      amountPaise,
      receivedAt,
      recordedBy: ctx.user.id,
    })
    if (!made.isNew) throw new DomainError('CONFLICT', 'A payment with this reference is already recorded.')
    const paymentId = made.payment.id
    await settleReports(tx, { target, references: [reference], paymentId, at: now, by: ctx.user.id })
    return readPayment(tx, paymentId)
  })
}
