import type { Part } from './parts.ts'
import { decodeTransfer } from './transfer.ts'

const decoded = new WeakMap<Part, Buffer>()
const lineFeed = 10

/** The complete lines at the beginning, so that no character is cut; everything when there is no line break. */
function linesWithin(bytes: Buffer, length: number): Buffer {
  if (bytes.length <= length) return bytes
  const end = bytes.subarray(0, length).lastIndexOf(lineFeed)
  return bytes.subarray(0, end < 0 ? length : end + 1)
}

/** The decoded beginning of a part's content, as far as it was stored. */
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

/** The first slice: enough for two hundred characters of most texts. */
export function firstContent(part: Part): Buffer {
  if (part.held.length <= firstOctets) return heldContent(part)
  const content = decodeTransfer(linesWithin(part.held, firstOctets), part.encoding)
  return linesWithin(content, content.length - 1)
}

/**
 * Whether the beginning of a content contains a text, also in UTF-16. `signs` are pieces of it with letters only; a line
 * break of quoted-printable splits at most one, so without any of them decoding is unnecessary.
 */
export function hasText(part: Part, text: string, signs: readonly string[]): boolean {
  const isBase64 = part.encoding === 'base64'
  if (!isBase64 && !signs.some((sign) => part.held.includes(sign)) && !part.held.includes(0)) return false
  const content = heldContent(part)
  return content.includes(text) || content.includes(Buffer.from(text, 'utf16le'))
}
