import { columnsOf, exportRows } from '#db/rows/export-rows.ts'
import type { ExportPart } from '#features/account/export/part.ts'

/** Account export: the customer's services. */
export const exports: readonly ExportPart[] = [
  exportRows('services/services', (t) =>
    columnsOf(t.userServices, [
      'id',
      'planId',
      'orderId',
      'status',
      'domain',
      'slug',
      'serverIp',
      'autoRestart',
      'activatedAt',
      'suspendedReason',
      'diskBytes',
      'createdAt',
      'updatedAt',
    ]),
  ),
  exportRows('services/addresses', (t) =>
    columnsOf(t.siteSlugs, ['slug', 'serviceId', 'createdAt'], { key: ['slug'] }),
  ),
]
