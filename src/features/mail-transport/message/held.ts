import type { Part } from './parts.ts'
import { decodeTransfer } from './transfer.ts'

const decoded = new WeakMap<Part, Buffer>()
const lineFeed = 10

/** The whole lines at the beginning, lest a character is cut in two; all of it where there is no line. */
function linesWithin(bytes: Buffer, length: number): Buffer {
  if (bytes.length <= length) return bytes
  const end = bytes.subarray(0, length).lastIndexOf(lineFeed)
  return bytes.subarray(0, end < 0 ? length : end + 1)
}

/** The beginning of the content of a part, decoded once: what of it was held. */
export function heldContent(part: Part): Buffer {
  const known = decoded.get(part)
  if (known) return known
  const isWhole = part.held.length === part.end - part.start
  const content = decodeTransfer(part.held, part.encoding)
  const held = isWhole ? content : linesWithin(content, content.length - 1)
  decoded.set(part, held)
  return held
}

const firstOctets = 12_288

/** What is looked at first: as much as most texts have before two hundred characters were read. */
export function firstContent(part: Part): Buffer {
  if (part.held.length <= firstOctets) return heldContent(part)
  const content = decodeTransfer(linesWithin(part.held, firstOctets), part.encoding)
  return linesWithin(content, content.length - 1)
}

/**
 * Whether the beginning of a content has a text, also in UTF-16. `signs` are pieces of it of letters alone, of which a line break
 * of quoted-printable leaves one as it is: without any of them the content need not be decoded.
 */
export function hasText(part: Part, text: string, signs: readonly string[]): boolean {
  const isBase64 = part.encoding === 'base64'
  if (!isBase64 && !signs.some((sign) => part.held.includes(sign)) && !part.held.includes(0)) return false
  const content = heldContent(part)
  return content.includes(text) || content.includes(Buffer.from(text, 'utf16le'))
}
