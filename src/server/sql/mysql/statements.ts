import { EngineRefused } from '../../system/programs/engine-refused.ts'

/** A statement in a text; `offset` (in characters, from 0) and `line` (from 1) are of its first word. */
export type Statement = { text: string; offset: number; line: number }

/** The next part of a statement, which may end in spaces; `offset` and `line` are those of the statement. */
export type Piece = Statement & { isEnd: boolean }

export type Splitter = {
  /** Parses strings according to this `sql_mode` of the server from the next statement on. */
  follow(mode: string): void
  /**
   * The parts of statements that are complete so far and are then dropped from memory. The caller must iterate to the end.
   * @throws EngineRefused
   */
  push(text: string): Iterable<Piece>
  /** The remaining parts at the end of the text. */
  end(): Iterable<Piece>
}

const newline = '\n'
const backslash = 0x5c
const delimiterLine = /delimiter[ \t]+(\S+)[^\n]*(\n|$)/iy
/** The beginning of such a line, or of a text that may become one. */
const mayBecomeDelimiter = /^(.{0,9}|delimiter[ \t])$/is
const space = /\s*/y
/** The longest DELIMITER line, in characters. */
const longestLine = 4_096

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const countLines = (text: string, from: number, to: number): number => {
  let count = 0
  for (let at = text.indexOf(newline, from); at >= 0 && at < to; at = text.indexOf(newline, at + 1))
    count += 1
  return count
}

/** The quotes in which a `sql_mode` lets a backslash escape (MySQL manual, "Server SQL Modes"). */
function escapingBy(mode: string): ReadonlySet<string> {
  const modes = mode.toUpperCase().split(',')
  if (modes.includes('NO_BACKSLASH_ESCAPES')) return new Set()
  return new Set(modes.includes('ANSI_QUOTES') ? ["'"] : ["'", '"'])
}

// Matches client statements that set the mode; a prepared statement does not show what it sets.
const mayChangeMode = /^(\/\*M?!\d*\s*)?(SET\b[\s\S]*\bsql_mode\b|EXECUTE\b)/i

/** Whether the server may parse strings differently after this statement. */
export const changesMode = (text: string): boolean => mayChangeMode.test(text)

type OpenToken = { opener: string; escaping: ReadonlySet<string> }

/** The index after the end of a comment or a string, or -1 when the end has not arrived yet; then `safe` is where to continue. */
function findEnd(
  buffer: string,
  from: number,
  { opener, escaping }: OpenToken,
): { end: number; safe: number } {
  const last = Math.max(from, buffer.length - 1)
  if (opener === '--' || opener === '#') return { end: buffer.indexOf(newline, from) + 1 || -1, safe: last }
  if (opener === '/*') {
    const at = buffer.indexOf('*/', from)
    return { end: at < 0 ? -1 : at + 2, safe: last }
  }
  // Two quotes in a row are read as the end of one string and the beginning of another: the same in effect.
  if (!escaping.has(opener)) return { end: buffer.indexOf(opener, from) + 1 || -1, safe: buffer.length }
  const quote = opener.charCodeAt(0)
  let at = from
  for (; at < buffer.length; at += 1) {
    const code = buffer.charCodeAt(at)
    if (code === quote) return { end: at + 1, safe: at }
    if (code === backslash) at += 1
  }
  // A backslash at the end escapes a character that has not arrived yet.
  return { end: -1, safe: at > buffer.length ? buffer.length - 1 : buffer.length }
}

/**
 * Splits statements like the `mysql` client: at semicolons outside of quotes and comments, or at the delimiter that a line
 * `DELIMITER …` sets. It implements no other command of the client, so that none can run. Between pieces it buffers only
 * characters that may become a delimiter or such a line.
 */
