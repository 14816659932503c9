import { eq } from 'drizzle-orm'
import type { EraseAccount } from '#features/account/deletion/part.ts'

/** No cloud account is connected: its keys and what was known of it are gone here. What is in the cloud stays there. */
export const eraseAccount: EraseAccount = async ({ store }, userId) => {
  await store.tx(async (tx) => {
    const { cloudProviders, cloudRevisions } = tx.t
    await tx.delete(cloudProviders).where(eq(cloudProviders.userId, userId))
    await tx.delete(cloudRevisions).where(eq(cloudRevisions.userId, userId))
  })
}
