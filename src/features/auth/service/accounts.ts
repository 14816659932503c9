import { and, eq, gt, isNull, ne } from 'drizzle-orm'
import { Duplicate } from '#db/errors.ts'
import type { Store, Tx } from '#db/types.ts'
import { emailKey } from '#shared/email-key.ts'
import { DomainError } from '#shared/errors.ts'
import { type Answer, nilId } from '#shared/schema.ts'
import type { userOutput } from '../contract/contract.ts'
import { toE164 } from '../contract/mobile.ts'
import { texts } from '../contract/texts.ts'

export type Account = Store['t']['users']['$inferSelect']
type NewAccount = {
  email: string
  mobile: string
  passwordHash: string
  firstName: string | null
  lastName: string | null
  isAdmin: boolean
  now: Date
}

/** A user as API calls return one: never the password or its hash. */
export const presentUser = (
  user: Omit<Account, 'passwordHash' | 'emailKey' | 'verifiedEmail' | 'verifiedEmailKey' | 'updatedAt'>,
): Answer<typeof userOutput> => ({
  id: user.id,
  email: user.email,
  mobile: user.mobile,
  firstName: user.firstName,
  lastName: user.lastName,
  profileImageUrl: user.profileImageUrl,
  address: user.address,
  organization: user.organization,
  isAdmin: user.isAdmin,
  hasAdminAccess: user.hasAdminAccess,
  emailVerified: user.emailVerified,
  mobileVerified: user.mobileVerified,
  createdAt: user.createdAt,
})

// PostgreSQL rejects NUL in a text: no user has such a name.
const isUnstorable = (text: string): boolean => text.includes('\0') || !text.isWellFormed()

/** Normalises an e-mail address or a mobile number to one spelling. */
export const loginName = (emailOrMobile: string): string =>
  (emailOrMobile.includes('@') ? null : toE164(emailOrMobile)) ?? emailKey(emailOrMobile)

/** Finds an account by its e-mail address or mobile number, in any spelling. */
export async function findAccount(store: Store, emailOrMobile: string): Promise<Account | null> {
  if (isUnstorable(emailOrMobile)) return null
  const { users } = store.t
  const name = loginName(emailOrMobile)
  const column = name.startsWith('+') && !name.includes('@') ? users.mobile : users.emailKey
  const [row] = await store.read.select().from(users).where(eq(column, name))
  return row ?? null
}

/** Finds an account by id; null when there is none. */
export async function findAccountById({ read, t: { users } }: Store, id: string): Promise<Account | null> {
  const [row] = await read.select().from(users).where(eq(users.id, id))
  return row ?? null
}

/** Finds the account that verified this address last and has not verified its present one. */
export async function findFormerAccount(store: Store, email: string): Promise<Account | null> {
  if (isUnstorable(email)) return null
  const { users } = store.t
  const [row] = await store.read
    .select()
    .from(users)
    .where(eq(users.verifiedEmailKey, emailKey(email)))
  return row ?? null
}

/**
 * Checks that no other account can still reclaim this address: one whose owner has not verified a newer address, or holds an undo
 * link for it (docs/product/profile-and-data.md, "Profile").
 * @throws Duplicate
 */
export async function assertEmailFree(
  tx: Tx,
  { email, userId, now }: { email: string; userId: string; now: Date },
): Promise<void> {
  const { users, tokens } = tx.t
  const key = emailKey(email)
  const former = and(eq(users.verifiedEmailKey, key), ne(users.id, userId))
  const held = and(eq(tokens.heldEmailKey, key), ne(tokens.userId, userId))
  const live = and(isNull(tokens.usedAt), gt(tokens.expiresAt, now))
  const found = [
    ...(await tx.select({ id: users.id }).from(users).where(former).limit(1)),
    ...(await tx.select({ id: tokens.id }).from(tokens).where(and(held, live)).limit(1)),
  ]
  if (found.length > 0) throw new Duplicate('users_email_key')
}

/** Inserts an account; the indexes decide whether its e-mail and mobile are unique. @throws Duplicate */
export async function insertAccount(tx: Tx, { now, ...values }: NewAccount): Promise<Account> {
  await assertEmailFree(tx, { email: values.email, userId: nilId, now })
  const row = { ...values, emailKey: emailKey(values.email), createdAt: now, updatedAt: now }
  const [account] = await tx.insert(tx.t.users).values(row).returning()
  if (!account) throw new Error('the insert returned no account')
  return account
}

/** Turns a unique violation into one message that names neither account nor field. @throws CONFLICT */
export function refuseTaken(error: unknown): never {
  if (!(error instanceof Duplicate)) throw error
  throw new DomainError('CONFLICT', texts.accountExists)
}
