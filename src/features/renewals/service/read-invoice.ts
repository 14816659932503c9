import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import type { InvoiceRow } from '#features/billing/context.ts'
import type { ChargeRow } from './rows.ts'

/** The invoice of a charge, with its payments. */
export async function readInvoice(
  tx: Tx,
  { userId, invoiceId }: Pick<ChargeRow, 'userId' | 'invoiceId'>,
): Promise<InvoiceRow> {
  const { invoices: i } = tx.t
  const [invoice] = await tx
    .select()
    .from(i)
    .where(and(eq(i.userId, userId), eq(i.id, invoiceId)))
  if (!invoice) throw new Error('the invoice is missing')
  return invoice
}
