import { sql } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import { publish } from '#server/answers/mutate.ts'
import type { Deps } from '#server/context.ts'
import type { Folder } from '../contract/rules.ts'
import { isAccount, type Place } from '../service/rows.ts'
import type { Filed, Flags } from '../storage/mailboxes.ts'

/** Results as in RFC 8601; null where there was nothing to check. */
export type Checks = { spf: string | null; dkim: string | null; dmarc: string | null; spamReasons: string[] }

/** What the row of a message says of its content. */
export type Described = {
  messageId: string | null
  threadId: string
  fromName: string
  fromAddress: string
  toText: string
  subject: string
  snippet: string
  attachmentCount: number
}

/** What is recorded of a message's content. */
export type Description = {
  described: Described
  /** Whether it came by mail, and was not put here by a program of its reader. */
  isReceived: boolean
}

export type Recording = {
  /** That of its row; a new one by default. */
  id?: string
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
export async function insertMessage(
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  { userId, id }: Place,
  recording: Recording,
): Promise<boolean> {
  const { filed, folder, description, flags = {}, checks = {}, receivedAt = now() } = recording
  const { described, isReceived } = description
  const reasons = checks.spamReasons ?? []
  const { emailMessages: m, emailAccounts: a } = tx.t
  const [row] = await tx
    .insert(m)
    .values({
      ...(recording.id === undefined ? {} : { id: recording.id }),
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
      filedAt: now(),
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
  return true
}

/** The same in a transaction of its own; the owner's screens hear of it. */
export const recordMessage = (
  deps: Pick<Deps, 'store' | 'now' | 'events'>,
  { userId, id }: Place,
  recording: Recording,
): Promise<boolean> =>
  deps.store.tx(async (tx) => {
    const isNew = await insertMessage(tx, deps, { userId, id }, recording)
    if (isNew) publish(tx, deps, { userId, kind: 'email', id, status: 'mail' })
    return isNew
  })

/** What of a message counts for accounts that keep none of it: that it was passed on, or that it was refused as spam. */
export async function countUnkept(
  { store }: Pick<Deps, 'store'>,
  rows: readonly Place[],
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
