import { and, eq, isNotNull } from 'drizzle-orm'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import type { securityOutput } from '../contract/security.ts'
import { whyNoPasskeys } from '../passkeys/relying-party.ts'
import { countRecoveryCodes } from '../totp/recovery-codes.ts'
import { hasTwoFactor } from '../totp/second-factor.ts'

/** The caller's ways to sign in. */
export async function readSecurity(ctx: CustomerContext): Promise<Answer<typeof securityOutput>> {
  const { store, user } = ctx
  const { totp, passkeys } = store.t
  const isOn = and(eq(totp.userId, user.id), isNotNull(totp.enabledAt))
  const [[row], recoveryCodesLeft, own] = await Promise.all([
    store.read.select({ since: totp.enabledAt }).from(totp).where(isOn),
    countRecoveryCodes(store, user.id),
    store.read.$count(passkeys, eq(passkeys.userId, user.id)),
  ])
  return {
    totp: { isOn: row !== undefined, since: row?.since ?? null, recoveryCodesLeft },
    passkeys: own,
    passkeysUnavailable: whyNoPasskeys(ctx),
    isSecondFactorDue: row === undefined && isRequiredOf(ctx),
  }
}

const isRequiredOf = ({ env, user }: Pick<CustomerContext, 'env' | 'user'>): boolean =>
  user.isAdmin && env.ADMIN_TWO_FACTOR === 'required'

/** Why an administrator may not use the desk yet; null when they may (docs/product/account-security.md, "Two-factor sign-in"). */
export async function whyNoAdministration(
  ctx: Pick<CustomerContext, 'env' | 'store' | 'user'>,
): Promise<string | null> {
  if (!isRequiredOf(ctx) || (await hasTwoFactor(ctx.store, ctx.user.id))) return null
  return 'Administrators of this portal need two-factor sign-in. Turn it on in Account Settings first.'
}
