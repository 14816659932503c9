import { eq } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import type { Deps } from '#server/context.ts'
import { deletedEmail } from '#shared/deleted-email.ts'
import { nobodysHash } from '../passwords/passwords.ts'
import { endSessions } from './end-sessions.ts'

/** Stored number of a closed account; it belongs to no user. */
export const closedMobile = (userId: string): string => `deleted-${userId}`

/**
 * Blocks sign-in, removes personal data from the account's row, and frees its address and number. Part of the caller's
 * transaction.
 */
export async function closeAccount(tx: Tx, ctx: Deps, userId: string): Promise<void> {
  const { users, tokens, totp, recoveryCodes, passkeys, signIns } = tx.t
  for (const table of [tokens, totp, recoveryCodes, passkeys, signIns])
    await tx.delete(table).where(eq(table.userId, userId))
  const email = deletedEmail(userId)
  await tx
    .update(users)
    .set({
      ...{ email, emailKey: email, emailVerified: false, verifiedEmail: null, verifiedEmailKey: null },
      ...{ mobile: closedMobile(userId), mobileVerified: false, passwordHash: nobodysHash },
      ...{ firstName: null, lastName: null, profileImageUrl: null, address: null, organization: null },
      ...{ isAdmin: false, hasAdminAccess: false, updatedAt: ctx.now() },
    })
    .where(eq(users.id, userId))
  await endSessions(tx, ctx, { userId, keptPublicId: null })
}
