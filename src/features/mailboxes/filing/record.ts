import { sql } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import { publish } from '#server/answers/mutate.ts'
import type { Deps } from '#server/context.ts'
import type { Folder } from '../contract/rules.ts'
import { type AccountKey, isAccount } from '../service/rows.ts'
import type { Flags, StoredFile } from '../storage/mailboxes.ts'

/** Results as in RFC 8601; null where no check applied. */
export type Checks = { spf: string | null; dkim: string | null; dmarc: string | null; spamReasons: string[] }

/** The content columns of a message row. */
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

/** The description of a message's content. */
export type Description = {
  described: Described
  /** Whether it arrived by mail; false when its reader's mail program stored it. */
  isReceived: boolean
}

export type Recording = {
  /** The id of its row; a new one by default. */
  id?: string
  filed: StoredFile
  folder: Folder
  description: Description
  flags?: Partial<Flags>
  checks?: Partial<Checks>
  /** Its arrival; now by default. */
  receivedAt?: Date
}

/** Adds the row of a file and counts it in the account's totals; idempotent. Returns whether the row is new. */
export async function insertMessage(
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  { userId, id }: AccountKey,
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

/** The same in its own transaction; publishes the change to the owner's screens. */
export const recordMessage = (
  deps: Pick<Deps, 'store' | 'now' | 'events'>,
  { userId, id }: AccountKey,
  recording: Recording,
): Promise<boolean> =>
  deps.store.tx(async (tx) => {
    const isNew = await insertMessage(tx, deps, { userId, id }, recording)
    if (isNew) publish(tx, deps, { userId, kind: 'email', id, status: 'mail' })
    return isNew
  })

/** Counts a message that an account does not store: forwarded, or rejected as spam. */
export async function countUnstored(
  { store }: Pick<Deps, 'store'>,
  rows: readonly AccountKey[],
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
