import { and, eq, inArray } from 'drizzle-orm'
import type { EraseAccount } from '#features/account/deletion/part.ts'

/** The photo goes with the next sweep, and codes are void. */
export const eraseAccount: EraseAccount = async ({ store }, userId) => {
  await store.tx(async (tx) => {
    const { photos, mobileCodes } = tx.t
    const isThere = and(eq(photos.userId, userId), inArray(photos.status, ['waiting', 'receiving', 'kept']))
    await tx.update(photos).set({ status: 'removed' }).where(isThere)
    await tx.delete(mobileCodes).where(eq(mobileCodes.userId, userId))
  })
}
