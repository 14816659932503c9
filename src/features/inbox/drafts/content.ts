import type { DraftMark } from '#features/mail-transport/delivery/draft-mark.ts'
import { oneLine, snippetOf } from '#features/mail-transport/message/one-line.ts'
import { readAddress } from '#features/mailboxes/contract/address.ts'
import { readRecipients } from '#features/mailboxes/contract/recipients.ts'
import { maxMessageBytes } from '#features/mailboxes/contract/rules.ts'
import type { Described } from '#features/mailboxes/filing/record.ts'
import type { AccountRow, MessageRow } from '#features/mailboxes/service/rows.ts'
import { mib } from '#shared/bytes.ts'
import { DomainError } from '#shared/errors.ts'
import type { DraftPart, ReadDraft } from '../reading/read-draft.ts'
import { compose, type WrittenPart } from '../service/compose.ts'
import { threadIdOf } from '../service/thread-id.ts'

/** The content of a draft. */
export type Content = Pick<
  ReadDraft,
  'to' | 'cc' | 'bcc' | 'subject' | 'text' | 'inReplyTo' | 'references'
> & {
  version: string
  attachments: readonly WrittenPart[]
  /** The conversation of the message to reply to. */
  threadId: string | null
}

/** The draft's content with its version; for drafts of mail programs, the version is that of the file. */
export function contentOf(read: ReadDraft, row: Pick<MessageRow, 'id' | 'file' | 'threadId'>): Content {
  // A message from someone else that was moved here may contain any header.
  const mark = read.mark?.id === row.id ? read.mark : null
  return { ...read, ...mark, version: mark?.version ?? row.file.slice(0, 64), threadId: row.threadId }
}

const addressesIn = (text: string): string[] =>
  readRecipients(text).filter((each) => readAddress(each) !== null)

export const tooLarge = () =>
  new DomainError(
    'TOO_LARGE',
    `A message has at most ${maxMessageBytes / mib} MB, including attachments, which grow by a third when sent.`,
  )

/** @throws TOO_LARGE, WRONG_STATE when the mailbox is full */
export function assertFits(account: AccountRow, bytes: number, former = 0): void {
  if (bytes > maxMessageBytes) throw tooLarge()
  if (account.usedBytes + bytes - former > account.quota * mib)
    throw new DomainError('WRONG_STATE', 'This mailbox is full. Delete messages to make room.')
}

export type Written = { raw: Buffer<ArrayBuffer>; described: Described }

/** The file of a draft, and its row. */
export async function writeDraft(
  { id, from, date }: { id: string; from: string; date: Date },
  content: Content,
): Promise<Written> {
  const { version, to, cc, bcc, subject, text, inReplyTo, references, attachments, threadId } = content
  const mark: DraftMark = { id, version, to, cc, bcc }
  const { messageId, copy } = await compose({
    from,
    to: addressesIn(to),
    cc: addressesIn(cc),
    bcc: addressesIn(bcc),
    subject,
    text,
    date,
    inReplyTo,
    references,
    attachments,
    mark,
  })
  const described = {
    messageId,
    threadId: threadId ?? threadIdOf(messageId),
    fromName: '',
    fromAddress: from,
    toText: oneLine(to, 1_000),
    subject,
    snippet: snippetOf(text),
    attachmentCount: attachments.length,
  }
  return { raw: copy, described }
}

/** An attachment copied from another message: with a new header, its bytes unchanged. */
export const partOf = ({ name, content }: { name: string; content: Uint8Array }): WrittenPart => ({
  name,
  content,
})

export const listed = (parts: readonly Omit<DraftPart, 'raw'>[]) =>
  parts.map(({ name, type, size }, n) => ({ n, name, type, size }))
