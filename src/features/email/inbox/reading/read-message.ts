import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime'
import { mib } from '#shared/bytes.ts'
import { sanitise, textOf } from './sanitise.ts'
import { isSafePicture, sniffType } from './sniff.ts'

/** What is in a message beyond its row. */
export type ReadMessage = {
  cc: string
  replyTo: string | null
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

// A hundred times what honest messages have; a parser needs far more memory for a line or a part than it has bytes.
const maxLines = 1_500_000
const maxParts = 5_000
const maxHtml = 1_500_000
const maxText = 500_000
const maxInlineBytes = 2 * mib
const maxReferences = 50
const unshown = 'This message is built in a way that cannot be shown here. It can be downloaded as it is.'

const limits = {
  maxNestingDepth: 40,
  maxHeadersSize: mib / 2,
  maxRfc822NestingDepth: 2,
  attachmentEncoding: 'arraybuffer',
} as const

const lineFeed = 10
const hyphen = 45

/** Whether it has more lines or boundaries than any reader of it would bear. */
function isOverbuilt(bytes: Uint8Array): boolean {
  let lines = 0
  let parts = 0
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) {
    lines += 1
    if (bytes[at + 1] === hyphen && bytes[at + 2] === hyphen) parts += 1
    if (lines > maxLines || parts > maxParts) return true
  }
  return false
}

/** Null when it is not to be parsed. */
async function parse(bytes: Uint8Array<ArrayBuffer>): Promise<Email | null> {
  if (isOverbuilt(bytes)) return null
  return PostalMime.parse(bytes, limits).catch(() => null)
}

// Zero-width, direction and control characters: a name must not pretend another ending.
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
const maxName = 200

function nameOf({ filename, mimeType }: Attachment, n: number): string {
  const given = (filename ?? '')
    .replace(unseen, '')
    .replace(/[/\\:*?"<>|]/g, '_')
    .trim()
    .slice(0, maxName)
  if (given.replace(/\./g, '') !== '') return given
  return mimeType === 'message/rfc822' ? `message-${n}.eml` : `attachment-${n}`
}

const bytesOf = ({ content }: Attachment): Uint8Array<ArrayBuffer> =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content as ArrayBuffer)

const typeOf = (attachment: Attachment): string => {
  const found = sniffType(bytesOf(attachment))
  if (found) return found
  return attachment.mimeType === 'text/plain' ? 'text/plain' : 'application/octet-stream'
}

const showPeople = (people: Address[] = []): string =>
  people
    .flatMap((each) => each.group ?? [each])
    .map(({ name, address }) => (name && name !== address ? `${name} <${address}>` : address))
    .join(', ')
    .replace(unseen, ' ')
    .slice(0, 5_000)

const idsIn = (text = ''): string[] =>
  [...text.slice(0, 50_000).matchAll(/<([^<>\s]{1,900})>/g)]
    .flatMap(([, id]) => id ?? [])
    .slice(-maxReferences)

/** The pictures that the HTML shows by their Content-ID, as data: addresses of 2 MB in sum. */
function createInline(attachments: Attachment[]) {
  const used = new Set<Attachment>()
  let left = maxInlineBytes
  const inlinePicture = (id: string): string | null => {
    const found = attachments.find(({ contentId }) => contentId?.replace(/^<|>$/g, '') === decode(id))
    const bytes = found && bytesOf(found)
    const type = bytes ? sniffType(bytes) : null
    if (!found || !bytes || !isSafePicture(type) || bytes.length > left) return null
    left -= bytes.length
    used.add(found)
    return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
  }
  return { used, inlinePicture }
}

/** Content-IDs in addresses are percent-encoded (RFC 2392). */
const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const emptyMessage: ReadMessage = {
  cc: '',
  replyTo: null,
  text: unshown,
  html: null,
  hasRemoteContent: false,
  attachments: [],
  messageIdHeader: null,
  references: [],
}

/** What a person reads of a message; one that cannot be parsed says so in its text. */
export async function readMessage(
  bytes: Uint8Array<ArrayBuffer>,
  { remote }: { remote: boolean },
): Promise<ReadMessage> {
  const mail = await parse(bytes)
  if (!mail) return emptyMessage
  const { used, inlinePicture } = createInline(mail.attachments)
  const isHtml = mail.html !== undefined && mail.html.trim() !== '' && mail.html.length <= maxHtml
  const clean = isHtml ? sanitise(mail.html ?? '', { remote, inlinePicture }) : null
  const text = mail.text?.trim() ? mail.text : clean ? textOf(clean.html) : ''
  const attachments = mail.attachments.flatMap((each, n) =>
    used.has(each) ? [] : [{ n, name: nameOf(each, n), type: typeOf(each), size: bytesOf(each).length }],
  )
  return {
    cc: showPeople(mail.cc),
    replyTo: showPeople(mail.replyTo) || null,
    text: text.replaceAll('\r\n', '\n').slice(0, maxText),
    html: clean?.html ?? null,
    hasRemoteContent: clean?.hasRemoteContent ?? false,
    attachments,
    messageIdHeader: idsIn(mail.messageId)[0] ?? null,
    references: idsIn(mail.references),
  }
}

/** Attachment `n` as `readMessage` numbers them; null when there is none. */
export async function readAttachment(
  bytes: Uint8Array<ArrayBuffer>,
  n: number,
): Promise<ReadAttachment | null> {
  const mail = await parse(bytes)
  const found = mail?.attachments[n]
  if (!found) return null
  const type = typeOf(found)
  // A copy: the parser's bytes are a view of the whole message.
  return { name: nameOf(found, n), type, isPicture: isSafePicture(type), bytes: bytesOf(found).slice() }
}
