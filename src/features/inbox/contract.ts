import { z } from 'zod'
import { recipients, requiredRecipients } from '#features/mailboxes/contract/contract.ts'
import { folders } from '#features/mailboxes/contract/rules.ts'
import { id, instant, line, lines, maybeInstant, page, searchText, typedLines } from '#shared/schema.ts'
import { isSeen } from '#shared/text/shown-text.ts'

/** Messages that one call changes. */
const maxMessagesAtOnce = 100
/** Characters of a message that is written on the screen. */
const maxTextLength = 200_000

const folder = z.enum(folders, 'Choose inbox, drafts, sent, archive, spam or trash.')

export const listMessagesInput = page.extend({
  id,
  folder: folder.default('inbox'),
  /** Found in the sender, the subject or the beginning of the text. */
  q: searchText(200).optional(),
  /** Unread or starred ones alone. */
  only: z.enum(['unread', 'starred'], 'Choose unread or starred.').optional(),
  /** One conversation alone, in all folders, the oldest first. */
  thread: z.string().max(64).optional(),
})

const person = z.object({ name: z.string(), address: z.string() })

/** A message as a list shows it. */
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

/** A page of messages, and how many each folder has. */
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

/** A message as it is read. */
export const openMessageOutput = messageOutput.extend({
  cc: z.string(),
  replyTo: z.string().nullable(),
  /** Those whom the message names, each on its own, for an answer. */
  people: z.object({ to: z.array(person), cc: z.array(person), replyTo: z.array(person) }),
  text: z.string(),
  /** Sanitised, without remote content; null when there is only text. */
  html: z.string().nullable(),
  /** Whether `html` would load pictures from elsewhere, which it does when asked for with `remote`. */
  hasRemoteContent: z.boolean(),
  attachments: z.array(z.object({ n: z.number(), name: z.string(), type: z.string(), size: z.number() })),
  /** What was checked on arrival, as in RFC 8601. */
  checks: z.object({ spf: z.string().nullable(), dkim: z.string().nullable(), dmarc: z.string().nullable() }),
  spamReasons: z.array(z.string()),
  /** The Message-ID, for an answer. */
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
/** How many of the messages were there. */
export const changedMessagesOutput = z.object({ changed: z.number() })

/** Whom a message goes to, and what about. */
export const letter = z.object({
  to: requiredRecipients,
  cc: recipients.default([]),
  bcc: recipients.default([]),
  subject: line(500).default(''),
})

export const sendInput = letter.extend({
  id,
  text: lines(maxTextLength).pipe(z.string().refine(isSeen, 'Write something first.')),
  /** The message that is answered. */
  inReplyTo: id.optional(),
})
export const sentOutput = z.object({
  id: z.string(),
  /** Whether it leaves this installation, or was only written to a file. */
  leaves: z.boolean(),
})

export const sentDraftOutput = sentOutput.extend({
  /** Until then sending it can be undone. */
  leavesAt: instant,
})

/** Seconds that a message may wait before it leaves. */
const maxUndoSeconds = 30
const maxFieldLength = 20_000
const draftId = id
const version = z.string().max(64)

const aDraft = { id, draftId }
/** The fields of a draft, whatever was typed into them. */
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
  /** What was changed: 409 when somebody else has saved since. Without it the draft is stored, whatever is there. */
  baseVersion: version.optional(),
  /** Of a new draft: the message that is answered. */
  inReplyTo: id.optional(),
  /** Of a new draft: the message whose attachments it takes along. */
  forwardOf: id.optional(),
})
export const byDraftId = z.object(aDraft)
export const detachInput = z.object({
  ...aDraft,
  n: z.coerce.number().int().min(0).max(9_999),
  /** Its name: 409 when another one has this number meanwhile. */
  name: z.string().max(1_000).optional(),
})
export const sendDraftInput = z.object({
  ...aDraft,
  baseVersion: version.optional(),
  /** So long the message waits, and sending it can be undone. */
  undoSeconds: z.number().int().min(0).max(maxUndoSeconds).default(0),
})

export const draftOutput = z.object({
  id: z.string(),
  /** Another one after each change of the fields. */
  version: z.string(),
  savedAt: instant,
  /** Bytes of the whole message. */
  size: z.number(),
  attachments: z.array(z.object({ n: z.number(), name: z.string(), type: z.string(), size: z.number() })),
})
export type SavedDraft = z.output<typeof draftOutput>

/** A draft with everything, to go on writing. */
export const openDraftOutput = draftOutput.extend({
  to: z.string(),
  cc: z.string(),
  bcc: z.string(),
  subject: z.string(),
  text: z.string(),
  /** The message that is answered; null also when it is gone. */
  inReplyTo: z.string().nullable(),
})
export type OpenDraft = z.output<typeof openDraftOutput>

/** What left an account, newest first. */
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
