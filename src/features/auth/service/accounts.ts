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

/** A user as the wire knows one: never the password or its hash. */
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

// PostgreSQL refuses NUL in a text: such a name is nobody's, and not worth asking for.
const isUnstorable = (text: string): boolean => text.includes('\0') || !text.isWellFormed()

/** One spelling for every way to write the same e-mail address or mobile number. */
export const loginName = (emailOrMobile: string): string =>
  (emailOrMobile.includes('@') ? null : toE164(emailOrMobile)) ?? emailKey(emailOrMobile)

/** The account behind an e-mail address or a mobile number in any of its spellings. */
export async function findAccount(store: Store, emailOrMobile: string): Promise<Account | null> {
  if (isUnstorable(emailOrMobile)) return null
  const { users } = store.t
  const name = loginName(emailOrMobile)
  const column = name.startsWith('+') && !name.includes('@') ? users.mobile : users.emailKey
  const [row] = await store.read.select().from(users).where(eq(column, name))
  return row ?? null
}

/** The account of an id; null when there is none. */
export async function findAccountById({ read, t: { users } }: Store, id: string): Promise<Account | null> {
  const [row] = await read.select().from(users).where(eq(users.id, id))
  return row ?? null
}

/** The account whose address this was when it was verified last, while its present one is not. */
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
 * Nobody else may still get this address back: an account whose owner has not verified a newer one, or holds a link that puts
 * it back (docs/product.md, "Profile").
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

/** A new account; that its e-mail and mobile are unique is decided by the indexes. @throws Duplicate */
export async function insertAccount(tx: Tx, { now, ...values }: NewAccount): Promise<Account> {
  await assertEmailFree(tx, { email: values.email, userId: nilId, now })
  const row = { ...values, emailKey: emailKey(values.email), createdAt: now, updatedAt: now }
  const [account] = await tx.insert(tx.t.users).values(row).returning()
  if (!account) throw new Error('the new account was not answered')
  return account
}

/** Turns a broken unique rule into the one sentence that names neither account nor field. @throws CONFLICT */
export function refuseTaken(error: unknown): never {
  if (!(error instanceof Duplicate)) throw error
  throw new DomainError('CONFLICT', texts.accountExists)
}
