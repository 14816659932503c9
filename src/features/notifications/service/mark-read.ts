import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '#db/types.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'
import type { markReadInput } from '../contract/contract.ts'
import { countUnread } from './list.ts'
import { publishNoticesChanged } from './publish-changed.ts'

async function assertOwn(tx: Tx, userId: string, ids: string[]): Promise<void> {
  const { notifications: n } = tx.t
  const found = await tx.$count(n, and(eq(n.userId, userId), inArray(n.id, ids)))
  if (found < ids.length) throw notFound('This notification')
}

/**
 * Marks the caller's named notices, or all, as read and returns how many are unread. Publishes the change to other tabs.
 * @throws NOT_FOUND when one is missing or another user's; then marks nothing
 */
export const markRead = (
  ctx: CustomerContext,
  input: z.output<typeof markReadInput>,
): Promise<Answered<{ ok: true; unread: number }>> =>
  mutate(ctx, async (tx) => {
    const { notifications: n } = tx.t
    const { id: userId } = ctx.user
    const ids = input.ids && [...new Set(input.ids)]
    if (ids) await assertOwn(tx, userId, ids)
    await tx
      .update(n)
      .set({ readAt: ctx.now() })
      .where(and(eq(n.userId, userId), isNull(n.readAt), ids && inArray(n.id, ids)))
    publishNoticesChanged(tx, ctx)
    return { ok: true as const, unread: await countUnread(tx, userId) }
  })
