import { columnsOf, exportRows } from '#db/rows/export-rows.ts'
import type { ExportPart } from '#features/account/export/part.ts'
import { siteFiles } from './archive/export-sites.ts'

/** What a customer takes away: which backups there are; the archives hold once more what the export has, the files of services among it. */
export const exports: readonly ExportPart[] = [
  exportRows('backups/backups', (t) =>
    columnsOf(t.backups, [
      'id',
      'serviceId',
      'backupType',
      'fileName',
      'fileSize',
      'status',
      'origin',
      'reason',
      'sha256',
      'verifiedAt',
      'createdAt',
      'finishedAt',
    ]),
  ),
  exportRows('backups/schedules', (t) =>
    columnsOf(
      t.backupSchedules,
      [
        'serviceId',
        'enabled',
        'frequency',
        'time',
        'backupType',
        'keep',
        'lastRunAt',
        'nextRunAt',
        'updatedAt',
      ],
      { key: ['serviceId'] },
    ),
  ),
  siteFiles,
]
