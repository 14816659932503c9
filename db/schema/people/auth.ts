import { sql } from 'drizzle-orm'
import type { Kit } from '../../kit.ts'

/** Users, their sessions and their single-use tokens. */
export function accountTables(k: Kit) {
  const users = k.table(
    'users',
    {
      id: k.id().primaryKey(),
      email: k.text().notNull(),
      /** Lower-cased NFKC of the email, which is unique and used for lookups. */
      emailKey: k.text().notNull(),
      /** E.164 */
      mobile: k.text().notNull(),
      passwordHash: k.text().notNull(),
      firstName: k.text(),
      lastName: k.text(),
      profileImageUrl: k.text(),
      address: k.text(),
      organization: k.text(),
      hasAdminAccess: k.bool().notNull().default(false),
      isAdmin: k.bool().notNull().default(false),
      emailVerified: k.bool().notNull().default(false),
      /** The last verified address while the current one is unverified: password reset links go there. */
      verifiedEmail: k.text(),
      verifiedEmailKey: k.text(),
      mobileVerified: k.bool().notNull().default(false),
      createdAt: k.time().notNull(),
      updatedAt: k.time().notNull(),
    },
    (t) => [
      k.uniqueIndex('users_email_key').on(t.emailKey),
      k.uniqueIndex('users_mobile_key').on(t.mobile),
      // A search by the beginning of an address or number finds the newest of 100,000 matches in the index alone.
      k.index('users_email_search').on(t.emailKey, t.createdAt, t.id),
      k.index('users_mobile_search').on(t.mobile, t.createdAt, t.id),
      k.index('users_created').on(t.createdAt, t.id),
      k.index('users_verified_email').on(t.verifiedEmailKey).where(sql`verified_email_key is not null`),
      // The few administrators: a change of one locks all of them.
      k.index('users_admin').on(t.id).where(sql`is_admin`),
    ],
  )

  const sessions = k.table(
    'sessions',
    {
      /** SHA-256 of the cookie's token. */
      sid: k.text().primaryKey(),
      userId: k
        .ref()
        .notNull()
        .references(() => users.id, { onDelete: 'cascade' }),
      sess: k.json<Record<string, unknown>>().notNull(),
      /** When its owner last authenticated: at sign-in, or on a later prompt. */
      confirmedAt: k.time(),
      /** The time and address of the last use, to the minute; null until recorded. */
      seenAt: k.time(),
      seenFrom: k.text(),
      expire: k.time().notNull(),
      createdAt: k.time().notNull(),
    },
    (t) => [k.index('sessions_user').on(t.userId), k.index('sessions_expire').on(t.expire)],
  )

  const tokens = k.table(
    'tokens',
    {
      /** SHA-256 of the token in the mail. */
      id: k.text().primaryKey(),
      userId: k
        .ref()
        .notNull()
        .references(() => users.id, { onDelete: 'cascade' }),
      kind: k.oneOf(['reset', 'verify', 'undo']).notNull(),
      /** The address that a verification is for, or that an undo restores. */
      email: k.text(),
      /** The key of an address that stays reserved while an undo can restore it. */
      heldEmailKey: k.text(),
      expiresAt: k.time().notNull(),
      usedAt: k.time(),
      createdAt: k.time().notNull(),
    },
    (t) => [
      k.index('tokens_user').on(t.userId, t.kind),
      k.index('tokens_expires').on(t.expiresAt),
      k.index('tokens_held').on(t.heldEmailKey).where(sql`held_email_key is not null`),
    ],
  )

  return { users, sessions, tokens }
}

export type AccountTables = ReturnType<typeof accountTables>
