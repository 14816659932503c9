import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import type { Deps } from '#server/context.ts'
import type { Folder } from '../contract/rules.ts'
import { inBox, isAccount, type MessageRow } from '../service/rows.ts'
import type { StoredFile } from '../storage/mailboxes.ts'
import type { Described } from './record.ts'

/** Points a message row to another file and adjusts the used storage. False when the row changed meanwhile. */
export async function replaceMessage(
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  row: MessageRow,
  {
    filed: { file, sizeBytes },
    folder,
    described,
  }: { filed: StoredFile; folder: Folder; described: Described },
): Promise<boolean> {
  const { emailMessages: m, emailAccounts: a } = tx.t
  const isIt = and(inBox(tx.t, row), eq(m.id, row.id), eq(m.folder, row.folder), eq(m.file, row.file))
  const changed = await tx
    .update(m)
    .set({ ...described, file, sizeBytes, folder, isSeen: true, receivedAt: now(), filedAt: now() })
    .where(isIt)
    .returning({ id: m.id })
  if (changed.length === 0) return false
  const more = sizeBytes - row.sizeBytes
  await tx
    .update(a)
    .set({ usedBytes: sql`case when ${a.usedBytes} + ${more} > 0 then ${a.usedBytes} + ${more} else 0 end` })
    .where(isAccount(tx.t, { userId: row.userId, id: row.accountId }))
  return true
}
