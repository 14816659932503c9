import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { checkThrottle, clearFailures, recordFailure } from '#db/limits.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, invalid } from '#shared/errors.ts'
import type { changePasswordInput } from '../contract/contract.ts'
import { passwordMaxLength } from '../contract/texts.ts'
import { assertHardToGuess } from '../passwords/common-passwords.ts'
import { withPasswords } from '../passwords/passwords.ts'
import { dropTokens } from '../tokens.ts'
import { auditAccount } from './audit-account.ts'
import { endSessions } from './end-sessions.ts'
import { sendPasswordChanged } from './send-mail.ts'

type Input = z.output<typeof changePasswordInput>

/**
 * Changes the caller's password, ends every other session and sends a mail. Wrong guesses of the current password count like
 * failed sign-ins.
 * @throws INVALID with the field `currentPassword` or, when it is easy to guess, `newPassword`; TOO_MANY_REQUESTS, CONFLICT when
 * it was changed meanwhile, UNAVAILABLE
 */
export async function changePassword(ctx: CustomerContext, input: Input): Promise<{ ok: true }> {
  const { user } = ctx
  // A session counts as its own device: strangers who guess at the account do not delay its owner.
  const device = `session ${ctx.session.publicId}`
  const attempt = () => ({ account: user.id, address: ctx.client.address, device, now: ctx.now() })
  await checkThrottle(ctx.store, attempt())
  await withPasswords({ account: user.id, address: ctx.client.address }, async (passwords) => {
    await checkThrottle(ctx.store, attempt())
    const oldHash = await readHash(ctx)
    const isRight = await passwords.verify(input.currentPassword.slice(0, passwordMaxLength), oldHash)
    if (!isRight || input.currentPassword.length > passwordMaxLength) await refuseGuess(ctx, attempt())
    // Only after the current password is proved: a guesser learns nothing earlier.
    assertHardToGuess(input.newPassword, { ...user, companyName: ctx.env.COMPANY_NAME }, 'newPassword')
    const newHash = await passwords.hash(input.newPassword)
    await ctx.store.tx(async (tx) => {
      const { users } = tx.t
      const unchanged = and(eq(users.id, user.id), eq(users.passwordHash, oldHash))
      const next = { passwordHash: newHash, updatedAt: ctx.now() }
      const changed = await tx.update(users).set(next).where(unchanged).returning({ id: users.id })
      if (changed.length === 0)
        throw new DomainError('CONFLICT', 'Your password was just changed in another session.')
      await clearFailures(tx, attempt())
      await endSessions(tx, ctx, { userId: user.id, keptPublicId: ctx.session.publicId })
      await dropTokens(tx, { kind: 'reset', userId: user.id })
      await auditAccount(tx, ctx, { action: 'auth.password.change', account: user })
      await sendPasswordChanged(tx, ctx, user)
    })
  })
  return { ok: true }
}

async function readHash(ctx: CustomerContext): Promise<string> {
  const { users } = ctx.store.t
  const [row] = await ctx.store.read
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, ctx.user.id))
  if (!row) throw new DomainError('UNAUTHORIZED', 'Unauthorized')
  return row.passwordHash
}

async function refuseGuess(
  ctx: CustomerContext,
  attempt: Parameters<typeof recordFailure>[1],
): Promise<never> {
  await ctx.store.tx(async (tx) => {
    await recordFailure(tx, attempt)
    await auditAccount(tx, ctx, { action: 'auth.password.change.failed', account: ctx.user })
  })
  throw invalid('currentPassword', 'The current password is incorrect.')
}
