import { and, eq, isNull } from 'drizzle-orm'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate, publish } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { only } from '#shared/errors.ts'
import { auditCustomer } from '../service/audit-customer.ts'

/** Ends the caller's view; changes nothing once it has ended. @throws NOT_FOUND */
export const endView = (ctx: CustomerContext, { id }: { id: string }): Promise<Answered<{ ok: true }>> =>
  mutate(ctx, async (tx) => {
    const { customerViews: v } = tx.t
    const isOwn = and(eq(v.id, id), eq(v.viewerId, ctx.user.id))
    const { userId } = only(await tx.select().from(v).where(isOwn), 'This view')
    const ended = await tx
      .update(v)
      .set({ endedAt: ctx.now() })
      .where(and(isOwn, isNull(v.endedAt)))
      .returning({ id: v.id })
    if (ended.length > 0) {
      const customer = { id: userId }
      await auditCustomer(tx, ctx, { action: 'customer.view.end', customer, details: { viewId: id } })
      publish(tx, ctx, { userId: ctx.user.id, kind: 'session', id, status: 'ended' })
    }
    return { ok: true as const }
  })
