import type { Statement } from '../../contract/contract.ts'

type Result = Pick<Statement, 'columns' | 'rows'>

// Spreadsheets would evaluate these as formulas. Signed numbers are safe.
const formula = /^[=+\-@\t\r]/
const number = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i

function csvCell(value: string | null): string {
  if (value === null) return ''
  const safe = formula.test(value) && !number.test(value) ? `'${value}` : value
  // Quoted when empty, to differ from NULL.
  return safe === '' || /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** RFC 4180 with a header line; NULL is empty, and an apostrophe precedes text that a spreadsheet would evaluate. */
export const toCsv = ({ columns, rows }: Result): string =>
  [columns.map(({ name }) => name), ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')

/** Unique column names: `id`, `id (2)`. */
function distinctNames({ columns }: Result): string[] {
  const seen = new Map<string, number>()
  return columns.map(({ name }) => {
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count === 1 ? name : `${name} (${count})`
  })
}

/** An array with an object for each row; values are texts or null. */
export function toJson(result: Result): string {
  const names = distinctNames(result)
  const objects = result.rows.map((row) =>
    Object.fromEntries(names.map((name, place) => [name, row[place] ?? null])),
  )
  return `${JSON.stringify(objects, null, 2)}\n`
}

/** Saves a text as a file. */
export function saveText(name: string, type: string, text: string): void {
  const href = URL.createObjectURL(new Blob([text], { type }))
  const link = Object.assign(document.createElement('a'), { href, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(href), 10_000)
}
