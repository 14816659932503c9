import { columnsOf, exportRows } from '#db/rows/export-rows.ts'
import type { ExportPart } from '#features/account/export/part.ts'

/** A customer's export: the account and its sign-in history. */
export const exports: readonly ExportPart[] = [
  exportRows('account/profile', (t) =>
    columnsOf(
      t.users,
      [
        'id',
        'email',
        'mobile',
        'firstName',
        'lastName',
        'profileImageUrl',
        'address',
        'organization',
        'isAdmin',
        'hasAdminAccess',
        'emailVerified',
        'mobileVerified',
        'createdAt',
        'updatedAt',
      ],
      { owner: 'id' },
    ),
  ),
  exportRows('account/sessions', (t) =>
    columnsOf(t.sessions, ['createdAt', 'confirmedAt', 'seenAt', 'seenFrom', 'expire'], { key: ['sid'] }),
  ),
  exportRows('account/sign-ins', (t) =>
    columnsOf(t.signIns, ['at', 'method', 'isSuccess', 'address', 'userAgent']),
  ),
  exportRows('account/passkeys', (t) =>
    columnsOf(t.passkeys, ['id', 'name', 'isBackedUp', 'createdAt', 'lastUsedAt']),
  ),
  exportRows('account/two-factor', (t) => columnsOf(t.totp, ['createdAt', 'enabledAt'], { key: ['userId'] })),
]
