import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { type Attempt, checkThrottle, clearFailures, recordFailure } from '#db/limits.ts'
import type { Tx } from '#db/types.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, invalid } from '#shared/errors.ts'
import type { AuthenticatorAnswer, sudoInput } from '../contract/security.ts'
import { codeTexts } from '../contract/security-limits.ts'
import { passwordMaxLength } from '../contract/texts.ts'
import type { Purpose } from '../passkeys/challenge.ts'
import { answerOptions, consumeAnswer, findPasskeyOf, verifyAnswer } from '../passkeys/verify-answer.ts'
import { withPasswords } from '../passwords/passwords.ts'
import { findAccountById } from '../service/accounts.ts'
import { auditAccount } from '../service/audit-account.ts'
import { consumeSecondFactor } from '../totp/second-factor.ts'

type Input = z.output<typeof sudoInput>

const purposeOf = ({ session }: CustomerContext): Purpose => ({ what: 'confirm', session: session.publicId })

/** Options to confirm the caller's identity with their own passkeys. @throws WRONG_STATE where none can be used */
export async function sudoOptions(ctx: CustomerContext) {
  const { passkeys } = ctx.store.t
  const own = await ctx.store.read.select().from(passkeys).where(eq(passkeys.userId, ctx.user.id))
  return answerOptions(ctx, purposeOf(ctx), own)
}

/**
 * Marks the session as fresh for the next 10 minutes (docs/product/account-security.md, "Re-authentication"). Wrong guesses count like those at a
 * password change.
 * @throws INVALID with the field, also when a code is missing, TOO_MANY_REQUESTS after 5 failures, UNAVAILABLE
 */
export async function confirmIdentity(ctx: CustomerContext, input: Input): Promise<{ ok: true }> {
  const device = `session ${ctx.session.publicId}`
  const attempt = () => ({ account: ctx.user.id, address: ctx.client.address, device, now: ctx.now() })
  await checkThrottle(ctx.store, attempt())
  if (input.passkey) await proveByPasskey(ctx, input.passkey, attempt())
  else await proveByPassword(ctx, input, attempt)
  return { ok: true }
}

async function proveByPasskey(
  ctx: CustomerContext,
  answer: AuthenticatorAnswer,
  attempt: Attempt,
): Promise<void> {
  const passkey = await findPasskeyOf(ctx, answer)
  const isOwn = passkey?.userId === ctx.user.id
  const verified = passkey && isOwn && (await verifyAnswer(ctx, { passkey, answer, purpose: purposeOf(ctx) }))
  const isTaken =
    verified &&
    (await ctx.store.tx(async (tx) => {
      if (!(await consumeAnswer(tx, ctx, verified))) return false
      await confirm(tx, ctx, attempt)
      return true
    }))
  if (!isTaken) await refuse(ctx, attempt, invalid('passkey', 'This passkey was not accepted.'))
}

async function proveByPassword(ctx: CustomerContext, input: Input, attempt: () => Attempt): Promise<void> {
  const password = input.password ?? ''
  const owner = { account: ctx.user.id, address: ctx.client.address }
  const problem = await withPasswords(owner, async (passwords) => {
    await checkThrottle(ctx.store, attempt())
    const account = await findAccountById(ctx.store, ctx.user.id)
    if (!account) throw new DomainError('UNAUTHORIZED', 'Unauthorized')
    const isRight = await passwords.verify(password.slice(0, passwordMaxLength), account.passwordHash)
    if (!isRight || password.length > passwordMaxLength)
      return invalid('password', 'The password is incorrect.')
    const code = input.code || undefined
    return ctx.store.tx(async (tx) => {
      if ((await consumeSecondFactor(tx, ctx, { userId: account.id, code })) === null)
        return invalid('code', code ? codeTexts.wrong : codeTexts.required)
      await confirm(tx, ctx, attempt())
      return null
    })
  })
  if (!problem) return
  // A missing code is not a guess.
  if (problem.fields?.code && !input.code) throw problem
  await refuse(ctx, attempt(), problem)
}

async function confirm(tx: Tx, ctx: CustomerContext, attempt: Attempt): Promise<void> {
  await clearFailures(tx, attempt)
  await ctx.sessions.confirm(tx, { id: ctx.session.id, at: ctx.now() })
  await auditAccount(tx, ctx, { action: 'auth.sudo', account: ctx.user })
}

async function refuse(ctx: CustomerContext, attempt: Attempt, problem: DomainError): Promise<never> {
  await ctx.store.tx(async (tx) => {
    await recordFailure(tx, attempt)
    await auditAccount(tx, ctx, { action: 'auth.sudo.failed', account: ctx.user })
  })
  throw problem
}
