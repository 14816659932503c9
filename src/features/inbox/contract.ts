import { z } from 'zod'
import { recipients, requiredRecipients } from '#features/mailboxes/contract/contract.ts'
import { folders } from '#features/mailboxes/contract/rules.ts'
import { id, instant, line, lines, maybeInstant, page, searchText, typedLines } from '#shared/schema.ts'
import { isSeen } from '#shared/text/shown-text.ts'

/** Messages that one call may change. */
const maxMessagesAtOnce = 100
/** Characters of a message written in the web inbox. */
const maxTextLength = 200_000

const folder = z.enum(folders, 'Choose inbox, drafts, sent, archive, spam or trash.')

export const listMessagesInput = page.extend({
  id,
  folder: folder.default('inbox'),
  /** Matches the sender, the subject or the beginning of the text. */
  q: searchText(200).optional(),
  /** Only unread or only starred messages. */
  only: z.enum(['unread', 'starred'], 'Choose unread or starred.').optional(),
  /** Only one conversation, from all folders, oldest first. */
  thread: z.string().max(64).optional(),
})

const person = z.object({ name: z.string(), address: z.string() })

/** A message in a list. */
export const messageOutput = z.object({
  id: z.string(),
  folder,
  threadId: z.string(),
  from: person,
  to: z.string(),
  subject: z.string(),
  snippet: z.string(),
  /** Bytes. */
  size: z.number(),
  attachmentCount: z.number(),
  isSeen: z.boolean(),
  isAnswered: z.boolean(),
  isFlagged: z.boolean(),
  receivedAt: instant,
})
export type Message = z.output<typeof messageOutput>

const tally = z.object({ total: z.number(), unseen: z.number() })

/** A page of messages, and the message count of each folder. */
export const messagePageOutput = z.object({
  items: z.array(messageOutput),
  nextCursor: z.string().nullable(),
  folders: z.object({
    inbox: tally,
    drafts: tally,
    sent: tally,
    archive: tally,
    spam: tally,
    trash: tally,
  }),
})
export type MessagePage = z.output<typeof messagePageOutput>

export const byMessageId = z.object({ id, messageId: id })

/** A message with its content. */
export const openMessageOutput = messageOutput.extend({
  cc: z.string(),
  replyTo: z.string().nullable(),
  /** The people in the message, one per entry, for a reply. */
  people: z.object({ to: z.array(person), cc: z.array(person), replyTo: z.array(person) }),
  text: z.string(),
  /** Sanitised, without remote content; null for plain text only. */
  html: z.string().nullable(),
  /** Whether `html` refers to remote images, which `remote` loads. */
  hasRemoteContent: z.boolean(),
  attachments: z.array(z.object({ n: z.number(), name: z.string(), type: z.string(), size: z.number() })),
  /** The checks on arrival, as in RFC 8601. */
  checks: z.object({ spf: z.string().nullable(), dkim: z.string().nullable(), dmarc: z.string().nullable() }),
  spamReasons: z.array(z.string()),
  /** The Message-ID, for a reply. */
  messageIdHeader: z.string().nullable(),
})
export type OpenMessage = z.output<typeof openMessageOutput>

const remote = z
  .enum(['', '0', '1', 'false', 'true'], 'Choose true or false.')
  .default('')
  .transform((value) => value === '1' || value === 'true')
export const viewInput = z.object({ remote })
export const openMessageInput = byMessageId.extend({ remote })

const changes = {
  isSeen: z.boolean().optional(),
  isFlagged: z.boolean().optional(),
  folder: folder.optional(),
}
export const changeMessageInput = byMessageId.extend(changes)

const messageIds = z
  .array(id)
  .min(1, 'Choose at least one message.')
  .max(maxMessagesAtOnce, `At most ${maxMessagesAtOnce} messages at a time.`)
export const changeMessagesInput = z.object({ id, ids: messageIds, ...changes })
export const removeMessagesInput = z.object({ id, ids: messageIds })
/** The number of messages that existed. */
export const changedMessagesOutput = z.object({ changed: z.number() })

/** The recipients and the subject of a message. */
export const letter = z.object({
  to: requiredRecipients,
  cc: recipients.default([]),
  bcc: recipients.default([]),
  subject: line(500).default(''),
})

export const sendInput = letter.extend({
  id,
  text: lines(maxTextLength).pipe(z.string().refine(isSeen, 'Write something first.')),
  /** The message to reply to. */
  inReplyTo: id.optional(),
})
export const sentOutput = z.object({
  id: z.string(),
  /** Whether it leaves this installation or is only saved to a file. */
  leaves: z.boolean(),
})

export const sentDraftOutput = sentOutput.extend({
  /** Sending can be undone until then. */
  leavesAt: instant,
})

/** Seconds to wait before sending. */
const maxUndoSeconds = 30
const maxFieldLength = 20_000
const draftId = id
const version = z.string().max(64)

const aDraft = { id, draftId }
/** The fields of a draft, not validated. */
const draftFields = {
  to: lines(maxFieldLength).default(''),
  cc: lines(maxFieldLength).default(''),
  bcc: lines(maxFieldLength).default(''),
  subject: line(500).default(''),
  text: typedLines(maxTextLength).default(''),
}

export const saveDraftInput = z.object({
  ...aDraft,
  ...draftFields,
  /** The version that was edited: 409 when the draft was saved since. Without it, the draft is overwritten. */
  baseVersion: version.optional(),
  /** For a new draft: the message to reply to. */
  inReplyTo: id.optional(),
  /** For a new draft: the message whose attachments to copy. */
  forwardOf: id.optional(),
})
export const byDraftId = z.object(aDraft)
export const detachInput = z.object({
  ...aDraft,
  n: z.coerce.number().int().min(0).max(9_999),
  /** The file name: 409 when this number now belongs to another attachment. */
  name: z.string().max(1_000).optional(),
})
export const sendDraftInput = z.object({
  ...aDraft,
  baseVersion: version.optional(),
  /** Seconds to wait before sending, in which it can be undone. */
  undoSeconds: z.number().int().min(0).max(maxUndoSeconds).default(0),
})

export const draftOutput = z.object({
  id: z.string(),
  /** Changes with every change of the fields. */
  version: z.string(),
  savedAt: instant,
  /** Size of the whole message in bytes. */
  size: z.number(),
  attachments: z.array(z.object({ n: z.number(), name: z.string(), type: z.string(), size: z.number() })),
})
export type SavedDraft = z.output<typeof draftOutput>

/** A complete draft, for editing. */
export const openDraftOutput = draftOutput.extend({
  to: z.string(),
  cc: z.string(),
  bcc: z.string(),
  subject: z.string(),
  text: z.string(),
  /** The message to reply to; null also when it was deleted. */
  inReplyTo: z.string().nullable(),
})
export type OpenDraft = z.output<typeof openDraftOutput>

/** Sent and queued messages of an account, newest first. */
export const outgoingOutput = z.object({
  id: z.string(),
  recipient: z.string(),
  subject: z.string(),
  kind: z.enum(['message', 'forward', 'report']),
  status: z.enum(['queued', 'sent', 'failed']),
  isFile: z.boolean(),
  attempts: z.number(),
  lastError: z.string().nullable(),
  createdAt: instant,
  endedAt: maybeInstant,
})
export type Outgoing = z.output<typeof outgoingOutput>
export const listOutgoingInput = page.extend({ id })
