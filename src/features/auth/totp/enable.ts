import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { type Attempt, checkThrottle, recordFailure } from '#db/limits.ts'
import type { Tx } from '#db/types.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, invalid } from '#shared/errors.ts'
import type { confirmTotpInput, recoveryCodesOutput, totpSecretOutput } from '../contract/security.ts'
import { assertFresh } from '../service/assert-fresh.ts'
import { auditAccount } from '../service/audit-account.ts'
import { lockUser } from '../service/lock-user.ts'
import { notifyOfChange } from '../service/send-mail.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { secretPlace, takeStep } from './second-factor.ts'
import { describeSecret, makeSecret, stepOfCode } from './totp.ts'

const isOnAlready = () => new DomainError('WRONG_STATE', 'Two-factor sign-in is already on.')

async function readRow(tx: Tx, ctx: CustomerContext) {
  await lockUser(tx, ctx)
  const { totp } = tx.t
  const [row] = await tx.select().from(totp).where(eq(totp.userId, ctx.user.id))
  return row ?? null
}

/**
 * Creates a secret for an authenticator app; two-factor is on once a code is confirmed. Replaces a secret that was never
 * confirmed.
 * @throws SUDO_REQUIRED, WRONG_STATE when it is on already
 */
export async function enableTotp(ctx: CustomerContext): Promise<z.output<typeof totpSecretOutput>> {
  assertFresh(ctx)
  const { user } = ctx
  const secret = makeSecret()
  await ctx.store.tx(async (tx) => {
    const { totp } = tx.t
    const row = await readRow(tx, ctx)
    if (row?.enabledAt) throw isOnAlready()
    const values = {
      secret: ctx.secrets.seal(secret, secretPlace(user.id)),
      createdAt: ctx.now(),
      lastStep: null,
    }
    await tx
      .insert(totp)
      .values({ userId: user.id, ...values })
      .onConflictDoUpdate({ target: totp.userId, set: values, setWhere: isNull(totp.enabledAt) })
    await auditAccount(tx, ctx, { action: 'auth.totp.enable', account: user })
  })
  return { secret, uri: describeSecret(secret, { issuer: ctx.env.COMPANY_NAME, label: user.email }) }
}

/**
 * Turns two-factor on, returns ten recovery codes this once, and mails the owner.
 * @throws INVALID with the field `code`, WRONG_STATE when nothing waits to be confirmed, TOO_MANY_REQUESTS
 */
export async function confirmTotp(
  ctx: CustomerContext,
  input: z.output<typeof confirmTotpInput>,
): Promise<z.output<typeof recoveryCodesOutput>> {
  assertFresh(ctx)
  const { user } = ctx
  const attempt: Attempt = {
    account: user.id,
    address: ctx.client.address,
    device: `session ${ctx.session.publicId}`,
    now: ctx.now(),
  }
  await checkThrottle(ctx.store, attempt)
  const recoveryCodes = await ctx.store.tx(async (tx) => {
    const { totp } = tx.t
    const row = await readRow(tx, ctx)
    if (row?.enabledAt) throw isOnAlready()
    if (!row) throw new DomainError('WRONG_STATE', 'Create a new secret first.')
    const secret = ctx.secrets.open(row.secret, secretPlace(user.id))
    const step = stepOfCode(secret, input.code.replace(/\s/g, ''), ctx.now())
    if (step === null || !(await takeStep(tx, { userId: user.id, step }))) return null
    await tx
      .update(totp)
      .set({ enabledAt: ctx.now() })
      .where(and(eq(totp.userId, user.id), isNull(totp.enabledAt)))
    await auditAccount(tx, ctx, { action: 'auth.totp.confirm', account: user })
    await notifyOfChange(tx, ctx, user, 'totp-on')
    return replaceRecoveryCodes(tx, { userId: user.id, now: ctx.now() })
  })
  if (recoveryCodes) return { recoveryCodes }
  await ctx.store.tx((tx) => recordFailure(tx, attempt))
  throw invalid('code', 'This code is not correct. Check your device’s clock and enter the newest code.')
}
