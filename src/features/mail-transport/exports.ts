import { columnsOf, exportRows } from '#db/rows/export-rows.ts'
import type { ExportPart } from '#features/account/export/part.ts'

/** What a customer takes away: a line for each message that left. */
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
