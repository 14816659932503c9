import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { clearFailures, countAddressHit } from '#db/limits.ts'
import type { Tx } from '#db/types.ts'
import type { Context } from '#server/context.ts'
import { invalid } from '#shared/errors.ts'
import { hour } from '#shared/time.ts'
import type { forgotInput, resetInput } from '../contract/contract.ts'
import { rememberDevice } from '../known-device.ts'
import { assertHardToGuess } from '../passwords/common-passwords.ts'
import { withPasswords } from '../passwords/passwords.ts'
import { consumeToken, dropTokens, findTokenOwner, type TokenKind } from '../tokens.ts'
import { findAccount, findAccountById, findFormerAccount, refuseTaken } from './accounts.ts'
import { auditAccount } from './audit-account.ts'
import { restoreEmail } from './change-account.ts'
import { endSessions } from './end-sessions.ts'
import { sendPasswordChanged, sendReset } from './send-mail.ts'

const requestsPerHour = 5

/**
 * Queues a mail with a reset link when the address has an account; without one the answer is the same, and so is the work but for
 * the mail's own rows.
 * @throws TOO_MANY_REQUESTS (5 an hour per address)
 */
export async function forgotPassword(
  ctx: Context,
  input: z.output<typeof forgotInput>,
): Promise<{ ok: true }> {
  const { address } = ctx.client
  const hit = { what: 'forgot', address, limit: requestsPerHour, windowMs: hour, now: ctx.now() }
  await countAddressHit(ctx.store, hit)
  const { email } = input
  const account = (await findAccount(ctx.store, email)) ?? (await findFormerAccount(ctx.store, email))
  await ctx.store.tx(async (tx) => {
    await auditAccount(tx, ctx, { action: 'auth.password.forgot', account })
    if (account) await sendReset(tx, ctx, account)
  })
  return { ok: true }
}

const staleLink = () => invalid('token', 'This link is no longer valid. Please request a new one.')

/**
 * Sets a new password, uses the token up and ends every session of its account. An undo token, which works for 7 days, also
 * restores the previous e-mail address (docs/product/profile-and-data.md, "Profile").
 * @throws INVALID when the token is unknown, used or older than 30 minutes, or the password is easy to guess; CONFLICT when
 * another account has the previous address by now; UNAVAILABLE
 */
export async function resetPassword(ctx: Context, input: z.output<typeof resetInput>): Promise<{ ok: true }> {
  const wanted = { kinds: ['reset', 'undo'] satisfies TokenKind[], token: input.token }
  const owner = await findTokenOwner(ctx.store, { ...wanted, now: ctx.now() })
  const account = owner && (await findAccountById(ctx.store, owner))
  if (!account) throw staleLink()
  // The link stays valid, so the user can choose another password.
  assertHardToGuess(input.password, { ...account, companyName: ctx.env.COMPANY_NAME })
  // Queued behind other work for the account: no sign-in with the old password is running meanwhile.
  const { address } = ctx.client
  await withPasswords({ account: account.id, address }, async ({ hash }) => {
    const passwordHash = await hash(input.password)
    await ctx.store
      .tx(async (tx) => {
        const taken = await consumeToken(tx, { ...wanted, now: ctx.now() })
        if (!taken) throw staleLink()
        if (taken.kind === 'undo') await restoreEmail(tx, ctx, taken)
        await replacePassword(tx, ctx, { userId: taken.userId, passwordHash })
      })
      .catch(refuseTaken)
  })
  // The link came by mail, so its holder is signed in here, however many strangers guess at the account.
  rememberDevice(ctx, account.id)
  return { ok: true }
}

/** Sets the password in the transaction that used the link up, and ends the sessions. */
async function replacePassword(
  tx: Tx,
  ctx: Context,
  { userId, passwordHash }: { userId: string; passwordHash: string },
): Promise<void> {
  const now = ctx.now()
  const { users } = tx.t
  const [account] = await tx
    .update(users)
    .set({ passwordHash, updatedAt: now })
    .where(eq(users.id, userId))
    .returning()
  if (!account) throw staleLink()
  await endSessions(tx, ctx, { userId, keptPublicId: null })
  await dropTokens(tx, { kind: 'reset', userId })
  await clearFailures(tx, { account: userId, address: ctx.client.address, now })
  await auditAccount(tx, ctx, { action: 'auth.password.reset', account, actor: account })
  await sendPasswordChanged(tx, ctx, account)
}
