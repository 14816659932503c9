import { and, desc, eq } from 'drizzle-orm'
import { auditCaller } from '#db/audit/audit.ts'
import { olderThan, toPage } from '#db/lists/paging.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate, publish } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, only } from '#shared/errors.ts'
import { toRupees } from '#shared/money/money.ts'
import type { Answer } from '#shared/schema.ts'
import type { ReportRow } from '../context.ts'
import type { reportOutput } from '../contract/contract.ts'
import { presentReport } from './pay.ts'
import { findTargets, presentTarget } from './targets.ts'

/** Open transfer references, newest first. */
export async function listReports(
  ctx: CustomerContext,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const { paymentReports: r } = ctx.store.t
  const rows = await ctx.store.read
    .select()
    .from(r)
    .where(and(eq(r.status, 'waiting'), olderThan({ at: r.createdAt, id: r.id }, cursor)))
    .orderBy(desc(r.createdAt), desc(r.id))
    .limit(limit + 1)
  const targets = await findTargets(ctx.store, rows)
  const page = toPage(rows, {
    limit,
    key: ({ createdAt, id }: ReportRow) => ({ at: createdAt, id }),
    present: (row: ReportRow) => {
      const target = targets.get(row.orderId ?? row.invoiceId ?? '')
      return target
        ? { ...presentReport(row), amount: toRupees(row.amountPaise), target: presentTarget(target) }
        : null
    },
  })
  return { ...page, items: page.items.filter((item) => item !== null) }
}

/** Dismisses the reference of a transfer that was not found at the bank. @throws NOT_FOUND, WRONG_STATE when it was decided */
export const dismissReport = (
  ctx: CustomerContext,
  { id }: { id: string },
): Promise<Answered<Answer<typeof reportOutput>>> =>
  mutate(ctx, async (tx) => {
    const { paymentReports: r } = tx.t
    const rows = await ctx.store.lock(tx.select().from(r).where(eq(r.id, id)))
    const found = only(rows, 'This reference')
    if (found.status !== 'waiting')
      throw new DomainError('WRONG_STATE', `This reference was ${found.status}.`)
    const decision = { status: 'dismissed' as const, decidedAt: ctx.now(), decidedBy: ctx.user.id }
    await tx
      .update(r)
      .set(decision)
      .where(and(eq(r.userId, found.userId), eq(r.id, id)))
    await auditCaller(tx, ctx, {
      action: 'payment.dismiss',
      targetType: found.orderId ? 'order' : 'invoice',
      targetId: found.orderId ?? found.invoiceId,
      userId: found.userId,
      note: found.reference,
    })
    publish(tx, ctx, { userId: found.userId, kind: 'payment', id, status: 'dismissed' })
    return presentReport({ ...found, ...decision })
  })
