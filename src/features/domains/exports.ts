import { columnsOf, exportRows } from '#db/export-rows.ts'
import type { ExportPart } from '#features/account/export/part.ts'
import { zoneFiles } from './service/export-zones.ts'

/** What a customer takes away: their domains, and each zone as a file. */
export const exports: readonly ExportPart[] = [
  exportRows('domains/domains', (t) =>
    columnsOf(t.domains, [
      'id',
      'serviceId',
      'domainName',
      'status',
      'registrar',
      'nameservers',
      'expiryDate',
      'ssl',
      'sslIssuer',
      'sslExpiresAt',
      'www',
      'httpsRedirect',
      'hsts',
      'autoRenew',
      'privacy',
      'transferLock',
      'verifiedAt',
      'problem',
      'zoneSerial',
      'signedAt',
      'createdAt',
      'updatedAt',
    ]),
  ),
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
