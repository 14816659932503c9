import { columnsOf, exportRows } from '#db/rows/export-rows.ts'
import type { ExportPart } from '#features/account/export/part.ts'

/** The customer's audit log entries, for the data export. */
export const exports: readonly ExportPart[] = [
  exportRows('account/what-you-did', (t) =>
    columnsOf(t.auditLog, ['at', 'action', 'targetType', 'targetId', 'note', 'address'], {
      author: 'actorId',
      key: ['at', 'id'],
    }),
  ),
]
