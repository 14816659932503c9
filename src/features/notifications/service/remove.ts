import { and, eq } from 'drizzle-orm'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { only } from '#shared/errors.ts'
import { publishNoticesChanged } from './publish-changed.ts'

type Done = Promise<Answered<{ ok: true }>>

/** Deletes one of the caller's notices. @throws NOT_FOUND when it is missing or another user's */
export const removeNotification = (ctx: CustomerContext, { id }: { id: string }): Done =>
  mutate(ctx, async (tx) => {
    const { notifications: n } = tx.t
    const own = and(eq(n.userId, ctx.user.id), eq(n.id, id))
    only(await tx.delete(n).where(own).returning({ id: n.id }), 'This notification')
    publishNoticesChanged(tx, ctx)
    return { ok: true as const }
  })

/** Deletes all of the caller's notices. */
export const clearNotifications = (ctx: CustomerContext): Done =>
  mutate(ctx, async (tx) => {
    const { notifications: n } = tx.t
    await tx.delete(n).where(eq(n.userId, ctx.user.id))
    publishNoticesChanged(tx, ctx)
    return { ok: true as const }
  })
