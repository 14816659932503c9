import { eq } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import type { Deps } from '#server/context.ts'
import type { EndedSession } from '#server/session.ts'
import { deletedEmail } from '#shared/deleted-email.ts'
import { nobodysHash } from '../passwords.ts'

/** What a closed account has for a number; it is nobody's. */
export const closedMobile = (userId: string): string => `deleted-${userId}`

/**
 * Nobody signs in to the account any more, nothing in its row says whose it was, and its address and number are free. Part of
 * the caller's transaction; the caller passes the result to `tellEnded` once it has committed.
 */
export async function closeAccount(tx: Tx, ctx: Deps, userId: string): Promise<EndedSession[]> {
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
  return ctx.sessions.endOthers(tx, { userId, keptPublicId: null })
}
