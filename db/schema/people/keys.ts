import type { Kit } from '../../kit.ts'
import type { AccountTables } from './auth.ts'

/** Keys with which programs call the interface in a customer's name. */
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
      /** How the key begins, to recognise it by. */
      hint: k.text().notNull(),
      scopes: k.json<string[]>().notNull(),
      /** NULL for one that does not expire. */
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
