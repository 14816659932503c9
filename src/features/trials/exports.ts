import { columnsOf, exportRows } from '#db/rows/export-rows.ts'
import type { ExportPart } from '#features/account/export/part.ts'

/** Account export: the temporary sites that the customer kept. */
export const exports: readonly ExportPart[] = [
  exportRows('services/tried-sites', (t) =>
    columnsOf(t.trials, [
      'id',
      'name',
      'files',
      'bytes',
      'address',
      'createdAt',
      'expiresAt',
      'keptAt',
      'orderId',
      'problem',
    ]),
  ),
]
