import type { Kit } from '../../kit.ts'
import type { AccountTables } from './auth.ts'

/** Second factors, passkeys, and the sign-ins of accounts. */
export function accountSecurityTables(k: Kit, { users }: Pick<AccountTables, 'users'>) {
  const owner = () => k.ref().references(() => users.id, { onDelete: 'cascade' })

  const totp = k.table('totp', {
    userId: owner().primaryKey(),
    /** Sealed; the plaintext is base32. */
    secret: k.text().notNull(),
    createdAt: k.time().notNull(),
    /** Null until a first code has proved that the app has the secret. */
    enabledAt: k.time(),
    /** The 30-second step of the newest accepted code: neither it nor an older one is accepted again. */
    lastStep: k.int(),
  })

  const recoveryCodes = k.table(
    'recovery_codes',
    {
      id: k.id().primaryKey(),
      userId: owner().notNull(),
      /** SHA-256 of the account and the code. */
      hash: k.text().notNull(),
      usedAt: k.time(),
      createdAt: k.time().notNull(),
    },
    (t) => [k.uniqueIndex('recovery_codes_hash').on(t.userId, t.hash)],
  )

  const passkeys = k.table(
    'passkeys',
    {
      id: k.id().primaryKey(),
      userId: owner().notNull(),
      /** Base64url, as sent by authenticators. */
      credentialId: k.text().notNull(),
      /** COSE key, base64url. */
      publicKey: k.text().notNull(),
      /** The authenticator's use counter; 0 where it has none. */
      counter: k.big().notNull(),
      transports: k.json<string[]>().notNull(),
      name: k.text().notNull(),
      /** Whether its authenticator syncs it to other devices. */
      isBackedUp: k.bool().notNull(),
      createdAt: k.time().notNull(),
      lastUsedAt: k.time(),
    },
    (t) => [
      k.uniqueIndex('passkeys_credential').on(t.credentialId),
      k.index('passkeys_user').on(t.userId, t.createdAt),
    ],
  )

  const usedChallenges = k.table(
    'used_challenges',
    {
      /** SHA-256 of an answered challenge: a challenge is valid for one answer. */
      id: k.text().primaryKey(),
      expiresAt: k.time().notNull(),
    },
    (t) => [k.index('used_challenges_expires').on(t.expiresAt)],
  )

  const signIns = k.table(
    'sign_ins',
    {
      id: k.id().primaryKey(),
      /** Null for an attempt on a missing account: written so that it takes as long as any other. */
      userId: owner(),
      at: k.time().notNull(),
      userAgent: k.text().notNull(),
      address: k.text().notNull(),
      method: k.oneOf(['password', 'code', 'recovery-code', 'passkey', 'sign-up']).notNull(),
      isSuccess: k.bool().notNull(),
    },
    (t) => [k.index('sign_ins_user').on(t.userId, t.id), k.index('sign_ins_at').on(t.at)],
  )

  return { totp, recoveryCodes, passkeys, usedChallenges, signIns }
}
