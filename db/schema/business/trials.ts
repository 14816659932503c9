import { sql } from 'drizzle-orm'
import type { Kit } from '../../kit.ts'
import type { AccountTables } from '../people/auth.ts'

/** Sites that visitors try before they sign up. */
export function trialTables(k: Kit, { users }: AccountTables) {
  const trials = k.table(
    'trials',
    {
      id: k.id().primaryKey(),
      /** The random part of its address. */
      name: k.text().notNull(),
      /** SHA-256 of the token of the browser that made it. */
      tokenHash: k.text().notNull(),
      files: k.int().notNull(),
      bytes: k.big().notNull(),
      /** The network address that made it. */
      address: k.text().notNull(),
      createdAt: k.time().notNull(),
      expiresAt: k.time().notNull(),
      reports: k.int().notNull().default(0),
      /** Who keeps it. */
      userId: k.ref().references(() => users.id),
      keptAt: k.time(),
      /** The order that it waits for. */
      orderId: k.ref(),
      /** Why it could not be put on the service. */
      problem: k.text(),
    },
    (t) => [
      k.uniqueIndex('trials_name_key').on(t.name),
      k.uniqueIndex('trials_user_key').on(t.userId).where(sql`user_id is not null`),
      k.index('trials_created').on(t.createdAt, t.id),
    ],
  )

  return { trials }
}
