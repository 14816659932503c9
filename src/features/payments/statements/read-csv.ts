const quote = '"'
const separators = [',', ';', '\t']
/** Sample of a file for detecting its separator. */
const headLength = 4_000

function separatorOf(text: string): string {
  const head = text.slice(0, headLength)
  const count = (sign: string) => head.split(sign).length
  return separators.toSorted((one, other) => count(other) - count(one))[0] ?? ','
}

type Piece = { value: string; end: number }

/** The quoted cell that begins at `start`, to the end of the text when its closing quote is missing. */
function readQuoted(text: string, start: number): Piece {
  let value = ''
  let from = start + 1
  for (;;) {
    const end = text.indexOf(quote, from)
    if (end < 0) return { value: value + text.slice(from), end: text.length }
    value += text.slice(from, end)
    if (text[end + 1] !== quote) return { value, end: end + 1 }
    value += quote
    from = end + 2
  }
}

/**
 * Rows of a CSV file (RFC 4180), also with semicolons or tabs; empty rows are omitted. Null when there are more than `maxRows`.
 */
export function readCsv(text: string, maxRows: number): string[][] | null {
  const separator = separatorOf(text)
  // One search for the next end of a cell, of either kind.
  const ends = new RegExp(`[${separator}\r\n]`, 'g')
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at <= text.length) {
    const quoted = text[at] === quote ? readQuoted(text, at) : { value: '', end: at }
    ends.lastIndex = quoted.end
    const end = ends.exec(text)?.index ?? text.length
    row.push(quoted.value + text.slice(quoted.end, end))
    at = end + 1
    if (text[end] === separator) continue
    if (row.some((value) => value.trim() !== '')) rows.push(row)
    if (rows.length > maxRows) return null
    row = []
  }
  return rows
}
