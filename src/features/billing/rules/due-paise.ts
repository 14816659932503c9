import type { InvoiceRow } from '../context.ts'

/** The amount due on an invoice. */
export const duePaise = ({ totalPaise, creditedPaise, paidPaise, returnedPaise }: InvoiceRow): number =>
  totalPaise - creditedPaise - (paidPaise - returnedPaise)
