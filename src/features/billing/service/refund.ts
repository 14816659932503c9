import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import { DomainError, notFound, only } from '#shared/errors.ts'
import type { RefundRow } from '../context.ts'

type Plan = { creditNoteId: string; method: NonNullable<RefundRow['method']>; expectedBy: Date }

/** Sets the method and arrival date of a credit note's refund. @throws NOT_FOUND when the note refunds nothing */
export async function planRefund(tx: Tx, { creditNoteId, ...set }: Plan): Promise<RefundRow> {
  const { refunds } = tx.t
  const planned = tx.update(refunds).set(set).where(eq(refunds.creditNoteId, creditNoteId))
  return only(await planned.returning(), 'This refund')
}

/**
 * Marks the refund as paid, under this reference of the bank or provider. @throws NOT_FOUND, WRONG_STATE when it was paid before
 */
export async function markRefundPaid(
  tx: Tx,
  { id, reference, now }: { id: string; reference: string; now: Date },
): Promise<RefundRow> {
  const { refunds } = tx.t
  const waits = and(eq(refunds.id, id), eq(refunds.status, 'waiting'))
  const [paid] = await tx
    .update(refunds)
    .set({ status: 'paid', reference, paidAt: now })
    .where(waits)
    .returning()
  if (paid) return paid
  if ((await tx.$count(refunds, eq(refunds.id, id))) === 0) throw notFound('This refund')
  throw new DomainError('WRONG_STATE', 'This refund has already been paid.')
}
