import { columnsOf, exportRows } from '#db/rows/export-rows.ts'
import type { ExportPart } from '#features/account/export/part.ts'

/** Exports the host's messages to a customer, and the views of their account. */
export const exports: readonly ExportPart[] = [
  exportRows('account/messages', (t) =>
    columnsOf(t.customerMessages, ['id', 'subject', 'text', 'createdAt']),
  ),
  exportRows('account/views', (t) => columnsOf(t.customerViews, ['id', 'createdAt', 'endsAt', 'endedAt'])),
]
