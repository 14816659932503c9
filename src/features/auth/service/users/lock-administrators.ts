import { asc } from 'drizzle-orm'
import { isSet } from '#db/lists/paging.ts'
import type { Tx } from '#db/types.ts'
import type { Deps } from '#server/context.ts'

/** Locks the administrators: nobody is promoted or demoted until the transaction ends. */
export async function lockAdministrators(tx: Tx, { store }: Pick<Deps, 'store'>): Promise<Set<string>> {
  const { users } = tx.t
  const query = tx.select({ id: users.id }).from(users).where(isSet(users.isAdmin)).orderBy(asc(users.id))
  const rows = await store.lock(query)
  return new Set(rows.map(({ id }) => id))
}
