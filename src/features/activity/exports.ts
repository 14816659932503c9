import { columnsOf, exportRows } from '#db/rows/export-rows.ts'
import type { ExportPart } from '#features/account/export/part.ts'

/** What a customer takes away: what they did about their account and what it has, as the audit log says. */
export const exports: readonly ExportPart[] = [
  exportRows('account/what-you-did', (t) =>
    columnsOf(t.auditLog, ['at', 'action', 'targetType', 'targetId', 'note', 'address'], {
      author: 'actorId',
      key: ['at', 'id'],
    }),
  ),
]
