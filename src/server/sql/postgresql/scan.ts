/** The scanner's position within a statement, and its findings so far. */
export type Scan = {
  within: 'plain' | 'word' | 'single' | 'escaped' | 'double' | 'dollar' | 'line' | 'block'
  /** The tag of a dollar quote, including its dollars. */
  tag: string
  blockDepth: number
  parenDepth: number
  /** Nesting within a function body written as statements (`BEGIN ATOMIC`). */
  bodyDepth: number
  /** The first words, in capitals. */
  words: string[]
  /** Whether there is more than whitespace and comments. */
  hasText: boolean
}

export const newScan = (): Scan => ({
  within: 'plain',
  tag: '',
  blockDepth: 0,
  parenDepth: 0,
  bodyDepth: 0,
  words: [],
  hasText: false,
})

const code = (text: string): number => text.charCodeAt(0)
const quote = code("'")
const doubleQuote = code('"')
export const backslash = code('\\')
const dollar = code('$')
export const semicolon = code(';')
const open = code('(')
const close = code(')')
const dash = code('-')
const slash = code('/')
const star = code('*')
export const newline = code('\n')

const isWordStart = (byte: number): boolean =>
  (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a) || byte === 0x5f || byte >= 0x80
const isWordPart = (byte: number): boolean =>
  isWordStart(byte) || (byte >= 0x30 && byte <= 0x39) || byte === dollar
export const isBlank = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)

const tellingWords = 5
/** The most bytes of a word that are examined. */
const tellingLength = 40

/** More bytes are needed to continue. */
export const needsMore = -1

/** Bytes read so far; `isLast`: no more follow. */
export type Bytes = { bytes: Buffer; isLast: boolean }

function endOfWord({ bytes }: Bytes, from: number): number {
  let at = from
  while (at < bytes.length && isWordPart(bytes[at] ?? 0)) at += 1
  return at
}

/** Reads the rest of a word, or of a number with the characters directly after it. */
function scanRest(scan: Scan, input: Bytes, at: number): number {
  const end = endOfWord(input, at)
  scan.within = end === input.bytes.length && !input.isLast ? 'word' : 'plain'
  return end
}

/** The index after the first `text` from `at` on; the end of the input without one. */
function behind({ bytes, isLast }: Bytes, text: string | number, at: number): number {
  const found = bytes.indexOf(text, at)
  if (found >= 0) return found + (typeof text === 'number' ? 1 : text.length)
  // The end may hold the beginning of a tag.
  return isLast || typeof text === 'number' ? bytes.length : Math.max(at, bytes.length - text.length)
}

function scanWord(scan: Scan, input: Bytes, at: number): number {
  const end = endOfWord(input, at)
  if (end === input.bytes.length && end - at < tellingLength && !input.isLast) return needsMore
  const word = input.bytes.toString('latin1', at, Math.min(end, at + tellingLength)).toUpperCase()
  scan.hasText = true
  if (word === 'E' && input.bytes[end] === quote) {
    scan.within = 'escaped'
    return end + 1
  }
  if (scan.words.length < tellingWords) scan.words.push(word)
  const isRoutine =
    scan.words[0] === 'CREATE' && scan.words.some((each) => each === 'FUNCTION' || each === 'PROCEDURE')
  if (isRoutine && scan.parenDepth === 0) {
    // Like psql: within such a body CASE has an END, too.
    if (word === 'BEGIN' || (word === 'CASE' && scan.bodyDepth > 0)) scan.bodyDepth += 1
    else if (word === 'END' && scan.bodyDepth > 0) scan.bodyDepth -= 1
  }
  return scanRest(scan, input, end)
}

