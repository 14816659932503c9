import { sql } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import type { InvoiceRow, LineRow } from '../context.ts'
import { numberOf } from '../rules/series.ts'

/**
 * The next number of the series. Its row stays locked until the transaction ends, and a failed transaction releases the number:
 * there are no gaps (docs/decisions/0033-numbers-without-a-gap.md).
 */
async function allocateNumber(
  tx: Tx,
  name: string,
): Promise<{ series: string; place: number; number: string }> {
  const { invoiceSeries: series } = tx.t
  const [row] = await tx
    .insert(series)
    .values({ name, lastNumber: 1 })
    .onConflictDoUpdate({ target: series.name, set: { lastNumber: sql`${series.lastNumber} + 1` } })
    .returning({ place: series.lastNumber })
  if (!row) throw new Error('the series gave no number')
  return { series: name, place: row.place, number: numberOf(name, row.place) }
}

type NewLine = Omit<LineRow, 'id' | 'userId' | 'invoiceId' | 'position'>
type NewDocument = Omit<
  InvoiceRow,
  'id' | 'number' | 'place' | 'currency' | 'paidPaise' | 'creditedPaise' | 'returnedPaise'
>

/** Stores an invoice or credit note under the next number of its series, with its lines. */
export async function storeDocument(
  tx: Tx,
  { lines, ...document }: NewDocument & { lines: readonly NewLine[] },
): Promise<InvoiceRow> {
  const { invoices, invoiceLines } = tx.t
  const taken = await allocateNumber(tx, document.series)
  const [row] = await tx
    .insert(invoices)
    .values({ ...document, ...taken, id: Bun.randomUUIDv7() })
    .returning()
  if (!row) throw new Error('the invoice was not stored')
  await tx
    .insert(invoiceLines)
    .values(lines.map((line, position) => ({ ...line, userId: row.userId, invoiceId: row.id, position })))
  return row
}
