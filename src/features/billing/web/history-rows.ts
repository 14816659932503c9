import type { Order } from '#features/orders/contract.ts'
import type { Invoice } from '../contract.ts'

/** A row of the history: a document, or an order that was approved before there were any. */
export type HistoryRow = {
  id: string
  /** The first ten characters of the order's id; the number of a document that has no order. */
  label: string
  at: string
  amount: number
  invoice: Invoice | null
}

const ofInvoice = (invoice: Invoice): HistoryRow => ({
  id: invoice.id,
  label: invoice.orderId ? invoice.orderId.slice(0, 10) : invoice.number,
  at: invoice.issuedAt,
  amount: invoice.kind === 'creditNote' ? -invoice.amount : invoice.amount,
  invoice,
})

const ofOrder = ({ id, createdAt, amount }: Order): HistoryRow => ({
  id,
  label: id.slice(0, 10),
  at: createdAt,
  amount,
  invoice: null,
})

/** All that was billed, newest first. */
export function historyOf(invoices: readonly Invoice[], orders: readonly Order[]): HistoryRow[] {
  const invoiced = new Set(invoices.map(({ orderId }) => orderId))
  const older = orders.filter(({ id, status }) => status === 'approved' && !invoiced.has(id))
  return [...invoices.map(ofInvoice), ...older.map(ofOrder)].sort((one, other) =>
    one.at < other.at ? 1 : -1,
  )
}
