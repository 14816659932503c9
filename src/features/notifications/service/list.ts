import { and, desc, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { maxRows, olderThan, toArray, toPage } from '#db/lists/paging.ts'
import type { Schema } from '#db/schema/schema.ts'
import type { Source } from '#db/types.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import type { listNotificationsInput, notificationOutput } from '../contract/contract.ts'
import type { NoticeKind } from '../contract/kinds.ts'

type NoticeRow = Schema['notifications']['$inferSelect']
type Listed = Answer<typeof notificationOutput>

const present = ({ userId: _, kind, ...row }: NoticeRow): Listed => ({ ...row, kind: kind as NoticeKind })

const unreadOf = ({ notifications: n }: Schema, userId: string) => and(eq(n.userId, userId), isNull(n.readAt))

/** The caller's notices, newest first; with `unread`, only the unread ones. */
export async function listNotifications(
  ctx: CustomerContext,
  { unread, ...page }: z.output<typeof listNotificationsInput>,
): Promise<Listed[]> {
  const { notifications: n } = ctx.store.t
  const limit = page.limit ?? maxRows
  const own = unread ? unreadOf(ctx.store.t, ctx.user.id) : eq(n.userId, ctx.user.id)
  const rows = await ctx.store.read
    .select()
    .from(n)
    .where(and(own, olderThan({ at: n.createdAt, id: n.id }, page.cursor)))
    .orderBy(desc(n.createdAt), desc(n.id))
    .limit(limit + 1)
  const key = ({ createdAt, id }: NoticeRow) => ({ at: createdAt, id })
  return toArray(toPage(rows, { limit, key, present }), ctx.reply.headers)
}

/** Number of a user's unread notices. */
export const countUnread = ({ read, t }: Source, userId: string): Promise<number> =>
  read.$count(t.notifications, unreadOf(t, userId))

/** Number of the caller's unread notices. */
export const readUnread = async ({ store, user }: CustomerContext): Promise<{ unread: number }> => ({
  unread: await countUnread(store, user.id),
})
