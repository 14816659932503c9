import { sql } from 'drizzle-orm'
import type { Deps } from '#server/context.ts'
import { publish } from '#server/mutate.ts'
import type { Checks } from '#features/mail-transport/checks/authenticate.ts'
import type { Folder } from '../contract/rules.ts'
import { type AccountRow, isAccount } from '../service/rows.ts'
import type { Filed, Flags } from '../storage/mailboxes.ts'
import type { Description } from '#features/mail-transport/delivery/describe-message.ts'

export type Recording = {
  filed: Filed
  folder: Folder
  description: Description
  flags?: Partial<Flags>
  checks?: Partial<Checks>
  /** When it came; now by default. */
  receivedAt?: Date
}

/**
 * The file has its row, and counts in what the account uses and has received; once, however often this is called. Returns
 * whether the row is new.
 */
export async function recordMessage(
  deps: Pick<Deps, 'store' | 'now' | 'events'>,
  { userId, id }: Pick<AccountRow, 'userId' | 'id'>,
  { filed, folder, description, flags = {}, checks = {}, receivedAt = deps.now() }: Recording,
): Promise<boolean> {
  const { described, isReceived } = description
  const reasons = checks.spamReasons ?? []
  return deps.store.tx(async (tx) => {
    const { emailMessages: m, emailAccounts: a } = tx.t
    const [row] = await tx
      .insert(m)
      .values({
        userId,
        accountId: id,
        folder,
        file: filed.file,
        sizeBytes: filed.sizeBytes,
        ...described,
        ...flags,
        spf: checks.spf ?? null,
        dkim: checks.dkim ?? null,
        dmarc: checks.dmarc ?? null,
        spamReasons: reasons.length > 0 ? reasons : null,
        receivedAt,
        filedAt: deps.now(),
      })
      .onConflictDoNothing({ target: [m.userId, m.accountId, m.file] })
      .returning({ id: m.id })
    if (!row) return false
    const counts = isReceived && (folder === 'inbox' || folder === 'spam')
    await tx
      .update(a)
      .set({
        usedBytes: sql`${a.usedBytes} + ${filed.sizeBytes}`,
        ...(counts ? { messagesReceived: sql`${a.messagesReceived} + 1` } : {}),
        ...(counts && folder === 'spam' ? { spamBlocked: sql`${a.spamBlocked} + 1` } : {}),
      })
      .where(isAccount(tx.t, { userId, id }))
    publish(tx, deps, { userId, kind: 'email', id, status: 'mail' })
    return true
  })
}

/** What of a message counts for accounts that keep none of it: that it was passed on, or that it was refused as spam. */
export async function countUnkept(
  { store }: Pick<Deps, 'store'>,
  rows: readonly Pick<AccountRow, 'userId' | 'id'>[],
  what: 'received' | 'refused',
): Promise<void> {
  if (rows.length === 0) return
  await store.tx(async (tx) => {
    const { emailAccounts: a } = tx.t
    const more =
      what === 'received'
        ? { messagesReceived: sql`${a.messagesReceived} + 1` }
        : { spamBlocked: sql`${a.spamBlocked} + 1` }
    for (const row of rows) await tx.update(a).set(more).where(isAccount(tx.t, row))
  })
}
