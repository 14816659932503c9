import type { Schema } from '#db/schema/schema.ts'
import type { Context, Deps } from '#server/context.ts'

/** The biller: the caller of a request, or the portal in durable work. */
export type BillingContext = Deps | Context

export type InvoiceRow = Schema['invoices']['$inferSelect']
export type LineRow = Schema['invoiceLines']['$inferSelect']
export type PaymentRow = Schema['payments']['$inferSelect']
export type RefundRow = Schema['refunds']['$inferSelect']
export type AccountRow = Schema['billingAccounts']['$inferSelect']
