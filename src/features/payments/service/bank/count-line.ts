import { eq } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import type { RecordedPayment } from '#features/billing/service/record-payment.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, only } from '#shared/errors.ts'
import type { LineRow } from '../../context.ts'
import { announcePayment, receivePayment } from '../receive.ts'
import { settleReports } from '../settle-reports.ts'
import type { Target } from '../targets.ts'
import { wordsOf } from './match-line.ts'

/** The line, locked. @throws NOT_FOUND, WRONG_STATE unless it is in one of these states */
export async function lockLine(
  tx: Tx,
  ctx: CustomerContext,
  { id, states }: { id: string; states: readonly LineRow['status'][] },
): Promise<LineRow> {
  const { bankLines: b } = tx.t
  const line = only(await ctx.store.lock(tx.select().from(b).where(eq(b.id, id))), 'This line')
  if (!states.includes(line.status))
    throw new DomainError('WRONG_STATE', `This line was already ${line.status}.`)
  return line
}

/** Noon in Kolkata of the booking date. */
const noonOf = (day: string): Date => new Date(`${day}T12:00:00+05:30`)

const shortest = 12

/**
 * Finds the payment of a line. If the transfer was recorded manually under its reference, that payment is the line's, unless
 * another line has it: a bank lists no transfer twice.
 */
async function recordLine(
  tx: Tx,
  ctx: CustomerContext,
  { line, target }: { line: LineRow; target: Target },
): Promise<RecordedPayment> {
  const record = (reference: string) =>
    receivePayment(tx, ctx, {
      target,
      provider: 'manual',
      reference,
      amountPaise: line.amountPaise,
      receivedAt: noonOf(line.day),
      note: `Bank statement: ${line.narration}`,
      recordedBy: ctx.user.id,
    })
  const own = `LINE${line.fingerprint.slice(0, shortest).toUpperCase()}`
  if (line.reference === '') return record(own)
  const made = await record(line.reference)
  if (made.isNew) return made
  const { bankLines: b } = tx.t
  const [taken] = await tx.select({ id: b.id }).from(b).where(eq(b.paymentId, made.payment.id))
  if (taken) return record(`${line.reference}${own}`)
  if (made.payment.amountPaise === line.amountPaise) return made
  throw new DomainError(
    'CONFLICT',
    'A payment with this reference and another amount is already recorded. Dismiss the line, or check that payment first.',
  )
}

/**
 * Records the line as the payment of this order or invoice, and updates open screens. The caller holds the lock on the line.
 * @throws CONFLICT when its reference is that of a payment with another amount
 */
export async function countLine(
  tx: Tx,
  ctx: CustomerContext,
  { line, target }: { line: LineRow; target: Target },
): Promise<LineRow> {
  const { bankLines: b } = tx.t
  const recorded = await recordLine(tx, ctx, { line, target })
  // A new payment has published its receipt already.
  if (!recorded.isNew) announcePayment(tx, ctx, recorded)
  const { id: paymentId } = recorded.payment
  const now = ctx.now()
  const decision = { status: 'counted' as const, paymentId, decidedAt: now, decidedBy: ctx.user.id }
  await tx.update(b).set(decision).where(eq(b.id, line.id))
  const references = wordsOf(line)
  if (references.length > 0)
    await settleReports(tx, { target, references, paymentId, at: now, by: ctx.user.id })
  return { ...line, ...decision }
}
