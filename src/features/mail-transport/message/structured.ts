import { decodeText, textOfBytes } from './charset.ts'
import { decodeWords } from './words.ts'

/** A parameter as it was written, its quotes undone. */
type Parameter = { name: string; value: string }

/** A structured field such as Content-Type (RFC 2045 section 5.1): what it says, in lower case, and its parameters in order. */
export type Structured = { value: string; parameters: Parameter[] }

const maxFieldLength = 524_288

/** Where the comment that begins at `from` ends; null for one that never does, which is none. */
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
 * The segments between semicolons, each in quoted and other pieces, without comments (RFC 822 section 3.1.4). A parenthesis that
 * continues the value of a parameter, as in `name=bill(1).pdf`, begins none.
 */
function segmentsOf(text: string): Piece[][] {
  const segments: Piece[][] = [[]]
  // A comment that does not end makes none of the others begin: each is looked for once.
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

/** The value of a parameter: the quoted string that it begins with, else all of it. */
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

/** Reads a structured field, its bytes as characters of the same code. */
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

/** The value of a parameter in the form of RFC 2231: its sections in their order, the first with charset and language. */
function extendedValue(parameters: readonly Parameter[], wanted: string): string | null {
  const sections = new Map<number, { value: string; isEncoded: boolean }>()
  for (const { name, value } of parameters) {
    const [, base, number, star] = section.exec(name) ?? []
    if (base !== wanted || (number === undefined && star === undefined)) continue
    // One that is whole counts before any in sections.
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
 * The value of a parameter as text: the form of RFC 2231 before the plain one, the first of several, and encoded words read,
 * which RFC 2047 section 5 forbids there and many programs write. Empty when there is none.
 */
export function parameterOf({ parameters }: Structured, name: string): string {
  const plain = parameters.find((each) => each.name === name)?.value
  return decodeWords(extendedValue(parameters, name) ?? plain ?? '')
}
