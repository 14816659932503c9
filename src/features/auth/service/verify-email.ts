import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { countHit } from '#db/limits.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { Context, CustomerContext } from '#server/context.ts'
import { emailKey } from '#shared/email-key.ts'
import { invalid } from '#shared/errors.ts'
import { hour } from '#shared/time.ts'
import type { verifyInput } from '../contract/contract.ts'
import { consumeToken } from '../tokens.ts'
import { auditAccount } from './audit-account.ts'
import { publishUserChange } from './publish-user-change.ts'
import { sendVerification } from './send-mail.ts'

const requestsPerHour = 5

/** Queues a verification mail, unless the address is verified already. @throws TOO_MANY_REQUESTS (5 an hour per user) */
export async function requestVerification(ctx: CustomerContext): Promise<Answered<{ ok: true }>> {
  const done = { ok: true as const }
  if (ctx.user.emailVerified) return mutate(ctx, async () => done)
  const key = `verify:${ctx.user.id}`
  await countHit(ctx.store, { key, limit: requestsPerHour, windowMs: hour, now: ctx.now() })
  return mutate(ctx, async (tx) => {
    await sendVerification(tx, ctx, ctx.user)
    await auditAccount(tx, ctx, { action: 'auth.email.verify.send', account: ctx.user })
    return done
  })
}

const staleLink = () => invalid('token', 'This link is no longer valid. Please request a new one.')

/**
 * Verifies the e-mail address that the token was sent to, if the account still has it; uses the token up.
 * @throws INVALID when the token is unknown, used, older than 24 hours, or about another address
 */
export async function verifyEmail(ctx: Context, input: z.output<typeof verifyInput>): Promise<{ ok: true }> {
  await ctx.store.tx(async (tx) => {
    const now = ctx.now()
    const taken = await consumeToken(tx, { kinds: ['verify'], token: input.token, now })
    if (!taken?.email) throw staleLink()
    const { users } = tx.t
    const [account] = await tx
      .update(users)
      .set({ emailVerified: true, verifiedEmail: null, verifiedEmailKey: null, updatedAt: now })
      .where(and(eq(users.id, taken.userId), eq(users.emailKey, emailKey(taken.email))))
      .returning()
    if (!account) throw staleLink()
    publishUserChange(tx, ctx, account.id)
    await auditAccount(tx, ctx, { action: 'auth.email.verify', account, actor: account })
  })
  return { ok: true }
}
