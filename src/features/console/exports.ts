import { columnsOf, exportRows } from '#db/rows/export-rows.ts'
import type { ExportPart } from '#features/account/export/part.ts'

/** The customer's part of a data export: the statements that they ran. */
export const exports: readonly ExportPart[] = [
  exportRows('databases/statements', (t) =>
    columnsOf(t.databaseQueries, ['id', 'databaseId', 'statement', 'isRefused', 'durationMs', 'ranAt']),
  ),
]
