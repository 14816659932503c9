import type { z } from 'zod'
import type { Tx } from '#db/types.ts'
import { snippetOf } from '#features/mail-transport/message/one-line.ts'
import { resolveRecipient } from '#features/mailboxes/addresses/resolve-recipient.ts'
import { maxRecipients } from '#features/mailboxes/contract/rules.ts'
import { insertMessage } from '#features/mailboxes/filing/record.ts'
import { updateMessages } from '#features/mailboxes/filing/update-messages.ts'
import { publishAccount } from '#features/mailboxes/service/publish-account.ts'
import { type AccountRow, lockAccount, type MessageRow } from '#features/mailboxes/service/rows.ts'
import type { Box, StoredFile } from '#features/mailboxes/storage/mailboxes.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { mib } from '#shared/bytes.ts'
import { DomainError, invalid } from '#shared/errors.ts'
import type { sendInput } from '../contract.ts'
import { compose } from './compose.ts'
import { boxOf, findMailbox, findMessage } from './find-mailbox.ts'
import { threadIdOf } from './thread-id.ts'

type Input = z.output<typeof sendInput>
export type Answered = { row: MessageRow; references: string[] } | null

const wrongState = (message: string) => new DomainError('WRONG_STATE', message)

/** @throws WRONG_STATE when the account cannot send */
export async function assertSends(ctx: CustomerContext, row: AccountRow): Promise<void> {
  if (row.domainId === null) throw wrongState('This address uses an example domain, so it cannot send mail.')
  if (row.status !== 'active') throw wrongState('This email account is suspended, so it cannot send mail.')
  const found = await resolveRecipient(ctx, row.email)
  if (found.kind !== 'account' || !found.isServiceOpen)
    throw wrongState('The hosting service of this address is not running, so it cannot send mail.')
}

/** The original of a reply, with its references. @throws NOT_FOUND */
export async function readAnswered(
  ctx: CustomerContext,
  box: Box,
  id: string | undefined,
): Promise<Answered> {
  if (id === undefined) return null
  const row = await findMessage(ctx.store, box, id)
  const bytes = await ctx.mailboxes.read(box, row.folder, row.file)
  if (bytes === null || row.messageId === null) return { row, references: [] }
  const { references } = await ctx.messageReader.read(bytes, { remote: false })
  return { row, references: [...references, row.messageId] }
}

/** Removes duplicates. @throws INVALID when they are too many */
export function recipientsOf({ to, cc, bcc }: Pick<Input, 'to' | 'cc' | 'bcc'>): string[] {
  const recipients = [...new Set([...to, ...cc, ...bcc])]
  if (recipients.length > maxRecipients) throw invalid('to', `At most ${maxRecipients} recipients.`)
  return recipients
}

type Sent = StoredFile & { box: Box; messageId: string; answered: Answered; input: Input; from: string }

async function insertCopy(tx: Tx, ctx: CustomerContext, sent: Sent): Promise<void> {
  const { box, file, sizeBytes, messageId, answered, input, from } = sent
  const described = {
    messageId,
    threadId: answered?.row.threadId ?? threadIdOf(messageId),
    fromName: '',
    fromAddress: from,
    toText: [...input.to, ...input.cc].join(', '),
    subject: input.subject,
    snippet: snippetOf(input.text),
    attachmentCount: 0,
  }
  const place = { userId: box.userId, id: box.accountId }
  await insertMessage(tx, ctx, place, {
    filed: { file, sizeBytes },
    folder: 'sent',
    description: { described, isReceived: false },
    flags: { isSeen: true },
  })
  if (answered) await updateMessages(tx, ctx, box, { rows: [answered.row], changes: { isAnswered: true } })
}

const chunks = async function* (bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}

/**
 * Queues a message and stores a copy in Sent; both or neither. Duplicate recipients are removed.
 * @throws NOT_FOUND, WRONG_STATE, TOO_MANY_REQUESTS beyond the account's hourly sending limit
 */
export async function sendMessage(ctx: CustomerContext, input: Input) {
  const row = await findMailbox(ctx, input.id)
  const box = boxOf(row)
  const answered = await readAnswered(ctx, box, input.inReplyTo)
  await assertSends(ctx, row)
  const recipients = recipientsOf(input)
  const { messageId, raw, copy } = await compose({
    ...input,
    from: row.email,
    date: ctx.now(),
    inReplyTo: answered?.row.messageId ?? null,
    references: answered?.references ?? [],
  })
  if (row.usedBytes + copy.length > row.quota * mib)
    throw wrongState('This mailbox is full. Delete messages before you send more.')
  const queued = await ctx.mailQueue.store(chunks(raw))
  const filed = await ctx.mailboxes.deliver(box, 'sent', chunks(copy), { isSeen: true })
  try {
    const answer = await mutate(ctx, async (tx) => {
      await lockAccount(tx, ctx, row.id)
      const departure = { owner: box, kind: 'message' as const, sender: row.email, subject: input.subject }
      const [id = ''] = await ctx.mailQueue.enqueue(tx, { ...departure, ...queued, recipients })
      await insertCopy(tx, ctx, { ...filed, box, messageId, answered, input, from: row.email })
      publishAccount(tx, ctx, { id: row.id, status: 'mail' })
      return { id, leaves: ctx.mailTransport.way !== 'files' }
    })
    if (answered) await markAnswered(ctx, box, answered.row)
    return answer
  } catch (error) {
    await ctx.mailboxes.remove(box, 'sent', filed.file)
    throw error
  }
}

/** The file name records that the message was answered. */
export const markAnswered = (
  { mailboxes }: CustomerContext,
  box: Box,
  { folder, file, isSeen, isFlagged }: MessageRow,
  isAnswered = true,
): Promise<void> => mailboxes.mark(box, folder, file, { isSeen, isFlagged, isAnswered })
