import { columnsOf, exportRows } from '#db/rows/export-rows.ts'
import type { ExportPart } from '#features/account/export/part.ts'

/** The data export of sent mail: a line for each message. */
export const exports: readonly ExportPart[] = [
  exportRows('email/outgoing', (t) =>
    columnsOf(t.emailQueue, [
      'id',
      'accountId',
      'kind',
      'sender',
      'recipient',
      'subject',
      'sizeBytes',
      'status',
      'attempts',
      'lastError',
      'createdAt',
      'endedAt',
    ]),
  ),
]
