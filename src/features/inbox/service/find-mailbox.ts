import { and, eq } from 'drizzle-orm'
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

/** A message of a mailbox. @throws NOT_FOUND */
export async function findMessage({ read, t }: Source, box: Box, id: string): Promise<MessageRow> {
  const { emailMessages: m } = t
  const isIt = and(inBox(t, box), eq(m.id, id))
  return only(await read.select().from(m).where(isIt), 'This message')
}
