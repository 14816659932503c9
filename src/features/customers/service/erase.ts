import { eq } from 'drizzle-orm'
import { removeRows } from '#db/rows/remove.ts'
import type { EraseAccount } from '#features/account/deletion/part.ts'

/** Nothing is kept of what administrators wrote about the account or to it, nor of when they looked at it. */
export const eraseAccount: EraseAccount = async ({ store }, userId) => {
  for (const table of [store.t.customerNotes, store.t.customerMessages, store.t.customerViews])
    await removeRows(store, { table, key: table.id, which: eq(table.userId, userId) })
}
