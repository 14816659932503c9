import { columnsOf, exportRows } from '#db/rows/export-rows.ts'
import type { ExportPart } from '#features/account/export/part.ts'

/** The data export of mails sent to a customer, without their texts, which may contain sign-in links. */
export const exports: readonly ExportPart[] = [
  exportRows('account/mails-to-you', (t) =>
    columnsOf(t.mails, ['id', 'kind', 'to', 'subject', 'status', 'createdAt', 'sentAt']),
  ),
]
