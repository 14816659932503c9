import type { z } from 'zod'
import { countAddressHit } from '#db/limits.ts'
import type { Context } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import { hour } from '#shared/time.ts'
import type { registerInput, userOutput } from '../contract/contract.ts'
import { assertHardToGuess } from '../passwords/common-passwords.ts'
import { withPasswords } from '../passwords/passwords.ts'
import { recordSignIn } from '../sign-ins/record-sign-in.ts'
import { insertAccount, presentUser, refuseTaken } from './accounts.ts'
import { auditAccount } from './audit-account.ts'
import { sendVerification } from './send-mail.ts'
import { enterAccount } from './sessions.ts'

const signUpsPerHour = 60

/**
 * Registers a customer, signs them in and queues a verification mail. Signing up never creates an administrator.
 * @throws INVALID for a password that is easy to guess, CONFLICT when the e-mail or the mobile number is taken, TOO_MANY_REQUESTS
 * (60 an hour per address), UNAVAILABLE
 */
export async function register(
  ctx: Context,
  input: z.output<typeof registerInput>,
): Promise<Answer<typeof userOutput>> {
  const { address } = ctx.client
  const hit = { what: 'register', address, limit: signUpsPerHour, windowMs: hour, now: ctx.now() }
  await countAddressHit(ctx.store, hit)
  const { email, mobile, firstName, lastName } = input
  assertHardToGuess(input.password, { ...input, companyName: ctx.env.COMPANY_NAME })
  const passwordHash = await withPasswords({ account: null, address }, ({ hash }) => hash(input.password))
  const account = await ctx.store
    .tx(async (tx) => {
      const values = { email, mobile, firstName, lastName, passwordHash, isAdmin: false, now: ctx.now() }
      const account = await insertAccount(tx, values)
      await auditAccount(tx, ctx, { action: 'auth.register', account, actor: account })
      await recordSignIn(tx, ctx, { userId: account.id, method: 'sign-up', isSuccess: true })
      await sendVerification(tx, ctx, account)
      return account
    })
    .catch(refuseTaken)
  await enterAccount(ctx, account.id)
  return presentUser(account)
}
