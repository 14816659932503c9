import { columnsOf, exportRows } from '#db/rows/export-rows.ts'
import type { ExportPart } from '#features/account/export/part.ts'

/** Exports a customer's payments. */
export const exports: readonly ExportPart[] = [
  exportRows('billing/reported-payments', (t) =>
    columnsOf(t.paymentReports, [
      'id',
      'orderId',
      'invoiceId',
      'reference',
      'amountPaise',
      'status',
      'paymentId',
      'createdAt',
      'decidedAt',
    ]),
  ),
  exportRows('billing/payment-links', (t) =>
    columnsOf(t.paymentLinks, [
      'id',
      'orderId',
      'invoiceId',
      'amountPaise',
      'status',
      'createdAt',
      'expiresAt',
    ]),
  ),
  exportRows('billing/returned-payments', (t) =>
    columnsOf(t.providerRefunds, ['id', 'paymentId', 'amountPaise', 'status', 'createdAt', 'finishedAt']),
  ),
]
