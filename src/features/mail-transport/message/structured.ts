import { decodeText, textOfBytes } from './charset.ts'
import { decodeWords } from './words.ts'

/** A parameter as written, without its quotes. */
type Parameter = { name: string; value: string }

/** A structured field such as Content-Type (RFC 2045 section 5.1): its value in lower case, and its parameters in order. */
export type Structured = { value: string; parameters: Parameter[] }

const maxFieldLength = 524_288

/** The end of the comment that begins at `from`; null when it is not closed, and so no comment. */
function endOfComment(text: string, from: number): number | null {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '\\') at += 1
    else if (sign === '(') depth += 1
    else if (sign === ')') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return null
}

function endOfQuoted(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at + 1
  }
  return text.length
}

type Piece = { text: string; isQuoted: boolean }

const unquote = (text: string): string => text.slice(1).replace(/"$/, '').replace(/\\(.)/g, '$1')

/**
 * The segments between semicolons, each in quoted and other pieces, without comments (RFC 822 section 3.1.4). A parenthesis
 * within a parameter value, as in `name=bill(1).pdf`, starts no comment.
 */
function segmentsOf(text: string): Piece[][] {
  const segments: Piece[][] = [[]]
  // An unclosed comment starts none of the others: each is searched once.
  let isOpen = true
  let plain = ''
  const flush = () => {
    if (plain !== '') segments.at(-1)?.push({ text: plain, isQuoted: false })
    plain = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (sign === '"') {
      flush()
      const end = endOfQuoted(text, at)
      segments.at(-1)?.push({ text: unquote(text.slice(at, end)), isQuoted: true })
      at = end - 1
    } else if (sign === ';') {
      flush()
      segments.push([])
    } else if (sign === '(' && isOpen && !/=.*[^\s=]$/.test(plain.slice(-256))) {
      const end = endOfComment(text, at)
      isOpen = end !== null
      plain += end === null ? sign : ' '
      if (end !== null) at = end - 1
    } else plain += sign
  }
  flush()
  return segments
}

/** A parameter value: the quoted string at its start, else everything. */
function joinedValue(pieces: Piece[]): string {
  const [first] = pieces
  if (first?.isQuoted) return first.text
  return pieces
    .map(({ text }) => text)
    .join('')
    .trim()
}

function readParameter(pieces: Piece[]): Parameter[] {
  const at = pieces.findIndex(({ text, isQuoted }) => !isQuoted && text.includes('='))
  const found = pieces[at]
  if (!found) return []
  const name = `${joinedValue(pieces.slice(0, at))}${found.text.slice(0, found.text.indexOf('='))}`
  const rest = found.text.slice(found.text.indexOf('=') + 1)
  const value = joinedValue([
    ...(rest.trim() === '' ? [] : [{ text: rest, isQuoted: false }]),
    ...pieces.slice(at + 1),
  ])
  return [{ name: name.replace(/\s/g, '').toLowerCase(), value }]
}

/** Parses a structured field, with a character per byte. */
export function readStructured(field: string): Structured {
  const [first = [], ...others] = segmentsOf(textOfBytes(field.slice(0, maxFieldLength)))
  const said = first.map(({ text }) => text).join('')
  // Without a semicolon the first parameter follows a space.
  const value =
    said
      .replace(/\s*\/\s*/, '/')
      .trim()
      .split(/[\s,]/, 1)[0] ?? ''
  return { value: value.toLowerCase(), parameters: others.flatMap(readParameter) }
}

const section = /^(.*?)(?:\*(\d{1,4}))?(\*)?$/

const fromPercent = (text: string): Buffer =>
  Buffer.from(
    Buffer.from(text)
      .toString('latin1')
      .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

/** A parameter value in RFC 2231 form: its sections in order, the first with charset and language. */
function extendedValue(parameters: readonly Parameter[], wanted: string): string | null {
  const sections = new Map<number, { value: string; isEncoded: boolean }>()
  for (const { name, value } of parameters) {
    const [, base, number, star] = section.exec(name) ?? []
    if (base !== wanted || (number === undefined && star === undefined)) continue
    // A value without sections takes precedence.
    const at = number === undefined ? -1 : Number(number)
    if (!sections.has(at)) sections.set(at, { value, isEncoded: star !== undefined })
  }
  const whole = sections.get(-1)
  const ordered = whole ? [whole] : [...sections].sort(([a], [b]) => a - b).map(([, each]) => each)
  const [first] = ordered
  if (!first) return null
  const [, charset = '', start = first.value] =
    (first.isEncoded && /^([^']*)'[^']*'([\s\S]*)$/.exec(first.value)) || []
  const octets = ordered.map(({ value, isEncoded }, n) => {
    const text = n === 0 ? start : value
    return isEncoded ? fromPercent(text) : Buffer.from(text)
  })
  return decodeText(Buffer.concat(octets), charset)
}

/**
 * A parameter value as text: RFC 2231 before the plain form, the first of duplicates, with encoded words decoded, which
 * RFC 2047 section 5 forbids there but many programs write. Empty when missing.
 */
export function parameterOf({ parameters }: Structured, name: string): string {
  const plain = parameters.find((each) => each.name === name)?.value
  return decodeWords(extendedValue(parameters, name) ?? plain ?? '')
}
