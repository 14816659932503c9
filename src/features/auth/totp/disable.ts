import { and, eq, isNotNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '#db/types.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import type { recoveryCodesOutput } from '../contract/security.ts'
import { assertFresh } from '../service/assert-fresh.ts'
import { auditAccount } from '../service/audit-account.ts'
import { lockUser } from '../service/lock-user.ts'
import { notifyOfChange } from '../service/send-mail.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'

/** Deletes an account's secret and recovery codes; returns whether two-factor was on. */
export async function removeTotp(tx: Tx, userId: string): Promise<boolean> {
  const { totp, recoveryCodes } = tx.t
  const removed = await tx.delete(totp).where(eq(totp.userId, userId)).returning()
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  return removed.some(({ enabledAt }) => enabledAt !== null)
}

/** Turns two-factor off, deletes its recovery codes and mails the owner; does nothing when it was off. @throws SUDO_REQUIRED */
export async function disableTotp(ctx: CustomerContext): Promise<{ ok: true }> {
  assertFresh(ctx)
  const { user } = ctx
  await ctx.store.tx(async (tx) => {
    await lockUser(tx, ctx)
    if (!(await removeTotp(tx, user.id))) return
    await auditAccount(tx, ctx, { action: 'auth.totp.disable', account: user })
    await notifyOfChange(tx, ctx, user, 'totp-off')
  })
  return { ok: true }
}

/**
 * Replaces the recovery codes with ten new ones, returns them this once, and mails the owner.
 * @throws SUDO_REQUIRED, WRONG_STATE when two-factor is off
 */
export async function renewRecoveryCodes(
  ctx: CustomerContext,
): Promise<z.output<typeof recoveryCodesOutput>> {
  assertFresh(ctx)
  const { user } = ctx
  return ctx.store.tx(async (tx) => {
    await lockUser(tx, ctx)
    const { totp } = tx.t
    const isOn = await tx.$count(totp, and(eq(totp.userId, user.id), isNotNull(totp.enabledAt)))
    if (isOn === 0) throw new DomainError('WRONG_STATE', 'Two-factor sign-in is off.')
    await auditAccount(tx, ctx, { action: 'auth.totp.recovery-codes', account: user })
    await notifyOfChange(tx, ctx, user, 'recovery-codes')
    return { recoveryCodes: await replaceRecoveryCodes(tx, { userId: user.id, now: ctx.now() }) }
  })
}
