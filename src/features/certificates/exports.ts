import { columnsOf, exportRows } from '#db/rows/export-rows.ts'
import type { ExportPart } from '#features/account/export/part.ts'

/** The certificates in a customer's export, without the private keys. */
export const exports: readonly ExportPart[] = [
  exportRows('domains/certificates', (t) =>
    columnsOf(
      t.certificates,
      [
        'domainId',
        'status',
        'names',
        'wanted',
        'authority',
        'issuer',
        'serial',
        'chain',
        'notBefore',
        'notAfter',
        'problem',
        'createdAt',
        'updatedAt',
      ],
      { key: ['domainId'] },
    ),
  ),
]
