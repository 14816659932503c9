import { eq } from 'drizzle-orm'
import { removeRows } from '#db/rows/remove.ts'
import type { EraseAccount } from '#features/account/deletion/part.ts'

/** Deletes the user's notices and preferences. */
export const eraseAccount: EraseAccount = async ({ store }, userId) => {
  const { notifications: n } = store.t
  await removeRows(store, { table: n, key: n.id, which: eq(n.userId, userId) })
  await store.tx(async (tx) => {
    const { notificationPreferences, quotaLevels } = tx.t
    await tx.delete(notificationPreferences).where(eq(notificationPreferences.userId, userId))
    await tx.delete(quotaLevels).where(eq(quotaLevels.userId, userId))
  })
}
