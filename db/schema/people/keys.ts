import type { Kit } from '../../kit.ts'
import type { AccountTables } from './auth.ts'

/** API keys with which programs act for a customer. */
export function keyTables(k: Kit, { users }: AccountTables) {
  const apiKeys = k.table(
    'api_keys',
    {
      id: k.id().primaryKey(),
      userId: k
        .ref()
        .notNull()
        .references(() => users.id, { onDelete: 'cascade' }),
      name: k.text().notNull(),
      /** SHA-256 of the key, which is shown once and not stored. */
      keyHash: k.text().notNull(),
      /** The prefix of the key, for recognition. */
      hint: k.text().notNull(),
      scopes: k.json<string[]>().notNull(),
      /** NULL for a key without expiry. */
      expiresAt: k.time(),
      /** To the minute. */
      lastUsedAt: k.time(),
      createdAt: k.time().notNull(),
    },
    (t) => [
      k.uniqueIndex('api_keys_hash').on(t.keyHash),
      k.index('api_keys_user').on(t.userId, t.createdAt, t.id),
      k.index('api_keys_expires').on(t.expiresAt),
    ],
  )

  return { apiKeys }
}
