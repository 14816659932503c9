import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { appendAudit } from '#db/audit/audit.ts'
import type { Tx } from '#db/types.ts'
import type { NoticeContext } from '#features/notifications/follower.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext, Deps } from '#server/context.ts'
import { DomainError, notFound } from '#shared/errors.ts'
import type { removeTwoFactorInput } from '../contract/security.ts'
import { type Account, findAccount, findAccountById } from '../service/accounts.ts'
import { assertFresh } from '../service/assert-fresh.ts'
import { auditAccount } from '../service/audit-account.ts'
import { endSessions } from '../service/end-sessions.ts'
import { notifyOfChange } from '../service/send-mail.ts'
import { removeTotp } from '../totp/disable.ts'

/** Leaves the account only its password: no app, recovery code, passkey or session. */
async function removeAll(
  tx: Tx,
  ctx: Pick<Deps, 'sessions' | keyof NoticeContext>,
  account: Account,
): Promise<void> {
  const { passkeys } = tx.t
  await removeTotp(tx, account.id)
  await tx.delete(passkeys).where(eq(passkeys.userId, account.id))
  await notifyOfChange(tx, ctx, account, 'removed-by-us')
  await endSessions(tx, ctx, { userId: account.id, keptPublicId: null })
}

/**
 * Removes the second factor of a user who lost it, after an administrator verified their identity; ends all their sessions and
 * mails them.
 * @throws FORBIDDEN for one's own account, NOT_FOUND, SUDO_REQUIRED
 */
export async function removeTwoFactor(
  ctx: CustomerContext,
  { id, reason }: z.output<typeof removeTwoFactorInput>,
): Promise<Answered<{ ok: true }>> {
  if (id === ctx.user.id)
    throw new DomainError('FORBIDDEN', 'Turn off your own two-factor sign-in in Account Settings.')
  const account = await findAccountById(ctx.store, id)
  if (!account) throw notFound('This user')
  assertFresh(ctx)
  return mutate(ctx, async (tx) => {
    await removeAll(tx, ctx, account)
    await auditAccount(tx, ctx, { action: 'user.two-factor.remove', account, note: reason })
    return { ok: true as const }
  })
}

/** The same for the operator at the machine (`portal admin two-factor-off`), for any account. @throws NOT_FOUND */
export async function removeTwoFactorAtMachine(
  deps: Pick<Deps, 'store' | 'sessions' | keyof NoticeContext>,
  emailOrMobile: string,
): Promise<Pick<Account, 'id' | 'email'>> {
  const account = await findAccount(deps.store, emailOrMobile)
  if (!account) throw notFound('An account with this email or mobile number')
  await deps.store.tx(async (tx) => {
    await removeAll(tx, deps, account)
    await appendAudit(tx, {
      at: deps.now(),
      actorId: null,
      actorEmail: 'portal',
      action: 'user.two-factor.remove',
      targetType: 'user',
      targetId: account.id,
      userId: account.id,
    })
  })
  return account
}
