import { states } from '#shared/money/gst.ts'
import { toRupees } from '#shared/money/money.ts'
import type { Answer } from '#shared/schema.ts'
import type { InvoiceRow, LineRow, PaymentRow } from '../context.ts'
import type { invoiceDetailOutput, invoiceOutput } from '../contract/contract.ts'
import { duePaise } from '../rules/due-paise.ts'
import type { TaxParts } from '../rules/tax.ts'
import { amountInWords } from '../rules/words.ts'

const presentRelated = ({ id, number, totalPaise, issuedAt }: InvoiceRow) => ({
  id,
  number,
  amount: toRupees(totalPaise),
  issuedAt,
})

/** A row of the customer's list, with the credit notes among `related`. A credit note has no amount due. */
export const presentInvoice = (
  row: InvoiceRow,
  related: readonly InvoiceRow[],
): Answer<typeof invoiceOutput> => ({
  id: row.id,
  kind: row.kind,
  number: row.number,
  orderId: row.orderId,
  serviceId: row.serviceId,
  correctedId: row.correctsId,
  amount: toRupees(row.totalPaise),
  currency: 'INR',
  status: row.status,
  paid: toRupees(row.paidPaise),
  credited: toRupees(row.creditedPaise),
  due: row.kind === 'invoice' ? toRupees(Math.max(duePaise(row), 0)) : 0,
  issuedAt: row.issuedAt,
  dueAt: row.dueAt,
  paidAt: row.paidAt,
  creditNotes: related.filter(({ correctsId }) => correctsId === row.id).map(presentRelated),
})

const presentTax = (parts: TaxParts) => ({
  taxable: toRupees(parts.taxablePaise),
  cgst: toRupees(parts.cgstPaise),
  sgst: toRupees(parts.sgstPaise),
  igst: toRupees(parts.igstPaise),
})

const stateName = (code: string): string => states[code] ?? code

const presentParty = (party: InvoiceRow['supplier']) => ({ ...party, state: stateName(party.stateCode) })

const presentLine = (line: LineRow) => ({
  description: line.description,
  sac: line.sac,
  quantity: line.quantity,
  rate: line.rate / 100,
  amount: toRupees(line.totalPaise),
  ...presentTax(line),
  periodStart: line.periodStart,
  periodEnd: line.periodEnd,
})

const presentPayment = ({ id, provider, reference, appliedPaise, receivedAt }: PaymentRow) => ({
  id,
  provider,
  reference,
  amount: toRupees(appliedPaise),
  receivedAt,
})

export type WholeInvoice = {
  invoice: InvoiceRow
  lines: LineRow[]
  payments: PaymentRow[]
  related: InvoiceRow[]
}

/** An invoice with all document data, payments and credits. */
export const presentWhole = ({
  invoice,
  lines,
  payments,
  related,
}: WholeInvoice): Answer<typeof invoiceDetailOutput> => ({
  ...presentInvoice(invoice, related),
  ...presentTax(invoice),
  isSample: invoice.isSample,
  inWords: amountInWords(invoice.totalPaise),
  placeOfSupply: { code: invoice.placeOfSupply, name: stateName(invoice.placeOfSupply) },
  // A sample number may belong to another company.
  supplier: presentParty(invoice.isSample ? { ...invoice.supplier, gstin: null } : invoice.supplier),
  recipient: presentParty(invoice.recipient),
  reason: invoice.reason,
  lines: lines.map(presentLine),
  payments: payments.map(presentPayment),
  related: related.map(presentRelated),
})
