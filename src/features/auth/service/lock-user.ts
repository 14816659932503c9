import { eq } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import type { CustomerContext } from '#server/context.ts'

/** Serialises the caller's transactions that begin with this call, on all nodes. */
export async function lockUser(
  tx: Tx,
  { store, user }: Pick<CustomerContext, 'store' | 'user'>,
): Promise<void> {
  const { users } = tx.t
  await store.lock(tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)))
}
