import { columnsOf, exportRows } from '#db/rows/export-rows.ts'
import type { ExportPart } from '#features/account/export/part.ts'
import { messageFiles } from './copies/export-messages.ts'

/** The data export of a customer's mail: mailboxes without passwords, and each message as a file. */
export const exports: readonly ExportPart[] = [
  exportRows('email/accounts', (t) =>
    columnsOf(t.emailAccounts, [
      'id',
      'serviceId',
      'domainId',
      'email',
      'type',
      'status',
      'isActive',
      'quota',
      'usedBytes',
      'messagesReceived',
      'spamBlocked',
      'forwardTo',
      'keepCopy',
      'signature',
      'deletedAt',
      'purgeAt',
      'createdAt',
      'updatedAt',
    ]),
  ),
  exportRows('email/domains', (t) =>
    columnsOf(
      t.emailDomains,
      [
        'domainId',
        'catchAllId',
        'greylisting',
        'dkimSelector',
        'dkimPublicKey',
        'rotatedAt',
        'createdAt',
        'updatedAt',
      ],
      { key: ['domainId'] },
    ),
  ),
  messageFiles,
]
