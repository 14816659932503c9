import type { z } from 'zod'
import { countHit } from '#db/limits.ts'
import type { Context } from '#server/context.ts'
import { limiterKey } from '#shared/address.ts'
import type { Answer } from '#shared/schema.ts'
import { hour } from '#shared/time.ts'
import type { registerInput, userOutput } from '../contract.ts'
import { withPasswords } from '../passwords.ts'
import { insertAccount, presentUser, refuseTaken } from './accounts.ts'
import { auditAccount } from './audit-account.ts'
import { sendVerification } from './send-mail.ts'
import { startSession } from './sessions.ts'

const signUpsPerHour = 60

/**
 * A new customer, signed in, with a verification mail in the outbox. Nobody becomes an administrator by signing up.
 * @throws CONFLICT when the e-mail or the mobile number is taken, TOO_MANY_REQUESTS (60 an hour per address), UNAVAILABLE
 */
export async function register(
  ctx: Context,
  input: z.output<typeof registerInput>,
): Promise<Answer<typeof userOutput>> {
  const key = `register:${limiterKey(ctx.client.address)}`
  await countHit(ctx.store, { key, limit: signUpsPerHour, windowMs: hour, now: ctx.now() })
  const { email, mobile, firstName, lastName } = input
  const passwordHash = await withPasswords(null, ({ hash }) => hash(input.password))
  const account = await ctx.store
    .tx(async (tx) => {
      const values = { email, mobile, firstName, lastName, passwordHash, isAdmin: false, now: ctx.now() }
      const account = await insertAccount(tx, values)
      await auditAccount(tx, ctx, { action: 'auth.register', account, actor: account })
      await sendVerification(tx, ctx, account)
      return account
    })
    .catch(refuseTaken)
  await startSession(ctx, account.id)
  return presentUser(account)
}
