import { columnsOf, exportRows } from '#db/rows/export-rows.ts'
import type { ExportPart } from '#features/account/export/part.ts'

/** The customer's exports and deletions, for the data export. */
export const exports: readonly ExportPart[] = [
  exportRows('account/exports', (t) =>
    columnsOf(t.accountExports, [
      'id',
      'status',
      'fileSize',
      'missing',
      'createdAt',
      'finishedAt',
      'expiresAt',
      'fetchedAt',
    ]),
  ),
  exportRows('account/deletions', (t) =>
    columnsOf(t.accountDeletions, ['id', 'status', 'requestedAt', 'endsAt', 'endedAt']),
  ),
]
