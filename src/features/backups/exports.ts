import { columnsOf, exportRows } from '#db/rows/export-rows.ts'
import type { ExportPart } from '#features/account/export/part.ts'
import { siteFiles } from './archive/export-sites.ts'

/**
 * The customer's part of a data export: the list of backups. The archives would only repeat contents of the export, such as
 * files.
 */
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
