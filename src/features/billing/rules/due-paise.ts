import type { InvoiceRow } from '../context.ts'

/** What is still to be paid of an invoice. */
export const duePaise = ({ totalPaise, creditedPaise, paidPaise, returnedPaise }: InvoiceRow): number =>
  totalPaise - creditedPaise - (paidPaise - returnedPaise)
