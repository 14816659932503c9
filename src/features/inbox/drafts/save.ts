import type { z } from 'zod'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, notFound } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { byDraftId, detachInput, openDraftOutput, saveDraftInput } from '../contract.ts'
import type { WrittenPart } from '../service/compose.ts'
import { boxOf, findAnswered, findMailbox, findMessage } from '../service/find-mailbox.ts'
import { readAnswered } from '../service/send.ts'
import { type Content, listed, partOf } from './content.ts'
import { assertVersion, findDraft, rewrite, wasDeleted } from './stored.ts'

type Input = z.output<typeof saveDraftInput>

const fieldsOf = ({ to, cc, bcc, subject, text }: Input) => ({ to, cc, bcc, subject, text })
const newVersion = (): string => Bun.randomUUIDv7()

/** The attachments of a forwarded message. @throws NOT_FOUND */
async function partsOf(ctx: CustomerContext, input: Input): Promise<WrittenPart[]> {
  if (input.forwardOf === undefined) return []
  const box = boxOf(await findMailbox(ctx, input.id))
  const row = await findMessage(ctx.store, box, input.forwardOf)
  const bytes = await ctx.mailboxes.read(box, row.folder, row.file)
  if (bytes === null) throw notFound('This message')
  const read = await ctx.messageReader.read(new Uint8Array(bytes), { remote: false })
  const parts: WrittenPart[] = []
  for (const { n } of read.attachments) {
    const found = await ctx.messageReader.readAttachment(new Uint8Array(bytes), n)
    if (found) parts.push(partOf({ name: found.name, content: found.bytes }))
  }
  return parts
}

async function begin(ctx: CustomerContext, input: Input): Promise<Content> {
  const box = boxOf(await findMailbox(ctx, input.id))
  const answered = await readAnswered(ctx, box, input.inReplyTo)
  return {
    ...fieldsOf(input),
    version: newVersion(),
    inReplyTo: answered?.row.messageId ?? null,
    references: answered?.references ?? [],
    threadId: answered?.row.threadId ?? null,
    attachments: await partsOf(ctx, input),
  }
}

/**
 * Saves the fields of a draft; creates a missing draft unless a version is given.
 * @throws NOT_FOUND, CONFLICT with `currentVersion`, WRONG_STATE for one that was sent or a mailbox that is full, TOO_LARGE
 */
export async function saveDraft(ctx: CustomerContext, input: Input) {
  const account = await findMailbox(ctx, input.id)
  return rewrite(ctx, account, {
    id: input.draftId,
    async change(stored) {
      if (!stored) {
        if (input.baseVersion !== undefined) throw wasDeleted()
        return begin(ctx, input)
      }
      assertVersion(stored, input.baseVersion)
      return {
        ...stored.content,
        ...fieldsOf(input),
        version: newVersion(),
        attachments: stored.read.attachments,
      }
    },
  })
}

/** Adds an attachment to a draft. @throws NOT_FOUND, WRONG_STATE, TOO_LARGE */
export async function attach(
  ctx: CustomerContext,
  { id, draftId }: z.output<typeof byDraftId>,
  file: { name: string; content: Uint8Array },
) {
  const account = await findMailbox(ctx, id)
  return rewrite(ctx, account, {
    id: draftId,
    change(stored) {
      if (!stored) throw wasDeleted()
      return { ...stored.content, attachments: [...stored.read.attachments, partOf(file)] }
    },
  })
}

const otherAttachment = () =>
  new DomainError('CONFLICT', 'The attachments of this draft were changed in another window or app.')

/** Removes an attachment from a draft. @throws NOT_FOUND, CONFLICT, WRONG_STATE */
export async function detach(ctx: CustomerContext, { id, draftId, n, name }: z.output<typeof detachInput>) {
  const account = await findMailbox(ctx, id)
  return rewrite(ctx, account, {
    id: draftId,
    change(stored) {
      if (!stored) throw wasDeleted()
      const { attachments } = stored.read
      const found = attachments[n]
      if (!found) throw notFound('This attachment')
      if (name !== undefined && name !== found.name) throw otherAttachment()
      return { ...stored.content, attachments: attachments.filter((_, at) => at !== n) }
    },
  })
}

/** A complete draft, for editing. @throws NOT_FOUND, WRONG_STATE */
export async function openDraft(
  ctx: CustomerContext,
  { id, draftId }: z.output<typeof byDraftId>,
): Promise<Answer<typeof openDraftOutput>> {
  const account = await findMailbox(ctx, id)
  const { row, read, content } = await findDraft(ctx, account, draftId)
  const answered = await findAnswered(ctx.store, boxOf(account), content)
  return {
    id: row.id,
    version: content.version,
    savedAt: row.receivedAt,
    size: row.sizeBytes,
    attachments: listed(read.attachments),
    to: content.to,
    cc: content.cc,
    bcc: content.bcc,
    subject: content.subject,
    text: content.text,
    inReplyTo: answered?.id ?? null,
  }
}
