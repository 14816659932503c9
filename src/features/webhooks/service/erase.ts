import { eq } from 'drizzle-orm'
import { removeRows } from '#db/rows/remove.ts'
import type { EraseAccount } from '#features/account/deletion/part.ts'

/** Erases webhooks with their deliveries; queued ones are not sent. */
export const eraseAccount: EraseAccount = async ({ store }, userId) => {
  const { webhooks } = store.t
  await removeRows(store, { table: webhooks, key: webhooks.id, which: eq(webhooks.userId, userId) })
}
