import { and, eq, inArray } from 'drizzle-orm'
import type { EraseAccount } from '#features/account/deletion/part.ts'

/** Voids codes; the next sweep removes the photo. */
export const eraseAccount: EraseAccount = async ({ store }, userId) => {
  await store.tx(async (tx) => {
    const { photos, mobileCodes } = tx.t
    const isThere = and(eq(photos.userId, userId), inArray(photos.status, ['waiting', 'receiving', 'kept']))
    await tx.update(photos).set({ status: 'removed' }).where(isThere)
    await tx.delete(mobileCodes).where(eq(mobileCodes.userId, userId))
  })
}
