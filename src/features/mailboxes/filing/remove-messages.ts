import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Deps } from '#server/context.ts'
import { isAccount, type MessageRow } from '../service/rows.ts'

/** Permanently deletes messages of one account with their files and updates its used storage. Returns their number. */
export async function removeMessages(
  { store, mailboxes }: Pick<Deps, 'store' | 'mailboxes'>,
  messages: readonly MessageRow[],
): Promise<number> {
  const [first] = messages
  if (!first) return 0
  const { userId, accountId } = first
  for (const { folder, file } of messages) await mailboxes.remove({ userId, accountId }, folder, file)
  return store.tx(async (tx) => {
    const { emailMessages: m, emailAccounts: a } = tx.t
    const ids = messages.map(({ id }) => id)
    // A draft that was saved in the meantime has another file, which stays.
    const files = messages.map(({ file }) => file)
    const gone = await tx
      .delete(m)
      .where(
        and(eq(m.userId, userId), eq(m.accountId, accountId), inArray(m.id, ids), inArray(m.file, files)),
      )
      .returning({ sizeBytes: m.sizeBytes })
    const bytes = gone.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    await tx
      .update(a)
      .set({ usedBytes: sql`case when ${a.usedBytes} > ${bytes} then ${a.usedBytes} - ${bytes} else 0 end` })
      .where(isAccount(tx.t, { userId, id: accountId }))
    return gone.length
  })
}
