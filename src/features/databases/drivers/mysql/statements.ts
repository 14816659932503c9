/** A statement of a text; `offset` in characters from 0, `line` from 1, both of its first word. */
export type Statement = { text: string; offset: number; line: number }

export type Splitter = {
  /** The statements that are complete now. */
  push(text: string): Statement[]
  /** What is left at the end. */
  end(): Statement[]
  /** Characters that wait for the end of their statement. */
  pending(): number
}

const newline = '\n'
const delimiterLine = /delimiter[ \t]+(\S+)[^\n]*(\n|$)/iy
/** The beginning of such a line, or all that may become one. */
const mayBecomeDelimiter = /^(.{0,9}|delimiter[ \t])$/is
const space = /\s*/y

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const countLines = (text: string, from: number, to: number): number => {
  let count = 0
  for (let at = text.indexOf(newline, from); at >= 0 && at < to; at = text.indexOf(newline, at + 1))
    count += 1
  return count
}

/**
 * Where a comment or a text in quotes ends: the index behind it, or -1 when that is not there yet; then `safe` is where to look
 * on.
 */
function findEnd(buffer: string, from: number, opener: string): { end: number; safe: number } {
  const last = Math.max(from, buffer.length - 1)
  if (opener === '--' || opener === '#') return { end: buffer.indexOf(newline, from) + 1 || -1, safe: last }
  if (opener === '/*') {
    const at = buffer.indexOf('*/', from)
    return { end: at < 0 ? -1 : at + 2, safe: last }
  }
  // Two quotes in a row are read as the end of one text and the beginning of another: the same in effect.
  const stops = opener === '`' ? /`/g : new RegExp(`[${opener}\\\\]`, 'g')
  let safe = buffer.length
  stops.lastIndex = from
  for (let match = stops.exec(buffer); match; match = stops.exec(buffer)) {
    if (match[0] !== '\\') return { end: match.index + 1, safe }
    if (match.index + 1 === buffer.length) safe = match.index
    stops.lastIndex = match.index + 2
  }
  return { end: -1, safe }
}

/**
 * Separates statements as the `mysql` client does: at semicolons outside of quotes and comments, or at what a line
 * `DELIMITER …` says instead. It knows no other command of the client, so that none can be carried out.
 */
export function createSplitter(): Splitter {
  let buffer = ''
  /** Everything before it has been looked at. */
  let at = 0
  /** What is open at `at`: a quote or a comment. */
  let opener: string | null = null
  /** Where the first word of the statement is; -1 before it. */
  let start = -1
  let delimiter = ';'
  let marks = /['"`#;]|--|\/\*/g
  let [offset, line] = [0, 1]

  const drop = (count: number) => {
    line += countLines(buffer, 0, count)
    offset += count
    buffer = buffer.slice(count)
    at = 0
    start = -1
  }
  const take = (length: number, skipped: number): Statement[] => {
    const from = start
    const text = from < 0 ? '' : buffer.slice(from, length).trimEnd()
    const found = { text, offset: offset + from, line: line + countLines(buffer, 0, Math.max(from, 0)) }
    drop(length + skipped)
    return text === '' ? [] : [found]
  }
  /** Finds the first word; false when it is not there yet. */
  const begin = (isLast: boolean): boolean => {
    space.lastIndex = at
    space.exec(buffer)
    at = space.lastIndex
    if (at >= buffer.length) {
      drop(at)
      return false
    }
    if (!isLast && mayBecomeDelimiter.test(buffer.slice(at, at + 10)) && !buffer.includes(newline, at))
      return false
    delimiterLine.lastIndex = at
    const match = delimiterLine.exec(buffer)
    if (match) {
      delimiter = match[1] ?? ';'
      marks = new RegExp(`${escaped(delimiter)}|['"\`#]|--|\\/\\*`, 'g')
      drop(match.index + match[0].length)
      return begin(isLast)
    }
    if (!/^(#|--(\s|$)|\/\*(?!M?!))/.test(buffer.slice(at, at + 4))) start = at
    return true
  }

  const scan = (isLast: boolean): Statement[] => {
    const found: Statement[] = []
    for (;;) {
      if (opener !== null) {
        const { end, safe } = findEnd(buffer, at, opener)
        if (end < 0) {
          at = safe
          return found
        }
        at = end
        opener = null
      }
      if (start < 0 && !begin(isLast)) return found
      marks.lastIndex = at
      const match = marks.exec(buffer)
      if (!match) {
        at = Math.max(at, buffer.length - Math.max(2, delimiter.length) + 1)
        return found
      }
      const [mark] = match
      const behind = match.index + mark.length
      if (mark === delimiter) {
        found.push(...take(match.index, delimiter.length))
        continue
      }
      if ((mark === '--' || mark === '/*') && behind + 1 >= buffer.length && !isLast) {
        at = match.index
        return found
      }
      at = behind
      if (mark === '--' && !/^\s?$/.test(buffer.slice(behind, behind + 1))) continue
      if (mark === '/*' && /^M?!/.test(buffer.slice(behind, behind + 2))) continue
      opener = mark
    }
  }

  return {
    push(text) {
      buffer += text
      return scan(false)
    },
    end() {
      const found = scan(true)
      return [...found, ...take(buffer.length, 0)]
    },
    pending: () => buffer.length,
  }
}

/** All statements of a text. */
export function splitStatements(text: string): Statement[] {
  const splitter = createSplitter()
  return [...splitter.push(text), ...splitter.end()]
}
