import { columnsOf, exportRows } from '#db/rows/export-rows.ts'
import type { ExportPart } from '#features/account/export/part.ts'

/** The domains in a customer's export. */
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
]
