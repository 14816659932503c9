import { columnsOf, exportRows } from '#db/rows/export-rows.ts'
import type { ExportPart } from '#features/account/export/part.ts'

/** What a customer takes away: the messages of the host to them, and when it looked at their account. */
export const exports: readonly ExportPart[] = [
  exportRows('account/messages', (t) =>
    columnsOf(t.customerMessages, ['id', 'subject', 'text', 'createdAt']),
  ),
  exportRows('account/views', (t) => columnsOf(t.customerViews, ['id', 'createdAt', 'endsAt', 'endedAt'])),
]
