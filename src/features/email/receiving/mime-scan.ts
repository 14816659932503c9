import { decodeWords } from 'postal-mime'
import { type Field, readFields, textOf } from './head.ts'

/** What of the parts of a message the list of an inbox shows. */
export type Scanned = { attachments: string[]; text: string }

const maxLineBytes = 8_192
const maxPartHeadBytes = 32_768
const maxTextBytes = 16_384
const maxDepth = 20
const maxParts = 1_000

type Part = {
  type: string
  charset: string
  encoding: string
  name: string
  isAttached: boolean
  isInline: boolean
}

/** A parameter of a structured field, `name="value"` or `name=value`; RFC 2231's form is read without its charset. */
function parameterOf(value: string, name: string): string {
  const pattern = new RegExp(
    String.raw`;\s*${name}(?:\*\d*\*?)?\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))`,
    'i',
  )
  const [, quoted, plain = ''] = pattern.exec(value) ?? []
  return (quoted?.replace(/\\(.)/g, '$1') ?? plain).trim()
}

function readPart(fields: readonly Field[]): Part & { boundary: string } {
  const content = textOf(fields, 'content-type')
  const disposition = textOf(fields, 'content-disposition')
  const type = /^[^\s;]+/.exec(content)?.[0].toLowerCase() ?? 'text/plain'
  const name = decodeWords(parameterOf(disposition, 'filename') || parameterOf(content, 'name'))
  return {
    type,
    charset: parameterOf(content, 'charset') || 'utf-8',
    encoding: textOf(fields, 'content-transfer-encoding').toLowerCase(),
    name,
    isAttached: /^attachment\b/i.test(disposition),
    isInline: textOf(fields, 'content-id') !== '',
    boundary: type.startsWith('multipart/') ? parameterOf(content, 'boundary') : '',
  }
}

const isAttachment = ({ type, name, isAttached, isInline }: Part) =>
  isAttached || (name !== '' && !isInline) || (!type.startsWith('text/') && !isInline)

/** Quoted-printable (RFC 2045 section 6.7) as bytes. */
const fromQuoted = (text: string): Buffer =>
  Buffer.from(
    text
      .replace(/[ \t]+(?=\r?\n)/g, '')
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

function decode(text: string, { charset, encoding }: Part): string {
  const bytes =
    encoding === 'base64'
      ? Buffer.from(text, 'base64')
      : encoding === 'quoted-printable'
        ? fromQuoted(text)
        : Buffer.from(text, 'latin1')
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', apos: "'" }

/** The words of a page, for a line of a list alone: it is never shown as markup. */
const wordsOf = (html: string): string =>
  html
    .replace(/<(style|script|head|title)\b[\s\S]*?(<\/\1\s*>|$)/gi, ' ')
    .replace(/<!--[\s\S]*?(-->|$)/g, ' ')
    .replace(/<[^>]*(>|$)/g, ' ')
    .replace(/&(#\d{1,7}|[a-z]{2,8});/gi, (whole, name: string) =>
      name.startsWith('#')
        ? String.fromCodePoint(Math.min(Number(name.slice(1)), 0x10_ffff))
        : (entities[name.toLowerCase()] ?? whole),
    )

/** Lines without their ends, as characters of one byte each; what is longer than `maxLineBytes` is cut. */
async function* linesOf(content: AsyncIterable<Uint8Array>): AsyncIterable<string[]> {
  let rest = ''
  for await (const chunk of content) {
    const parts = (
      rest + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1')
    ).split('\n')
    rest = (parts.pop() ?? '').slice(0, maxLineBytes)
    yield parts.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line).slice(0, maxLineBytes))
  }
  if (rest !== '') yield [rest]
}

/** Walks through a message from its first line, in memory that does not grow with it. */
export async function scanMessage(content: AsyncIterable<Uint8Array>): Promise<Scanned> {
  const attachments: string[] = []
  const boundaries: string[] = []
  let isHead = true
  let head: string[] = []
  let headBytes = 0
  let parts = 0
  let taken: { part: Part; text: string } | null = null
  let isTaking = false

  const beginBody = () => {
    isHead = false
    const part = readPart(readFields(Buffer.from(head.join('\r\n'), 'latin1')))
    isTaking = false
    if (part.boundary !== '') {
      if (boundaries.length < maxDepth) boundaries.push(part.boundary)
      return
    }
    if (part.type.startsWith('multipart/')) return
    if (isAttachment(part)) {
      attachments.push(part.name)
      return
    }
    const isBetter = !taken || (taken.part.type === 'text/html' && part.type === 'text/plain')
    if (!isBetter || !part.type.startsWith('text/')) return
    taken = { part, text: '' }
    isTaking = true
  }
  const boundaryAt = (line: string) => {
    if (!line.startsWith('--')) return null
    const said = line.slice(2).trimEnd()
    for (let at = boundaries.length - 1; at >= 0; at -= 1) {
      const boundary = boundaries[at]
      if (said === boundary) return { at, isEnd: false }
      if (said === `${boundary}--`) return { at, isEnd: true }
    }
    return null
  }
  const see = (line: string) => {
    const found = boundaryAt(line)
    if (found) {
      isTaking = false
      boundaries.length = found.isEnd ? found.at : found.at + 1
      parts += 1
      isHead = !found.isEnd && parts < maxParts
      head = []
      headBytes = 0
      return
    }
    if (isHead) {
      if (line === '') return beginBody()
      headBytes += line.length
      if (headBytes < maxPartHeadBytes) head.push(line)
      return
    }
    if (isTaking && taken && taken.text.length < maxTextBytes) taken.text += `${line}\n`
  }
  for await (const lines of linesOf(content)) for (const line of lines) see(line)
  if (isHead && head.length > 0) beginBody()
  const found = taken as { part: Part; text: string } | null
  if (!found) return { attachments, text: '' }
  const text = decode(found.text, found.part)
  return { attachments, text: found.part.type === 'text/html' ? wordsOf(text) : text }
}
