import { type DraftMark, readDraftMark } from '#features/mail-transport/delivery/draft-mark.ts'
import { attachmentName, attachmentsOf } from '#features/mail-transport/message/attachments.ts'
import { idsIn, textOf, valuesOf } from '#features/mail-transport/message/head.ts'
import type { Part } from '#features/mail-transport/message/parts.ts'
import { peopleIn, writePerson } from '#features/mail-transport/message/people.ts'
import { shownText } from '#features/mail-transport/message/texts.ts'
import { decodeWords } from '#features/mail-transport/message/words.ts'
import { contentIn, readShowable, typeOf } from './read-message.ts'

/** An attachment as stored in a draft: its MIME part with its header. */
export type DraftPart = { name: string; type: string; size: number; raw: Uint8Array<ArrayBuffer> }

/** The content of a draft; for drafts of other programs only the text and all attachments. */
export type ReadDraft = {
  mark: DraftMark | null
  to: string
  cc: string
  bcc: string
  subject: string
  text: string
  /** Message-IDs without angle brackets. */
  inReplyTo: string | null
  references: string[]
  attachments: DraftPart[]
}

const maxText = 200_000
const maxSubject = 500

/** The part with its descriptive header fields: a single attachment is the message itself, with all of its fields. */
function rawOf(bytes: Uint8Array<ArrayBuffer>, { fields, start, end }: Part): Uint8Array<ArrayBuffer> {
  const head = fields.filter(({ name }) => name.startsWith('content-')).map(({ raw }) => `${raw}\r\n`)
  return new Uint8Array(
    Buffer.concat([Buffer.from(`${head.join('')}\r\n`, 'latin1'), bytes.subarray(start, end)]),
  )
}

/** A draft for editing; null when it is too complex. */
export function readDraft(bytes: Uint8Array<ArrayBuffer>): ReadDraft | null {
  const message = readShowable(bytes)
  if (!message) return null
  const fields = message.parts[0]?.fields ?? []
  const contentOf = contentIn(bytes)
  const people = (name: string) => peopleIn(fields, name).map(writePerson).join(', ')
  return {
    mark: readDraftMark(fields),
    to: people('to'),
    cc: people('cc'),
    bcc: people('bcc'),
    subject: decodeWords(textOf(fields, 'subject')).slice(0, maxSubject),
    text: shownText(message, { contentOf }).replace(/\n$/, '').slice(0, maxText),
    inReplyTo: idsIn(textOf(fields, 'in-reply-to'))[0] ?? null,
    references: valuesOf(fields, 'references').flatMap(idsIn),
    attachments: attachmentsOf(message).map((part, n) => {
      const content = contentOf(part)
      return {
        name: attachmentName(part, n),
        type: typeOf(part, content),
        size: content.length,
        raw: rawOf(bytes, part),
      }
    }),
  }
}