export function createSplitter(): Splitter {
  /** Text that has not been returned yet. */
  let buffer = ''
  /** Everything before this index has been scanned. */
  let at = 0
  /** The opening mark of the quote or comment that is open at `at`. */
  let opener: string | null = null
  let escaping = escapingBy('')
  /** The position of the current statement, whose next part is at the beginning of the buffer; null before its first word. */
  let current: { offset: number; line: number } | null = null
  /** Whether a part of the statement was returned. */
  let hasEmitted = false
  let delimiter = ';'
  let marks = /['"`#;]|--|\/\*/g
  let [offset, line] = [0, 1]

  const drop = (count: number) => {
    line += countLines(buffer, 0, count)
    offset += count
    buffer = buffer.slice(count)
    at = 0
  }
  /** Returns the next part of the statement, up to `length`, and drops it and the skipped characters from the buffer. */
  const emit = (length: number, isEnd: boolean, skipped = 0): Piece[] => {
    const found = current && { text: buffer.slice(0, length), ...current, isEnd }
    drop(length + skipped)
    const isPart = found !== null && (found.text !== '' || (isEnd && hasEmitted))
    hasEmitted = !isEnd && (hasEmitted || isPart)
    if (isEnd) current = null
    return isPart ? [found] : []
  }
  const tooLong = () => new EngineRefused(`Line ${line}: the DELIMITER line is longer than 4 KB.`)
  /** Finds the first word; false when it has not arrived yet. */
  const begin = (isLast: boolean): boolean => {
    space.lastIndex = at
    space.exec(buffer)
    drop(space.lastIndex)
    if (buffer === '') return false
    if (!isLast && mayBecomeDelimiter.test(buffer.slice(0, 10)) && !buffer.includes(newline)) {
      if (buffer.length > longestLine) throw tooLong()
      return false
    }
    delimiterLine.lastIndex = 0
    const match = delimiterLine.exec(buffer)
    if (match) {
      if (match[0].length > longestLine) throw tooLong()
      delimiter = match[1] ?? ';'
      marks = new RegExp(`${escaped(delimiter)}|['"\`#]|--|\\/\\*`, 'g')
      drop(match[0].length)
      return begin(isLast)
    }
    if (!/^(#|--(\s|$)|\/\*(?!M?!))/.test(buffer.slice(0, 4))) current = { offset, line }
    return true
  }

  /** Whether the mark at `at` depends on characters that have not arrived yet. */
  const mayBecomeOther = (mark: string): boolean => {
    if (delimiter.startsWith(buffer.slice(at))) return true
    return (mark === '--' || mark === '/*') && at + mark.length + 1 >= buffer.length
  }

  /** Scans the buffer, up to `at`. */
  function* scan(isLast: boolean): Generator<Piece> {
    for (;;) {
      if (opener !== null) {
        const { end, safe } = findEnd(buffer, at, { opener, escaping })
        at = end < 0 ? safe : end
        if (end < 0) return
        opener = null
      }
      if (current === null && !begin(isLast)) return
      marks.lastIndex = at
      const match = marks.exec(buffer)
      if (!match) {
        at = Math.max(at, buffer.length - Math.max(2, delimiter.length) + 1)
        return
      }
      const [mark] = match
      const behind = match.index + mark.length
      if (mark === delimiter) {
        yield* emit(match.index, true, delimiter.length)
        continue
      }
      at = match.index
      if (!isLast && mayBecomeOther(mark)) return
      at = behind
      if (mark === '--' && !/^\s?$/.test(buffer.slice(behind, behind + 1))) continue
      if (mark === '/*' && /^M?!/.test(buffer.slice(behind, behind + 2))) continue
      opener = mark
    }
  }

  return {
    follow(mode) {
      escaping = escapingBy(mode)
    },
    *push(text) {
      buffer += text
      yield* scan(false)
      yield* emit(at, false)
    },
    *end() {
      yield* scan(true)
      yield* emit(buffer.length, true)
    },
  }
}

/** Joins pieces into complete statements for the server. */
export function* joinPieces(pieces: Iterable<Piece>): Generator<Statement> {
  let before = ''
  for (const { text, offset, line, isEnd } of pieces) {
    before += text
    if (!isEnd) continue
    const whole = before.trimEnd()
    before = ''
    yield { text: whole, offset, line }
  }
}

function* piecesOf(text: string, splitter: Splitter): Generator<Piece> {
  yield* splitter.push(text)
  yield* splitter.end()
}

/** The statements of a text, each parsed once the one before it was used. */
export const readStatements = (text: string, splitter: Splitter): Generator<Statement> =>
  joinPieces(piecesOf(text, splitter))

/** All statements of a text, parsed according to a `sql_mode`. */
export function splitStatements(text: string, mode = ''): Statement[] {
  const splitter = createSplitter()
  splitter.follow(mode)
  return [...readStatements(text, splitter)]
}
