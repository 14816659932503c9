import { and, asc, eq } from 'drizzle-orm'
import type { Source } from '#db/types.ts'
import { type AccountRow, findAccount, inBox, type MessageRow } from '#features/mailboxes/service/rows.ts'
import type { Box } from '#features/mailboxes/storage/mailboxes.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, only } from '#shared/errors.ts'

/** One of the caller's mailboxes. @throws NOT_FOUND as `findAccount` does, WRONG_STATE for a forwarding or an alias */
export async function findMailbox(ctx: CustomerContext, id: string): Promise<AccountRow> {
  const row = await findAccount(ctx, id)
  if (row.type === 'mailbox') return row
  const sentence =
    row.type === 'forwarding' ? 'A forwarding address has no inbox.' : 'An alias has no inbox of its own.'
  throw new DomainError('WRONG_STATE', sentence)
}

export const boxOf = ({ userId, id }: AccountRow): Box => ({ userId, accountId: id })

/** A message of a mailbox, or undefined. */
export async function loadMessage(
  { read, t }: Source,
  box: Box,
  id: string,
): Promise<MessageRow | undefined> {
  const { emailMessages: m } = t
  const [row] = await read
    .select()
    .from(m)
    .where(and(inBox(t, box), eq(m.id, id)))
  return row
}

/** The same. @throws NOT_FOUND */
export async function findMessage(source: Source, box: Box, id: string): Promise<MessageRow> {
  const row = await loadMessage(source, box, id)
  return only(row ? [row] : [], 'This message')
}

/** The mailbox's message with this Message-ID, as the original of a reply; null when it does not exist. */
export async function findAnswered(
  { read, t }: Source,
  box: Box,
  { inReplyTo, threadId }: { inReplyTo: string | null; threadId: string | null },
): Promise<MessageRow | null> {
  if (inReplyTo === null || threadId === null) return null
  const { emailMessages: m } = t
  const [row] = await read
    .select()
    .from(m)
    .where(and(inBox(t, box), eq(m.threadId, threadId), eq(m.messageId, inReplyTo)))
    .orderBy(asc(m.receivedAt), asc(m.id))
    .limit(1)
  return row ?? null
}
