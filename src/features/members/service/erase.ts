import { eq, or } from 'drizzle-orm'
import { removeRows } from '#db/rows/remove.ts'
import type { EraseAccount } from '#features/account/deletion/part.ts'

/** Removes all members of the account's services, and its memberships in services of others. */
export const eraseAccount: EraseAccount = async ({ store }, userId) => {
  const { serviceMembers: m } = store.t
  await removeRows(store, { table: m, key: m.id, which: or(eq(m.userId, userId), eq(m.memberId, userId)) })
}
