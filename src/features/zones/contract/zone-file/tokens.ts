/** A token of a zone file. `isQuoted`: it was in quotes. */
export type Word = { text: string; isQuoted: boolean }
/** An entry: its tokens, whether it begins with blank space, and its first line, from 1. */
export type ZoneFileEntry = { words: Word[]; isIndented: boolean; line: number }
export type Fault = { line: number; fault: string }

const octets = /(?:\\\d{3})+/y
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const escapeFault =
  'A backslash must be followed by a character, or by the three digits of a byte of UTF-8 text.'

/** The text of an escape sequence in a line; null when invalid. A dot inside a label stays escaped. */
function readEscape(line: string, at: number, isQuoted: boolean): { text: string; end: number } | null {
  octets.lastIndex = at
  const [run] = octets.exec(line) ?? []
  if (run === undefined) {
    const sign = line[at + 1]
    if (sign === undefined || /\d/.test(sign)) return null
    return { text: sign === '.' && !isQuoted ? '\\.' : sign, end: at + 2 }
  }
  const numbers = run.slice(1).split('\\').map(Number)
  if (numbers.some((number) => number > 255)) return null
  try {
    return { text: utf8.decode(Uint8Array.from(numbers)), end: at + run.length }
  } catch {
    return null
  }
}

/** A partly read entry, which spans lines while its parentheses are open. */
type OpenEntry = ZoneFileEntry & { depth: number; length: number }

/** Room for the longest record with every octet escaped; a longer one is not read. */
const longestEntry = 16_384

/** A token up to blank space or a special character, or a quoted text, with its escapes resolved. */
function readWord(line: string, start: number): { word: Word; end: number } | { fault: string } {
  const isQuoted = line[start] === '"'
  let at = isQuoted ? start + 1 : start
  let text = ''
  while (at < line.length) {
    const sign = line[at] ?? ''
    if (isQuoted ? sign === '"' : /[\s"();]/.test(sign)) break
    if (sign !== '\\') {
      text += sign
      at += 1
      continue
    }
    const meant = readEscape(line, at, isQuoted)
    if (!meant) return { fault: escapeFault }
    text += meant.text
    at = meant.end
  }
  if (isQuoted && line[at] !== '"') return { fault: 'A quoted text must end on the same line.' }
  return { word: { text, isQuoted }, end: isQuoted ? at + 1 : at }
}

/** Adds the tokens of a line to the entry. Returns the fault of the line, or null. */
function readLine(line: string, entry: OpenEntry): string | null {
  entry.length += line.length
  if (entry.length > longestEntry) return `A record has at most ${longestEntry} characters.`
  let at = 0
  while (at < line.length) {
    const sign = line[at] ?? ''
    if (sign === ';') return null
    if (/\s/.test(sign)) at += 1
    else if (sign === '(' || sign === ')') {
      entry.depth += sign === '(' ? 1 : -1
      if (entry.depth < 0) return 'A ) has no matching (.'
      at += 1
    } else {
      const read = readWord(line, at)
      if ('fault' in read) return read.fault
      entry.words.push(read.word)
      at = read.end
    }
  }
  return null
}

/** The entries of a master file (RFC 1035 section 5.1), without comments and empty lines, and the invalid lines. */
export function readEntries(text: string): { entries: ZoneFileEntry[]; faults: Fault[] } {
  const entries: ZoneFileEntry[] = []
  const faults: Fault[] = []
  let open: OpenEntry | null = null
  // Some editors begin a text with a byte order mark.
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    const entry: OpenEntry = open ?? {
      words: [],
      isIndented: /^\s/.test(line),
      line: index + 1,
      depth: 0,
      length: 0,
    }
    const fault = readLine(line, entry)
    open = null
    if (fault !== null) faults.push({ line: index + 1, fault })
    else if (entry.depth > 0) open = entry
    else if (entry.words.length > 0) entries.push(entry)
  }
  if (open) faults.push({ line: open.line, fault: 'The ( on this line is never closed.' })
  return { entries, faults }
}
