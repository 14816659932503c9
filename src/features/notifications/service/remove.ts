import { and, eq } from 'drizzle-orm'
import type { Answered } from '#server/answer-in.ts'
import type { CustomerContext } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'
import { tellChanged } from './tell-changed.ts'

type Done = Promise<Answered<{ ok: true }>>

/** One of the caller's notices is gone. @throws NOT_FOUND when it is missing or somebody else's */
export async function removeNotification(ctx: CustomerContext, { id }: { id: string }): Done {
  const answer = await ctx.store.tx(async (tx) => {
    const { notifications: n } = tx.t
    const own = and(eq(n.userId, ctx.user.id), eq(n.id, id))
    const [gone] = await tx.delete(n).where(own).returning({ id: n.id })
    if (!gone) throw notFound('This notification')
    return ctx.answerIn(tx, { ok: true as const })
  })
  tellChanged(ctx)
  return answer
}

/** All notices of the caller are gone. */
export async function clearNotifications(ctx: CustomerContext): Done {
  const answer = await ctx.store.tx(async (tx) => {
    const { notifications: n } = tx.t
    await tx.delete(n).where(eq(n.userId, ctx.user.id))
    return ctx.answerIn(tx, { ok: true as const })
  })
  tellChanged(ctx)
  return answer
}
