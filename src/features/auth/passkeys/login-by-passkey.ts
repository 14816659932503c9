import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { type Attempt, checkThrottle, recordFailure } from '#db/limits.ts'
import type { Context } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { userOutput } from '../contract/contract.ts'
import type { passkeyLoginInput } from '../contract/security.ts'
import { findAccountById, presentUser } from '../service/accounts.ts'
import { auditAccount } from '../service/audit-account.ts'
import { recordAdmission } from '../service/record-admission.ts'
import { enterAccount } from '../service/sessions.ts'
import { recordSignIn } from '../sign-ins/record-sign-in.ts'
import type { Purpose } from './challenge.ts'
import { answerOptions, consumeAnswer, findPasskeyOf, verifyAnswer } from './verify-answer.ts'

const purpose: Purpose = { what: 'login', session: null }

/** Options for a sign-in with any of the person's passkeys. @throws WRONG_STATE where none can be used */
export const passkeyLoginOptions = (ctx: Context) => answerOptions(ctx, purpose)

const refused = () => new DomainError('UNAUTHORIZED', 'This passkey was not accepted.')

/**
 * Signs the passkey's owner in with a new session and no password: the device and its PIN or biometric check are two factors. All
 * refusals look the same.
 * @throws UNAUTHORIZED, TOO_MANY_REQUESTS after 5 failures of a passkey, WRONG_STATE where none can be used
 */
export async function loginByPasskey(
  ctx: Context,
  { answer }: z.output<typeof passkeyLoginInput>,
): Promise<Answer<typeof userOutput>> {
  // Passkey failures do not block a sign-in by password.
  const account = `passkey:${createHash('sha256').update(answer.id).digest('base64url')}`
  const attempt = (): Attempt => ({ account, address: ctx.client.address, now: ctx.now() })
  await checkThrottle(ctx.store, attempt())
  const passkey = await findPasskeyOf(ctx, answer)
  const owner = passkey && (await findAccountById(ctx.store, passkey.userId))
  const verified = passkey && (await verifyAnswer(ctx, { passkey, answer, purpose }))
  const isIn =
    owner &&
    verified &&
    (await ctx.store.tx(async (tx) => {
      if (!(await consumeAnswer(tx, ctx, verified))) return false
      await recordAdmission(tx, ctx, { account: owner, method: 'passkey' })
      return true
    }))
  if (isIn) {
    await enterAccount(ctx, owner.id)
    return presentUser(owner)
  }
  await ctx.store.tx(async (tx) => {
    await recordFailure(tx, attempt())
    await recordSignIn(tx, ctx, { userId: owner?.id ?? null, method: 'passkey', isSuccess: false })
    await auditAccount(tx, ctx, { action: 'auth.login.failed', account: owner, actor: null, note: 'passkey' })
  })
  throw refused()
}
