import { createTransport } from 'nodemailer'
import { writtenSubject } from '#features/mail/written-subject.ts'
import { type DraftMark, writeDraftMark } from '#features/mail-transport/delivery/draft-mark.ts'
import { domainTextOf } from '#features/mailboxes/contract/address.ts'

export type Draft = {
  from: string
  to: readonly string[]
  cc: readonly string[]
  bcc: readonly string[]
  subject: string
  text: string
  date: Date
  /** The Message-ID of the original and its references, without angle brackets. */
  inReplyTo: string | null
  references: readonly string[]
  attachments?: readonly WrittenPart[]
  /** Noted in the sender's copy. */
  mark?: DraftMark
}

/** A new file, or an attachment of another message in its stored form. */
export type WrittenPart = { raw: Uint8Array } | { name: string; content: Uint8Array }

/** Always Base64: an attached message would otherwise be sent as text, with its line ends changed. */
const partOf = (part: WrittenPart) =>
  'raw' in part
    ? { raw: Buffer.from(part.raw) }
    : {
        filename: part.name,
        content: Buffer.from(part.content),
        contentDisposition: 'attachment' as const,
        ...(/\.(eml|mht|mhtml|mime)$/i.test(part.name) ? { contentType: 'application/octet-stream' } : {}),
      }

const people = (addresses: readonly string[]) => addresses.map((address) => ({ name: '', address }))
const bracket = (id: string): string => `<${id}>`
const crlf = '\r\n'

/**
 * A message for its recipients (RFC 5322), and the sender's copy, which alone has Bcc and the mark. `messageId` has no angle
 * brackets.
 */
export async function compose({ date, inReplyTo, references, mark, ...draft }: Draft): Promise<{
  messageId: string
  raw: Buffer<ArrayBuffer>
  copy: Buffer<ArrayBuffer>
}> {
  const messageId = `${Bun.randomUUIDv7()}@${domainTextOf(draft.from)}`
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message } = await composer.sendMail({
    from: { name: '', address: draft.from },
    to: people(draft.to),
    cc: people(draft.cc),
    subject: writtenSubject(draft.subject),
    text: `${draft.text}\n`,
    attachments: (draft.attachments ?? []).map(partOf),
    date,
    messageId: bracket(messageId),
    ...(inReplyTo === null ? {} : { inReplyTo: bracket(inReplyTo), references: references.map(bracket) }),
  })
  const raw = Buffer.from(message as Buffer)
  const bcc = draft.bcc.length > 0 ? `Bcc: ${draft.bcc.join(`,${crlf} `)}${crlf}` : ''
  const own = `${mark ? writeDraftMark(mark) : ''}${bcc}`
  return { messageId, raw, copy: Buffer.concat([Buffer.from(own), raw]) }
}
