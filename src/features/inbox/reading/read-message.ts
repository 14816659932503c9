import { attachmentName, attachmentsOf, picturesOf } from '#features/mail-transport/message/attachments.ts'
import { idsIn, textOf, valuesOf } from '#features/mail-transport/message/head.ts'
import { decodeId } from '#features/mail-transport/message/html.ts'
import type { Message, Part } from '#features/mail-transport/message/parts.ts'
import { type Person, peopleIn, writePerson } from '#features/mail-transport/message/people.ts'
import { isSafePicture, sniffType } from '#features/mail-transport/message/sniff.ts'
import { type ContentOf, shownHtml, shownText } from '#features/mail-transport/message/texts.ts'
import { decodeTransfer } from '#features/mail-transport/message/transfer.ts'
import { walkBytes } from '#features/mail-transport/message/walk.ts'
import { sanitise } from './sanitise.ts'

/** The content of a message beyond its row. */
export type ReadMessage = {
  cc: string
  replyTo: string | null
  /** The same with the To recipients, one per entry. */
  people: { to: Person[]; cc: Person[]; replyTo: Person[] }
  text: string
  html: string | null
  hasRemoteContent: boolean
  attachments: { n: number; name: string; type: string; size: number }[]
  messageIdHeader: string | null
  references: string[]
}

export type ReadAttachment = {
  name: string
  type: string
  isPicture: boolean
  bytes: Uint8Array<ArrayBuffer>
}

// A hundred times the amount in real messages.
const maxLines = 1_500_000
const maxDelimiters = 5_000
const maxHtml = 1_500_000
const maxText = 500_000
const maxPeople = 500
const maxShownPeople = 5_000
const maxReferences = 50
const unshown = 'This message cannot be shown here. You can download the original.'

const lineFeed = 10
const hyphen = 45

/** Whether it has more lines or boundaries than the readers can handle. */
function isOverbuilt(bytes: Uint8Array): boolean {
  let lines = 0
  let delimiters = 0
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) {
    lines += 1
    if (bytes[at + 1] === hyphen && bytes[at + 2] === hyphen) delimiters += 1
    if (lines > maxLines || delimiters > maxDelimiters) return true
  }
  return false
}

/** Null when it cannot be shown. */
export function readShowable(bytes: Uint8Array<ArrayBuffer>): Message | null {
  if (isOverbuilt(bytes)) return null
  const message = walkBytes(bytes)
  return message.isOverbuilt ? null : message
}

export const contentIn =
  (bytes: Uint8Array<ArrayBuffer>): ContentOf =>
  ({ start, end, encoding }) =>
    decodeTransfer(Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start), encoding)

export const typeOf = (part: Part, content: Uint8Array): string =>
  sniffType(content) ?? (part.type === 'text/plain' ? 'text/plain' : 'application/octet-stream')

const show = (people: readonly Person[]): string =>
  people.map(writePerson).join(', ').slice(0, maxShownPeople)

/** The embedded images of the message, as data: URLs. */
function createInline(message: Message, contentOf: ContentOf): (contentId: string) => string | null {
  const pictures = picturesOf(message)
  return (contentId) => {
    const found = pictures.get(decodeId(contentId))
    if (!found) return null
    const content = contentOf(found)
    return `data:${sniffType(content)};base64,${content.toString('base64')}`
  }
}

const emptyMessage: ReadMessage = {
  cc: '',
  replyTo: null,
  people: { to: [], cc: [], replyTo: [] },
  text: unshown,
  html: null,
  hasRemoteContent: false,
  attachments: [],
  messageIdHeader: null,
  references: [],
}

/** The readable content of a message; one that is too complex says so in its text. */
export function readMessage(bytes: Uint8Array<ArrayBuffer>, { remote }: { remote: boolean }): ReadMessage {
  const message = readShowable(bytes)
  if (!message) return emptyMessage
  const contentOf = contentIn(bytes)
  const html = shownHtml(message, contentOf)
  const isHtml = html !== null && html.trim() !== '' && html.length <= maxHtml
  const clean = isHtml ? sanitise(html, { remote, inlinePicture: createInline(message, contentOf) }) : null
  const fields = message.parts[0]?.fields ?? []
  const [to, cc, replyTo] = (['to', 'cc', 'reply-to'] as const).map((name) =>
    peopleIn(fields, name).slice(0, maxPeople),
  )
  return {
    cc: show(cc ?? []),
    replyTo: show(replyTo ?? []) || null,
    people: { to: to ?? [], cc: cc ?? [], replyTo: replyTo ?? [] },
    text: shownText(message, { contentOf }).slice(0, maxText),
    html: clean?.html ?? null,
    hasRemoteContent: clean?.hasRemoteContent ?? false,
    attachments: attachmentsOf(message).map((part, n) => {
      const content = contentOf(part)
      return { n, name: attachmentName(part, n), type: typeOf(part, content), size: content.length }
    }),
    messageIdHeader: idsIn(textOf(fields, 'message-id'))[0] ?? null,
    references: valuesOf(fields, 'references').flatMap(idsIn).slice(-maxReferences),
  }
}

/** Attachment `n` as `readMessage` numbers them; null when it does not exist. */
export function readAttachment(bytes: Uint8Array<ArrayBuffer>, n: number): ReadAttachment | null {
  const message = readShowable(bytes)
  const part = message ? attachmentsOf(message)[n] : undefined
  if (!part) return null
  const content = contentIn(bytes)(part)
  const type = typeOf(part, content)
  // A copy: unencoded content is a view of the whole message.
  return {
    name: attachmentName(part, n),
    type,
    isPicture: isSafePicture(type),
    bytes: new Uint8Array(content),
  }
}
