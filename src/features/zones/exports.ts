import { columnsOf, exportRows } from '#db/rows/export-rows.ts'
import type { ExportPart } from '#features/account/export/part.ts'
import { zoneFiles } from './zone-file/export-zones.ts'

/** The DNS part of a customer's export: records and subdomains of their domains with the history, and each zone as a file. */
export const exports: readonly ExportPart[] = [
  exportRows('domains/dns-records', (t) =>
    columnsOf(t.dnsRecords, [
      'id',
      'domainId',
      'type',
      'name',
      'value',
      'ttl',
      'priority',
      'createdAt',
      'updatedAt',
    ]),
  ),
  exportRows('domains/subdomains', (t) =>
    columnsOf(t.subdomains, [
      'id',
      'domainId',
      'name',
      'target',
      'redirectTo',
      'redirectStatus',
      'status',
      'createdAt',
    ]),
  ),
  exportRows('domains/dns-changes', (t) =>
    columnsOf(t.dnsChanges, [
      'id',
      'domainId',
      'note',
      'serial',
      'removed',
      'added',
      'undoneAt',
      'createdAt',
    ]),
  ),
  zoneFiles,
]
