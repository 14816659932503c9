import { eq } from 'drizzle-orm'
import type { EraseAccount } from '#features/account/deletion/part.ts'

/** Disconnects all accounts: removes their keys and resources here. At the provider nothing changes. */
export const eraseAccount: EraseAccount = async ({ store }, userId) => {
  await store.tx(async (tx) => {
    const { cloudProviders, cloudRevisions } = tx.t
    await tx.delete(cloudProviders).where(eq(cloudProviders.userId, userId))
    await tx.delete(cloudRevisions).where(eq(cloudRevisions.userId, userId))
  })
}
