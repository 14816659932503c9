import { columnsOf, exportRows } from '#db/rows/export-rows.ts'
import type { ExportPart } from '#features/account/export/part.ts'
import { databaseDumpFiles } from './copies/export-dumps.ts'

/** The customer's part of a data export: their databases without passwords, and a dump of each. */
export const exports: readonly ExportPart[] = [
  exportRows('databases/databases', (t) =>
    columnsOf(t.databases, [
      'id',
      'serviceId',
      'dbName',
      'dbType',
      'dbUser',
      'networkName',
      'networkUser',
      'sizeBytes',
      'status',
      'reason',
      'host',
      'port',
      'allow',
      'isOpen',
      'createdAt',
      'updatedAt',
    ]),
  ),
  exportRows('databases/kept-dumps', (t) =>
    columnsOf(t.databaseDumps, [
      'id',
      'serviceId',
      'dbName',
      'dbType',
      'dbUser',
      'status',
      'reason',
      'fileSize',
      'createdAt',
      'expiresAt',
    ]),
  ),
  exportRows('databases/sizes', (t) =>
    columnsOf(t.databaseSamples, ['databaseId', 'measuredAt', 'sizeBytes', 'connections'], {
      key: ['databaseId', 'measuredAt'],
    }),
  ),
  databaseDumpFiles,
]
