import { and, eq } from 'drizzle-orm'
import { auditCaller } from '#db/audit/audit.ts'
import type { Tx } from '#db/types.ts'
import { lockUser } from '#features/auth/service/lock-user.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate, publish } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, limitReached } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { ReportRow } from '../context.ts'
import { maxReports, type reportOutput } from '../contract/contract.ts'
import { isFor, presentReport } from './pay.ts'
import { findOwnTarget, idsOf, type Target } from './targets.ts'

type ReportInput = { kind: Target['kind']; id: string; reference: string }

async function store(tx: Tx, ctx: CustomerContext, target: Target, reference: string): Promise<ReportRow> {
  const { paymentReports: r } = tx.t
  const waiting = await tx
    .select()
    .from(r)
    .where(and(isFor(r, target), eq(r.status, 'waiting')))
  const same = waiting.find((row) => row.reference === reference)
  if (same) return same
  if (waiting.length >= maxReports)
    throw limitReached(`At most ${maxReports} references can be open.`, {
      limit: maxReports,
      used: waiting.length,
    })
  const place = { userId: target.userId, ...idsOf(target) }
  const [row] = await tx
    .insert(r)
    .values({ ...place, reference, amountPaise: target.duePaise, createdAt: ctx.now() })
    .returning()
  if (!row) throw new Error('the reference was not stored')
  await auditCaller(tx, ctx, {
    action: 'payment.report',
    targetType: target.kind,
    targetId: target.id,
    userId: target.userId,
    note: reference,
  })
  return row
}

/**
 * Stores the caller's transfer reference for an administrator or a bank statement to find. A repeat returns the first one.
 * @throws NOT_FOUND, WRONG_STATE when nothing is due, LIMIT_REACHED
 */
export const reportTransfer = (
  ctx: CustomerContext,
  { kind, id, reference }: ReportInput,
): Promise<Answered<Answer<typeof reportOutput>>> =>
  mutate(ctx, async (tx) => {
    const target = await findOwnTarget(tx, { kind, id, userId: ctx.user.id })
    if (target.duePaise === 0) throw new DomainError('WRONG_STATE', 'There is nothing left to pay here.')
    // Concurrent requests with the same reference store it once.
    await lockUser(tx, ctx)
    const row = await store(tx, ctx, target, reference)
    publish(tx, ctx, { userId: ctx.user.id, kind: 'payment', id: row.id, status: 'reported' })
    return presentReport(row)
  })
