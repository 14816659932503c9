import { sql } from 'drizzle-orm'
import type { Kit } from '../../kit.ts'
import type { AccountTables } from '../people/auth.ts'

/** Trial sites of visitors before they sign up. */
export function trialTables(k: Kit, { users }: AccountTables) {
  const trials = k.table(
    'trials',
    {
      id: k.id().primaryKey(),
      /** The random part of its URL. */
      name: k.text().notNull(),
      /** SHA-256 of the token of the browser that created it. */
      tokenHash: k.text().notNull(),
      files: k.int().notNull(),
      bytes: k.big().notNull(),
      /** The network address that created it. */
      address: k.text().notNull(),
      createdAt: k.time().notNull(),
      expiresAt: k.time().notNull(),
      reports: k.int().notNull().default(0),
      /** The user who claimed it. */
      userId: k.ref().references(() => users.id),
      keptAt: k.time(),
      /** The order that it waits for. */
      orderId: k.ref(),
      /** The reason why it could not be copied to the service. */
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