function scanDollar(scan: Scan, input: Bytes, at: number): number {
  scan.hasText = true
  let end = at + 1
  const { bytes, isLast } = input
  while (end < bytes.length && bytes[end] !== dollar && isWordPart(bytes[end] ?? 0)) end += 1
  if (end === bytes.length && !isLast) return needsMore
  const isTag = bytes[end] === dollar && (end === at + 1 || isWordStart(bytes[at + 1] ?? 0))
  // A parameter such as $1.
  if (!isTag) return at + 1
  scan.tag = bytes.toString('latin1', at, end + 1)
  scan.within = 'dollar'
  return end + 1
}

function behindBlanks(bytes: Buffer, from: number): number {
  let at = from + 1
  while (at < bytes.length && isBlank(bytes[at] ?? 0)) at += 1
  return at
}

function scanPlain(scan: Scan, input: Bytes, at: number, isStandard: boolean): number {
  const { bytes, isLast } = input
  const byte = bytes[at] ?? 0
  if (isBlank(byte)) return behindBlanks(bytes, at)
  if ((byte === dash || byte === slash) && at + 1 === bytes.length && !isLast) return needsMore
  if (byte === dash && bytes[at + 1] === dash) {
    scan.within = 'line'
    return at + 2
  }
  if (byte === slash && bytes[at + 1] === star) {
    scan.within = 'block'
    scan.blockDepth = 1
    return at + 2
  }
  if (byte === dollar) return scanDollar(scan, input, at)
  if (isWordStart(byte)) return scanWord(scan, input, at)
  scan.hasText = true
  // Characters directly after a digit begin neither a tag nor a word.
  if (isWordPart(byte)) return scanRest(scan, input, at)
  if (byte === quote) scan.within = isStandard ? 'single' : 'escaped'
  else if (byte === doubleQuote) scan.within = 'double'
  else if (byte === open) scan.parenDepth += 1
  else if (byte === close) scan.parenDepth = Math.max(0, scan.parenDepth - 1)
  return at + 1
}

function scanEscaped(scan: Scan, { bytes, isLast }: Bytes, from: number): number {
  let at = from
  while (at < bytes.length && bytes[at] !== quote) {
    // The escaped character may not have arrived yet.
    if (bytes[at] === backslash && at + 1 === bytes.length) break
    at += bytes[at] === backslash ? 2 : 1
  }
  if (at < bytes.length && bytes[at] === quote) {
    scan.within = 'plain'
    return at + 1
  }
  if (isLast) return bytes.length
  return at > from ? at : needsMore
}

function scanBlock(scan: Scan, { bytes, isLast }: Bytes, from: number): number {
  let at = from
  while (at + 1 < bytes.length) {
    const isEnd = bytes[at] === star && bytes[at + 1] === slash
    if (isEnd || (bytes[at] === slash && bytes[at + 1] === star)) {
      scan.blockDepth += isEnd ? -1 : 1
      if (scan.blockDepth === 0) scan.within = 'plain'
      return at + 2
    }
    at += 1
  }
  if (isLast) return bytes.length
  return at > from ? at : needsMore
}

/**
 * Scans from `at` and returns the new position, or `needsMore`. The caller handles semicolons and backslashes in plain text.
 * `isStandard`: backslashes do not escape in plain quotes.
 */
export function advance(scan: Scan, input: Bytes, at: number, isStandard: boolean): number {
  const { bytes } = input
  switch (scan.within) {
    case 'plain':
      return scanPlain(scan, input, at, isStandard)
    case 'word':
      return scanRest(scan, input, at)
    case 'escaped':
      return scanEscaped(scan, input, at)
    case 'block':
      return scanBlock(scan, input, at)
    case 'dollar': {
      const end = behind(input, scan.tag, at)
      const isFound = bytes.indexOf(scan.tag, at) >= 0
      if (isFound) scan.within = 'plain'
      return !isFound && end === at && !input.isLast ? needsMore : end
    }
    default: {
      const stop = scan.within === 'line' ? newline : scan.within === 'single' ? quote : doubleQuote
      const end = behind(input, stop, at)
      if (bytes[end - 1] === stop && end > at) scan.within = 'plain'
      return end
    }
  }
}
