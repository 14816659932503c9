import { type Field, valuesOf } from './head.ts'
import { readStructured, type Structured } from './structured.ts'

/** A part of a message, or the message itself: its header and the position of its body. */
export type Part = {
  fields: Field[]
  /** Null for the message itself. */
  parent: Part | null
  content: Structured
  disposition: Structured
  /** In lower case; `text/plain` without one (RFC 2045 section 5.2). */
  type: string
  encoding: string
  /** Whether its body is parsed into further parts. */
  isContainer: boolean
  /** Offsets in the message of the body and of its end. */
  start: number
  end: number
  /** The raw beginning of its body: up to 256 kB of a text, else enough to detect its type. */
  held: Buffer
}

/** The structure of a message, shared by lists, rules and the screen. */
export type Message = {
  /** The message itself, then its parts in order. */
  parts: Part[]
  /** Headers in places where some programs see a part: after a line that begins with `--` and is no delimiter here. */
  suspects: Field[][]
  /** Whether it has more parts, levels or header octets than the reader handles; the rest was not read. */
  isOverbuilt: boolean
}

const maxMessageLevels = 2

/** Whether a body needs decoding (RFC 2045 section 6.1). */
export const isEncoded = ({ encoding }: Part): boolean => ['base64', 'quoted-printable'].includes(encoding)

const tokenOf = (value: string): string =>
  /[\w-]+/.exec(readStructured(value).value.replaceAll('"', ''))?.[0] ?? ''

export const parentsOf = (part: Part): Part[] => (part.parent ? [part.parent, ...parentsOf(part.parent)] : [])

/** The default type of a part without a valid Content-Type (RFC 2046 section 5.1.5, RFC 2045 section 5.2). */
const usualType = (parent: Part | null): string =>
  parent?.type === 'multipart/digest' ? 'message/rfc822' : 'text/plain'

/** The first of several fields with the same name. */
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

/** Whether an enclosed message is shown inline; in a report it is only evidence (RFC 6522). */
export const isShownMessage = (part: Part, above: readonly Part[]): boolean =>
  part.type === 'message/rfc822' &&
  !isEncoded(part) &&
  part.disposition.value !== 'attachment' &&
  above.every(({ type }) => type !== 'multipart/report') &&
  above.filter(({ type }) => type === 'message/rfc822').length < maxMessageLevels
