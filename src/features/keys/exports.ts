import { columnsOf, exportRows } from '#db/rows/export-rows.ts'
import type { ExportPart } from '#features/account/export/part.ts'

/** The API keys in a customer's data export, without the keys themselves. */
export const exports: readonly ExportPart[] = [
  exportRows('account/api-keys', (t) =>
    columnsOf(t.apiKeys, ['id', 'name', 'hint', 'scopes', 'expiresAt', 'lastUsedAt', 'createdAt']),
  ),
]
