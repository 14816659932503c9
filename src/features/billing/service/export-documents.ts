import { and, asc, eq, gte, lt } from 'drizzle-orm'
import type { CustomerContext } from '#server/context.ts'
import { states } from '#shared/money/gst.ts'
import { dayInKolkata } from '#shared/time.ts'
import type { InvoiceRow } from '../context.ts'
import { rangeOf } from '../rules/month.ts'

/** A field of a CSV; an apostrophe stops spreadsheets from evaluating a text. */
function field(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) && !/^-?\d+(\.\d+)?$/.test(value) ? `'${value}` : value
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const rupees = (paise: number): string => (paise / 100).toFixed(2)

type Exported = { invoice: InvoiceRow; rate: number | null; sac: string | null; corrects: string | null }

const kinds = { invoice: 'Invoice', creditNote: 'Credit note' }

const columns: [name: string, value: (row: Exported) => string][] = [
  ['Document', ({ invoice }) => `${kinds[invoice.kind]}${invoice.isSample ? ' (no tax invoice)' : ''}`],
  ['Number', ({ invoice }) => invoice.number],
  ['Date', ({ invoice }) => dayInKolkata(invoice.issuedAt)],
  ['Corrects', ({ corrects }) => corrects ?? ''],
  ['Recipient', ({ invoice }) => invoice.recipient.name],
  ['GSTIN of recipient', ({ invoice }) => invoice.recipient.gstin ?? ''],
  ['Place of supply', ({ invoice }) => `${invoice.placeOfSupply}-${states[invoice.placeOfSupply] ?? ''}`],
  ['Reverse charge', () => 'N'],
  ['SAC', ({ sac }) => sac ?? ''],
  ['Rate', ({ rate }) => String((rate ?? 0) / 100)],
  ['Taxable value', ({ invoice }) => rupees(invoice.taxablePaise)],
  ['CGST', ({ invoice }) => rupees(invoice.cgstPaise)],
  ['SGST', ({ invoice }) => rupees(invoice.sgstPaise)],
  ['IGST', ({ invoice }) => rupees(invoice.igstPaise)],
  ['Total', ({ invoice }) => rupees(invoice.totalPaise)],
]

/** Documents to export: of a month in Kolkata, of a customer, or of a customer in a month. */
type ExportFilter = { month?: string | undefined; userId?: string | undefined }

/** Documents as CSV in the order of their numbers, for the accountant. */
export async function exportDocuments(
  ctx: CustomerContext,
  { month, userId }: ExportFilter,
): Promise<string> {
  const { invoices: i, invoiceLines: l } = ctx.store.t
  const range = month === undefined ? undefined : rangeOf(month)
  const rows = await ctx.store.readLong((read) =>
    read
      .select({ invoice: i, rate: l.rate, sac: l.sac })
      .from(i)
      .leftJoin(l, and(eq(l.userId, i.userId), eq(l.invoiceId, i.id), eq(l.position, 0)))
      .where(
        and(
          userId === undefined ? undefined : eq(i.userId, userId),
          range && gte(i.issuedAt, range.from),
          range && lt(i.issuedAt, range.before),
        ),
      )
      .orderBy(asc(i.issuedAt), asc(i.id)),
  )
  const numbers = await readNumbers(ctx, rows)
  const lines = rows
    .toSorted((one, other) => (one.invoice.number < other.invoice.number ? -1 : 1))
    .map((row) => ({ ...row, corrects: numbers.get(row.invoice.correctsId ?? '') ?? null }))
    .map((row) => columns.map(([, value]) => field(value(row))).join(','))
  return `${[columns.map(([name]) => name).join(','), ...lines].join('\r\n')}\r\n`
}

/** Numbers of the invoices that these credit notes correct, some from earlier months. */
async function readNumbers(
  ctx: CustomerContext,
  rows: { invoice: InvoiceRow }[],
): Promise<Map<string, string>> {
  const { invoices: i } = ctx.store.t
  const numbers = new Map(rows.map(({ invoice }) => [invoice.id, invoice.number]))
  for (const { invoice } of rows) {
    const { correctsId, userId } = invoice
    if (correctsId === null || numbers.has(correctsId)) continue
    const own = and(eq(i.userId, userId), eq(i.id, correctsId))
    const [row] = await ctx.store.read.select({ number: i.number }).from(i).where(own)
    if (row) numbers.set(correctsId, row.number)
  }
  return numbers
}
