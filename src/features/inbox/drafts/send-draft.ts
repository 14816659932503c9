import { and, eq, ne } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '#db/types.ts'
import { snippetOf } from '#features/mail-transport/message/one-line.ts'
import { readRecipients } from '#features/mailboxes/contract/recipients.ts'
import { replaceMessage } from '#features/mailboxes/filing/replace-message.ts'
import { updateMessages } from '#features/mailboxes/filing/update-messages.ts'
import { publishAccount } from '#features/mailboxes/service/publish-account.ts'
import { inBox, lockAccount, type MessageRow } from '#features/mailboxes/service/rows.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, invalid, notFound } from '#shared/errors.ts'
import { isSeen } from '#shared/text/shown-text.ts'
import { after, second } from '#shared/time.ts'
import { type byDraftId, letter, type sendDraftInput } from '../contract.ts'
import { compose } from '../service/compose.ts'
import { boxOf, findAnswered, findMailbox, findMessage } from '../service/find-mailbox.ts'
import { assertSends, markAnswered, recipientsOf } from '../service/send.ts'
import { threadIdOf } from '../service/thread-id.ts'
import { assertFits, type Content, contentOf, listed, writeDraft } from './content.ts'
import { assertVersion, chunks, findDraft } from './stored.ts'

/** Extra time for the undo request to arrive. */
const graceSeconds = 1

const noLongerDraft = () =>
  new DomainError('WRONG_STATE', 'This message is no longer a draft: it was sent or moved.')
const tooLate = () => new DomainError('WRONG_STATE', 'The message is already being delivered.')

/** The draft as a message to send. @throws INVALID with the field to fix */
function readLetter({ to, cc, bcc, subject, text, attachments }: Content) {
  const typed = { to: readRecipients(to), cc: readRecipients(cc), bcc: readRecipients(bcc), subject }
  const found = letter.safeParse(typed)
  const [issue] = found.error?.issues ?? []
  if (!found.success)
    throw invalid(String(issue?.path[0] ?? 'to'), issue?.message ?? 'Enter at least one address.')
  if (!isSeen(text) && attachments.length === 0) throw invalid('text', 'Write something first.')
  return found.data
}

/**
 * Queues a draft and moves it to Sent under its own id; both or neither. With `undoSeconds` the queue waits that long.
 * @throws NOT_FOUND, CONFLICT with `currentVersion`, INVALID, WRONG_STATE when the account cannot send or the draft was sent,
 *   TOO_LARGE, TOO_MANY_REQUESTS beyond the account's hourly sending limit
 */
export async function sendDraft(
  ctx: CustomerContext,
  { id, draftId, baseVersion, undoSeconds }: z.output<typeof sendDraftInput>,
) {
  const account = await findMailbox(ctx, id)
  const box = boxOf(account)
  const stored = await findDraft(ctx, account, draftId)
  const { row, content } = stored
  assertVersion(stored, baseVersion)
  const read = readLetter(content)
  const recipients = recipientsOf(read)
  await assertSends(ctx, account)
  const { version, to, cc, bcc, text, inReplyTo, references, attachments } = content
  const { messageId, raw, copy } = await compose({
    ...read,
    text,
    from: account.email,
    date: ctx.now(),
    inReplyTo,
    references,
    attachments,
    mark: { id: row.id, version, to, cc, bcc },
  })
  assertFits(account, copy.length, row.sizeBytes)
  const answered = await findAnswered(ctx.store, box, content)
  const described = {
    messageId,
    threadId: answered?.threadId ?? (inReplyTo === null ? threadIdOf(messageId) : row.threadId),
    fromName: '',
    fromAddress: account.email,
    toText: [...read.to, ...read.cc].join(', '),
    subject: read.subject,
    snippet: snippetOf(text),
    attachmentCount: attachments.length,
  }
  const queued = await ctx.mailQueue.store(chunks(raw))
  const filed = await ctx.mailboxes.deliver(box, 'sent', chunks(copy), { isSeen: true })
  const leavesAt = undoSeconds === 0 ? ctx.now() : after(ctx.now(), (undoSeconds + graceSeconds) * second)
  try {
    const answer = await mutate(ctx, async (tx) => {
      await lockAccount(tx, ctx, account.id)
      if (!(await replaceMessage(tx, ctx, row, { filed, folder: 'sent', described }))) throw noLongerDraft()
      await ctx.mailQueue.enqueue(tx, {
        owner: box,
        kind: 'message',
        sender: account.email,
        subject: read.subject,
        ...queued,
        recipients,
        hold: { until: leavesAt, id: row.id },
      })
      if (answered) await updateMessages(tx, ctx, box, { rows: [answered], changes: { isAnswered: true } })
      publishAccount(tx, ctx, { id: account.id, status: 'mail' })
      return { id: row.id, leaves: ctx.mailTransport.way !== 'files', leavesAt }
    })
    await ctx.mailboxes.remove(box, 'drafts', row.file)
    if (answered) await markAnswered(ctx, box, answered)
    return answer
  } catch (error) {
    await ctx.mailboxes.remove(box, 'sent', filed.file)
    throw error
  }
}

/** Whether no other sent message of the conversation replies to it. */
async function isUnanswered(tx: Tx, answered: MessageRow, sent: MessageRow): Promise<boolean> {
  const { emailMessages: m } = tx.t
  const others = and(
    inBox(tx.t, sent),
    eq(m.threadId, answered.threadId),
    eq(m.folder, 'sent'),
    ne(m.id, sent.id),
  )
  return (await tx.$count(m, others)) === 0
}

/**
 * Turns a message that still waits back into a complete draft, under its own id.
 * @throws NOT_FOUND, WRONG_STATE once delivery to any recipient began
 */
export async function undoSending(ctx: CustomerContext, { id, draftId }: z.output<typeof byDraftId>) {
  const account = await findMailbox(ctx, id)
  const box = boxOf(account)
  const row = await findMessage(ctx.store, box, draftId)
  if (row.folder !== 'sent') throw tooLate()
  const bytes = await ctx.mailboxes.read(box, 'sent', row.file)
  const read = bytes && (await ctx.messageReader.readDraft(bytes))
  if (!read) throw notFound('This message')
  const content = contentOf(read, row)
  const answered = await findAnswered(ctx.store, box, content)
  const { raw, described } = await writeDraft({ id: row.id, from: account.email, date: ctx.now() }, content)
  const filed = await ctx.mailboxes.deliver(box, 'drafts', chunks(raw), { isSeen: true })
  let isCleared = false
  try {
    const answer = await mutate(ctx, async (tx) => {
      await lockAccount(tx, ctx, account.id)
      if (!(await ctx.mailQueue.recall(tx, row.id))) throw tooLate()
      if (!(await replaceMessage(tx, ctx, row, { filed, folder: 'drafts', described }))) throw tooLate()
      isCleared = answered !== null && (await isUnanswered(tx, answered, row))
      if (answered && isCleared)
        await updateMessages(tx, ctx, box, { rows: [answered], changes: { isAnswered: false } })
      publishAccount(tx, ctx, { id: account.id, status: 'mail' })
      return {
        id: row.id,
        version: content.version,
        savedAt: ctx.now(),
        size: raw.length,
        attachments: listed(read.attachments),
      }
    })
    await ctx.mailboxes.remove(box, 'sent', row.file)
    if (answered && isCleared) await markAnswered(ctx, box, answered, false)
    return answer
  } catch (error) {
    await ctx.mailboxes.remove(box, 'drafts', filed.file)
    throw error
  }
}
