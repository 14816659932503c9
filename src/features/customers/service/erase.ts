import { eq } from 'drizzle-orm'
import { removeRows } from '#db/rows/remove.ts'
import type { EraseAccount } from '#features/account/deletion/part.ts'

/** Deletes administrators' notes on the account, their messages to it, and its views. */
export const eraseAccount: EraseAccount = async ({ store }, userId) => {
  for (const table of [store.t.customerNotes, store.t.customerMessages, store.t.customerViews])
    await removeRows(store, { table, key: table.id, which: eq(table.userId, userId) })
}
