import { columnsOf, exportRows } from '#db/rows/export-rows.ts'
import type { ExportPart } from '#features/account/export/part.ts'

/** A customer's data export: their cloud accounts without the keys. */
export const exports: readonly ExportPart[] = [
  exportRows('cloud/providers', (t) =>
    columnsOf(t.cloudProviders, [
      'id',
      'name',
      'displayName',
      'projectId',
      'region',
      'isActive',
      'sample',
      'validatedAt',
      'validationMessage',
      'refreshedAt',
      'viewedAt',
      'createdAt',
      'updatedAt',
    ]),
  ),
]
