import { eq } from 'drizzle-orm'
import { removeRows } from '#db/rows/remove.ts'
import type { EraseAccount } from '#features/account/deletion/part.ts'

/** Nothing is left of what they were told, nor of how they wanted to be told. */
export const eraseAccount: EraseAccount = async ({ store }, userId) => {
  const { notifications: n } = store.t
  await removeRows(store, { table: n, key: n.id, which: eq(n.userId, userId) })
  await store.tx(async (tx) => {
    const { notificationPreferences, quotaLevels } = tx.t
    await tx.delete(notificationPreferences).where(eq(notificationPreferences.userId, userId))
    await tx.delete(quotaLevels).where(eq(quotaLevels.userId, userId))
  })
}
