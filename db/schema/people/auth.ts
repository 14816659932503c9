import { sql } from 'drizzle-orm'
import type { Kit } from '../../kit.ts'

/** People, their sessions and their single-use tokens. */
export function accountTables(k: Kit) {
  const users = k.table(
    'users',
    {
      id: k.id().primaryKey(),
      email: k.text().notNull(),
      /** Lower-cased NFKC of the e-mail, which is unique and looked up. */
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
      /** The address that was verified last, while the present one is not: links for a new password go there. */
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
      // The few administrators: all of them are locked while one is changed.
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
      /** When its owner last proved who they are: at the sign-in, or by being asked again. */
      confirmedAt: k.time(),
      /** When and from where it was last used, to the minute; null until that is noted. */
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
      /** SHA-256 of the token that was mailed. */
      id: k.text().primaryKey(),
      userId: k
        .ref()
        .notNull()
        .references(() => users.id, { onDelete: 'cascade' }),
      kind: k.oneOf(['reset', 'verify', 'undo']).notNull(),
      /** The address that a verification is for, or that an undo puts back. */
      email: k.text(),
      /** The key of an address that nobody else may take while an undo can put it back. */
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
