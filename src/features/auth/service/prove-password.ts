import { type Attempt, checkThrottle, clearFailures, recordFailure } from '#db/limits.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, invalid } from '#shared/errors.ts'
import { passwordMaxLength } from '../contract/texts.ts'
import { withPasswords } from '../passwords/passwords.ts'
import { findAccountById } from './accounts.ts'
import { auditAccount } from './audit-account.ts'

/**
 * Checks the password of the account. Wrong guesses count like those at a password change.
 * @throws INVALID with the field `password`, TOO_MANY_REQUESTS after 5 failures, UNAVAILABLE
 */
export async function provePassword(ctx: CustomerContext, password: string): Promise<void> {
  const device = `session ${ctx.session.publicId}`
  const attempt = (): Attempt => ({
    account: ctx.user.id,
    address: ctx.client.address,
    device,
    now: ctx.now(),
  })
  await checkThrottle(ctx.store, attempt())
  await withPasswords({ account: ctx.user.id, address: ctx.client.address }, async (passwords) => {
    await checkThrottle(ctx.store, attempt())
    const account = await findAccountById(ctx.store, ctx.user.id)
    if (!account) throw new DomainError('UNAUTHORIZED', 'Unauthorized')
    const isRight = await passwords.verify(password.slice(0, passwordMaxLength), account.passwordHash)
    if (isRight && password.length <= passwordMaxLength)
      return ctx.store.tx((tx) => clearFailures(tx, attempt()))
    await ctx.store.tx(async (tx) => {
      await recordFailure(tx, attempt())
      await auditAccount(tx, ctx, { action: 'auth.sudo.failed', account: ctx.user })
    })
    throw invalid('password', 'The password is incorrect.')
  })
}
