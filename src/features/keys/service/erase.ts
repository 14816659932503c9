import { eq } from 'drizzle-orm'
import { removeRows } from '#db/rows/remove.ts'
import type { EraseAccount } from '#features/account/deletion/part.ts'

/** Deletes all keys. */
export const eraseAccount: EraseAccount = async ({ store }, userId) => {
  const { apiKeys } = store.t
  await removeRows(store, { table: apiKeys, key: apiKeys.id, which: eq(apiKeys.userId, userId) })
}
