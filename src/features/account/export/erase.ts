import { eq } from 'drizzle-orm'
import { removeAll } from '#server/system/disk.ts'
import type { EraseAccount } from '../deletion/part.ts'
import { exportPath } from './folders.ts'

/** Deletes exports with their archives; a running export job then finds no row and drops its file. */
export const eraseAccount: EraseAccount = async ({ store, env }, userId) => {
  const { accountExports: e } = store.t
  const rows = await store.tx((tx) =>
    tx.delete(tx.t.accountExports).where(eq(e.userId, userId)).returning({ id: e.id }),
  )
  for (const { id } of rows) await removeAll(exportPath(env.DATA_DIR, id))
}
