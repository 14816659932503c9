import { columnsOf, exportRows } from '#db/rows/export-rows.ts'
import type { ExportPart } from '#features/account/export/part.ts'

/** What a customer takes away: their exports and deletions. */
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
