import { plainReference } from '../contract/reference.ts'
import { readAmount, readDay, readText } from './read-cells.ts'
import { readCsv } from './read-csv.ts'
import { type Columns, findHeader } from './read-header.ts'

/** Most lines of a statement (docs/product/payments.md, "Bank statements"). */
export const maxStatementRows = 10_000

/** Incoming payments. */
export type CreditLine = {
  fingerprint: string
  day: string
  narration: string
  reference: string
  amountPaise: number
}

export type Statement = {
  lines: CreditLine[] /** Rows that are no credit, or are unreadable. */
  leftOut: number
}

const cellOf = (row: readonly string[], at: number | null): string => (at === null ? '' : (row[at] ?? ''))

/** Banks write zeros or a dash for a missing reference. */
const asReference = (text: string): string => {
  const plain = plainReference(text).slice(0, 40)
  return /^0*$/.test(plain) ? '' : plain
}

function amountOf(row: readonly string[], { credit, amount, side }: Columns): number | null {
  if (credit !== null) return readAmount(cellOf(row, credit))
  return /^c/i.test(cellOf(row, side).trim()) ? readAmount(cellOf(row, amount)) : null
}

function readLine(row: readonly string[], columns: Columns): Omit<CreditLine, 'fingerprint'> | null {
  const [day, amountPaise] = [readDay(cellOf(row, columns.day)), amountOf(row, columns)]
  if (day === null || amountPaise === null) return null
  const narration = readText(cellOf(row, columns.narration))
  return { day, narration, reference: asReference(cellOf(row, columns.reference)), amountPaise }
}

/**
 * Reads the incoming payments of a statement. Equal lines are numbered, so that a file that is imported again, or overlaps
 * another, has the same fingerprints.
 * @returns an error message instead when it is no statement
 */
export function readStatement(text: string): Statement | string {
  const rows = readCsv(text.replace(/^\uFEFF/, ''), maxStatementRows)
  if (rows === null) return `The file has more than ${maxStatementRows.toLocaleString('en-IN')} lines.`
  const header = findHeader(rows)
  if (!header)
    return 'The file has no header line with the columns date, narration or description, and credit or deposit.'
  const seen = new Map<string, number>()
  const body = rows.slice(header.at + 1)
  const lines = body.flatMap((row) => {
    const line = readLine(row, header.columns)
    if (line === null) return []
    const content = JSON.stringify([line.day, line.narration, line.reference, line.amountPaise])
    const occurrence = (seen.get(content) ?? 0) + 1
    seen.set(content, occurrence)
    const fingerprint = new Bun.CryptoHasher('sha256').update(`${content}#${occurrence}`).digest('hex')
    return [{ ...line, fingerprint }]
  })
  return { lines, leftOut: body.length - lines.length }
}
