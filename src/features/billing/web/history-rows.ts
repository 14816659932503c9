import type { Order } from '#features/orders/contract/contract.ts'
import type { Invoice } from '../contract/contract.ts'

/** A row of the history: a document, or an approved order older than invoices. */
export type HistoryRow = {
  id: string
  /** The number of the document; without one, the first ten characters of the order's id. */
  label: string
  /** The first ten characters of the order's id. */
  order: string | null
  at: string
  amount: number
  invoice: Invoice | null
}

const orderLabel = (id: string | null): string | null => id?.slice(0, 10) ?? null

const ofInvoice = (invoice: Invoice): HistoryRow => ({
  id: invoice.id,
  label: invoice.number,
  order: orderLabel(invoice.orderId),
  at: invoice.issuedAt,
  amount: invoice.kind === 'creditNote' ? -invoice.amount : invoice.amount,
  invoice,
})

const ofOrder = ({ id, createdAt, amount }: Order): HistoryRow => ({
  id,
  label: id.slice(0, 10),
  order: orderLabel(id),
  at: createdAt,
  amount,
  invoice: null,
})

/** All history rows, newest first. */
export function historyOf(invoices: readonly Invoice[], orders: readonly Order[]): HistoryRow[] {
  const invoiced = new Set(invoices.map(({ orderId }) => orderId))
  const older = orders.filter(({ id, status }) => status === 'approved' && !invoiced.has(id))
  return [...invoices.map(ofInvoice), ...older.map(ofOrder)].sort((one, other) =>
    one.at < other.at ? 1 : -1,
  )
}
