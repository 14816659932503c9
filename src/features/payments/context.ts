import type { Schema } from '#db/schema/schema.ts'
import type { Context, Deps } from '#server/context.ts'

/** The recorder of a payment: the caller of a request, or the portal in durable work. */
export type PaymentsContext = Deps | Context

export type ReportRow = Schema['paymentReports']['$inferSelect']
export type LinkRow = Schema['paymentLinks']['$inferSelect']
export type EventRow = Schema['paymentEvents']['$inferSelect']
export type LineRow = Schema['bankLines']['$inferSelect']
