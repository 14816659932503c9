import { columnsOf, exportRows } from '#db/rows/export-rows.ts'
import type { ExportPart } from '#features/account/export/part.ts'

/** What a customer takes away: which mails the portal sent to them; the texts may hold links that sign in. */
export const exports: readonly ExportPart[] = [
  exportRows('account/mails-to-you', (t) =>
    columnsOf(t.mails, ['id', 'kind', 'to', 'subject', 'status', 'createdAt', 'sentAt']),
  ),
]
