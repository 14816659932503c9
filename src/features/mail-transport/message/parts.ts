import { type Field, valuesOf } from './head.ts'
import { readStructured, type Structured } from './structured.ts'

/** A part of a message, or the message itself: its head, and where its body is. */
export type Part = {
  fields: Field[]
  /** Null for the message itself. */
  parent: Part | null
  content: Structured
  disposition: Structured
  /** In lower case; `text/plain` without one (RFC 2045 section 5.2). */
  type: string
  encoding: string
  /** Whether its body is read as further parts. */
  isContainer: boolean
  /** Octets of the message before its body, and before what follows that. */
  start: number
  end: number
  /** The beginning of its body as it came: that of a text up to 256 kB, of anything else enough for its type. */
  held: Buffer
}

/** The one structure of a message that the list, the rules and the screen go by. */
export type Message = {
  /** The message itself first, then its parts in order. */
  parts: Part[]
  /** Heads in places where some programs see a part: behind a line that begins with `--` and is no delimiter here. */
  suspects: Field[][]
  /** It has more parts, levels or octets in heads than any reader of it would bear; what is beyond was not read. */
  isOverbuilt: boolean
}

const maxMessageLevels = 2

/** Whether a body is as it was only once it is decoded (RFC 2045 section 6.1). */
export const isEncoded = ({ encoding }: Part): boolean => ['base64', 'quoted-printable'].includes(encoding)

const tokenOf = (value: string): string =>
  /[\w-]+/.exec(readStructured(value).value.replaceAll('"', ''))?.[0] ?? ''

export const parentsOf = (part: Part): Part[] => (part.parent ? [part.parent, ...parentsOf(part.parent)] : [])

/** The type that a part has without a Content-Type, or with one that says none (RFC 2046 section 5.1.5, RFC 2045 section 5.2). */
const usualType = (parent: Part | null): string =>
  parent?.type === 'multipart/digest' ? 'message/rfc822' : 'text/plain'

/** Of several fields of a name the first counts. */
export function readPart(fields: Field[], parent: Part | null, start: number): Part {
  const [said = ''] = valuesOf(fields, 'content-type')
  const content = readStructured(said)
  const type = /^[^/\s]+\/[^/\s]+$/.test(content.value) ? content.value : usualType(parent)
  return {
    fields,
    parent,
    content,
    disposition: readStructured(valuesOf(fields, 'content-disposition')[0] ?? ''),
    type,
    encoding: tokenOf(valuesOf(fields, 'content-transfer-encoding')[0] ?? ''),
    isContainer: false,
    start,
    end: start,
    held: Buffer.alloc(0),
  }
}

/** Whether the message in a part is shown with the one around it; in a report it is evidence (RFC 6522). */
export const isShownMessage = (part: Part, above: readonly Part[]): boolean =>
  part.type === 'message/rfc822' &&
  !isEncoded(part) &&
  part.disposition.value !== 'attachment' &&
  above.every(({ type }) => type !== 'multipart/report') &&
  above.filter(({ type }) => type === 'message/rfc822').length < maxMessageLevels
