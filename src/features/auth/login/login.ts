import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { type Attempt, checkThrottle, clearFailures, recordFailure } from '#db/limits.ts'
import type { Context } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { loginInput, userOutput } from '../contract/contract.ts'
import { codeTexts } from '../contract/security-limits.ts'
import { passwordMaxLength, texts } from '../contract/texts.ts'
import { knownDevice } from '../known-device.ts'
import { needsRehash, type Passwords, withPasswords } from '../passwords/passwords.ts'
import { type Account, findAccount, loginName, presentUser } from '../service/accounts.ts'
import { auditAccount } from '../service/audit-account.ts'
import { recordAdmission } from '../service/record-admission.ts'
import { enterAccount } from '../service/sessions.ts'
import { recordSignIn } from '../sign-ins/record-sign-in.ts'
import { consumeSecondFactor } from '../totp/second-factor.ts'

type Input = z.output<typeof loginInput>

const keyOfNobody = (emailOrMobile: string) =>
  createHash('sha256').update(loginName(emailOrMobile)).digest('base64url')

/**
 * Signs the user in with a new session and ends the presented one. An unknown user and a wrong password look the same: same
 * answer, same work. Attempts on one account run one after another, so that none escapes the throttle. A known device waits for
 * its own failures only: strangers who guess cannot lock the owner out.
 * @throws UNAUTHORIZED, TOTP_REQUIRED after the right password of an account with two-factor on, TOO_MANY_REQUESTS after 5
 * failures, UNAVAILABLE
 */
export async function login(ctx: Context, input: Input): Promise<Answer<typeof userOutput>> {
  const known = await findAccount(ctx.store, input.emailOrMobile)
  const accountKey = known?.id ?? keyOfNobody(input.emailOrMobile)
  const device = knownDevice(ctx, accountKey)
  const attempt = () => ({ account: accountKey, address: ctx.client.address, device, now: ctx.now() })
  // Also checked before queueing, so that throttled attempts take no slot in the hash queue.
  await checkThrottle(ctx.store, attempt())
  return withPasswords({ account: accountKey, address: ctx.client.address }, async (passwords) => {
    await checkThrottle(ctx.store, attempt())
    const account = await findByPassword(ctx, passwords, input)
    if (!account) {
      await recordRefusal(ctx, { known, attempt: attempt(), method: 'password' })
      throw new DomainError('UNAUTHORIZED', texts.invalidCredentials)
    }
    const isIn = await admit(ctx, {
      account,
      attempt: attempt(),
      newHash: await freshHash(passwords, account, input.password),
      code: input.code,
    })
    if (!isIn) await refuseCode(ctx, { account, attempt: attempt(), code: input.code })
    // Other work on the account still waits: a password change or reset that follows ends this session too.
    await enterAccount(ctx, account.id)
    return presentUser(account)
  })
}

type Failure = { known: Account | null; attempt: Attempt; method: 'password' | 'code' }

async function recordRefusal(ctx: Context, { known, attempt, method }: Failure): Promise<void> {
  await ctx.store.tx(async (tx) => {
    await recordFailure(tx, attempt)
    await recordSignIn(tx, ctx, { userId: known?.id ?? null, method, isSuccess: false })
    await auditAccount(tx, ctx, { action: 'auth.login.failed', account: known, actor: null })
  })
}

type CodeAttempt = { account: Account; attempt: Attempt; code: string | undefined }

/** A missing code is requested and costs nothing; a wrong one counts like a wrong password. */
async function refuseCode(ctx: Context, { account, attempt, code }: CodeAttempt): Promise<never> {
  if (code) await recordRefusal(ctx, { known: account, attempt, method: 'code' })
  const sentence = code ? codeTexts.wrong : codeTexts.required
  throw new DomainError('TOTP_REQUIRED', sentence, { fields: { code: sentence } })
}

/** The account as the queue before it left it, if the password is right; does the same work without an account. */
async function findByPassword(ctx: Context, passwords: Passwords, input: Input): Promise<Account | null> {
  const account = await findAccount(ctx.store, input.emailOrMobile)
  // No password is longer, so the rest is wrong without hashing.
  const isWellSized = input.password.length <= passwordMaxLength
  const hash = account && isWellSized ? account.passwordHash : null
  const isRight = await passwords.verify(input.password.slice(0, passwordMaxLength), hash)
  return isRight ? account : null
}

const freshHash = async (passwords: Passwords, account: Account, password: string): Promise<string | null> =>
  needsRehash(account.passwordHash) ? passwords.hash(password) : null

/**
 * Uses the code up and records the sign-in; false when the account needs a code and this one is wrong.
 * @throws UNAUTHORIZED when another node changed the password since it was compared
 */
async function admit(
  ctx: Context,
  { account, attempt, newHash, code }: CodeAttempt & { newHash: string | null },
): Promise<boolean> {
  return ctx.store.tx(async (tx) => {
    const { users } = tx.t
    const unchanged = and(eq(users.id, account.id), eq(users.passwordHash, account.passwordHash))
    const [same] = await ctx.store.lock(tx.select({ id: users.id }).from(users).where(unchanged))
    if (!same) throw new DomainError('UNAUTHORIZED', texts.invalidCredentials)
    const provedBy = await consumeSecondFactor(tx, ctx, { userId: account.id, code: code || undefined })
    if (provedBy === null) return false
    if (newHash) await tx.update(users).set({ passwordHash: newHash }).where(unchanged)
    await clearFailures(tx, attempt)
    await recordAdmission(tx, ctx, { account, method: provedBy === 'none' ? 'password' : provedBy })
    return true
  })
}
