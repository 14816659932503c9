import { eq } from 'drizzle-orm'
import { removeRows } from '#db/rows/remove.ts'
import type { EraseAccount } from '#features/account/deletion/part.ts'

/** Deletes the user's projects with their files. */
export const eraseAccount: EraseAccount = async ({ store }, userId) => {
  const { projects } = store.t
  await removeRows(store, { table: projects, key: projects.id, which: eq(projects.userId, userId) })
}
