import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '#db/types.ts'
import type { Context, CustomerContext } from '#server/context.ts'
import { emailKey } from '#shared/email-key.ts'
import { DomainError } from '#shared/errors.ts'
import type { profileFields } from '../contract/contract.ts'
import { dropLaterUndos, dropTokens, type TokenRow } from '../tokens.ts'
import { type Account, assertEmailFree } from './accounts.ts'
import { auditAccount } from './audit-account.ts'
import { publishUserChange } from './publish-user-change.ts'
import { sendEmailChanged, sendVerification } from './send-mail.ts'

type ProfileInput = z.output<typeof profileFields> & { profileImageUrl?: string | null | undefined }
type Changes = Partial<Omit<Account, 'id'>>
type ChangedFields = Partial<Pick<Account, keyof ProfileInput>>

const gone = () => new DomainError('UNAUTHORIZED', 'Unauthorized')

async function readAccount(tx: Tx, id: string): Promise<Account> {
  const { users } = tx.t
  const [account] = await tx.select().from(users).where(eq(users.id, id))
  if (!account) throw gone()
  return account
}

async function writeAccount(tx: Tx, id: string, changes: Changes): Promise<Account> {
  const { users } = tx.t
  const [account] = await tx.update(users).set(changes).where(eq(users.id, id)).returning()
  if (!account) throw gone()
  return account
}

/** The given values that differ from the account's. Another spelling of its e-mail address does not differ. */
function differencesOf(account: Account, given: ProfileInput): ChangedFields {
  const entries = Object.entries(given) as [keyof ProfileInput, string | null | undefined][]
  return Object.fromEntries(
    entries.filter(([field, value]) => {
      const before = field === 'email' ? account.emailKey : account[field]
      return value !== undefined && value !== before
    }),
  )
}

/** Side effects of a changed address: it counts as unverified, unless it is the one that was verified last. */
function emailChanges(account: Account, email: string): Changes {
  const key = emailKey(email)
  const verified = account.emailVerified ? account.email : account.verifiedEmail
  const isBack = verified !== null && emailKey(verified) === key
  const kept = isBack ? null : verified
  return {
    email,
    emailKey: key,
    emailVerified: isBack,
    verifiedEmail: kept,
    verifiedEmailKey: kept === null ? null : emailKey(kept),
  }
}

/** Notifies the old address, which can undo the change, and asks the new one to verify. */
async function notifyAddresses(tx: Tx, ctx: Context, former: Account, account: Account): Promise<void> {
  await sendEmailChanged(tx, ctx, former)
  if (!account.emailVerified) await sendVerification(tx, ctx, account)
}

/**
 * Updates the caller's account; missing or equal values change nothing. A new e-mail address works immediately; until it is
 * verified, password links go to the one that was verified last. A new mobile number is unverified. Locks the caller's row.
 * @throws Duplicate when the e-mail address or the mobile number is taken
 */
export async function changeAccount(
  tx: Tx,
  ctx: CustomerContext,
  given: ProfileInput,
): Promise<{ former: Account; account: Account }> {
  const former = await readAccount(tx, ctx.user.id)
  const now = ctx.now()
  const different = differencesOf(former, given)
  const fields = Object.keys(different)
  if (fields.length === 0) return { former, account: former }
  const { email, mobile } = different
  if (email !== undefined) await assertEmailFree(tx, { email, userId: former.id, now })
  const account = await writeAccount(tx, former.id, {
    ...different,
    ...(email === undefined ? {} : emailChanges(former, email)),
    ...(mobile === undefined ? {} : { mobileVerified: false }),
    updatedAt: now,
  })
  publishUserChange(tx, ctx, account.id)
  await auditAccount(tx, ctx, { action: 'user.profile', account, note: fields.join(', ') })
  if (email !== undefined) await notifyAddresses(tx, ctx, former, account)
  return { former, account }
}

/** Marks the caller's mobile number as verified if it has not changed; returns whether it did. */
export async function markMobileVerified(tx: Tx, ctx: CustomerContext, mobile: string): Promise<boolean> {
  const account = await readAccount(tx, ctx.user.id)
  if (account.mobile !== mobile) return false
  await writeAccount(tx, account.id, { mobileVerified: true, updatedAt: ctx.now() })
  publishUserChange(tx, ctx, account.id)
  await auditAccount(tx, ctx, { action: 'user.mobile.verify', account })
  return true
}

/**
 * Restores the previous e-mail address of the account of an undo token. The link went to that address, so it counts as verified;
 * links to later addresses stop working.
 * @throws Duplicate when another account has the address by now
 */
export async function restoreEmail(tx: Tx, ctx: Context, token: TokenRow): Promise<void> {
  const { userId, email } = token
  if (email === null) throw new Error('an undo without an address')
  const account = await writeAccount(tx, userId, {
    email,
    emailKey: emailKey(email),
    emailVerified: true,
    verifiedEmail: null,
    verifiedEmailKey: null,
    updatedAt: ctx.now(),
  })
  await dropTokens(tx, { kind: 'verify', userId })
  await dropLaterUndos(tx, token)
  await auditAccount(tx, ctx, { action: 'user.email.undo', account, actor: account })
}
