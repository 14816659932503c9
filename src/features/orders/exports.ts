import { columnsOf, exportRows } from '#db/rows/export-rows.ts'
import type { ExportPart } from '#features/account/export/part.ts'

/** Exports a customer's orders. */
export const exports: readonly ExportPart[] = [
  exportRows('billing/orders', (t) =>
    columnsOf(t.orders, [
      'id',
      'planId',
      'serviceId',
      'amountPaise',
      'currency',
      'status',
      'paymentMethod',
      'domain',
      'reason',
      'decidedAt',
      'createdAt',
    ]),
  ),
]
