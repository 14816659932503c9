import { columnsOf, exportRows } from '#db/rows/export-rows.ts'
import type { ExportPart } from '#features/account/export/part.ts'

/** What a customer takes away: their API keys, without the keys themselves. */
export const exports: readonly ExportPart[] = [
  exportRows('account/api-keys', (t) =>
    columnsOf(t.apiKeys, ['id', 'name', 'hint', 'scopes', 'expiresAt', 'lastUsedAt', 'createdAt']),
  ),
]
