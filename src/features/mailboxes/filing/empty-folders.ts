import { and, asc, lte, sql } from 'drizzle-orm'
import type { JobContext } from '#server/context.ts'
import { after, day } from '#shared/time.ts'
import { cleanupDays } from '../contract/rules.ts'
import type { MessageRow } from '../service/rows.ts'
import { removeMessages } from './remove-messages.ts'

const batch = 200

/** Deletes messages that have been in spam or trash for thirty days. */
export async function emptyFolders(ctx: JobContext, stopping: AbortSignal): Promise<void> {
  const { emailMessages: m } = ctx.store.t
  for (;;) {
    const over: MessageRow[] = await ctx.store.read
      .select()
      .from(m)
      .where(and(sql`${m.folder} in ('spam', 'trash')`, lte(m.filedAt, after(ctx.now(), -cleanupDays * day))))
      .orderBy(asc(m.filedAt), asc(m.id))
      .limit(batch)
    const byAccount = Map.groupBy(over, ({ accountId }) => accountId)
    for (const [accountId, messages] of byAccount) {
      await removeMessages(ctx, messages)
      const [first] = messages
      if (first) ctx.events.publish({ userId: first.userId, kind: 'email', id: accountId, status: 'mail' })
    }
    if (over.length < batch || stopping.aborted) return
  }
}
