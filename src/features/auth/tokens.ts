import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, gte, inArray, isNull } from 'drizzle-orm'
import type { Store, Tx } from '#db/types.ts'
import { emailKey } from '#shared/email-key.ts'
import { after, day, hour, minute } from '#shared/time.ts'
import { verifyTokenHours } from './contract/contract.ts'
import { resetTokenMinutes, undoTokenDays } from './contract/texts.ts'

export type TokenKind = 'reset' | 'verify' | 'undo'
export type TokenRow = Store['t']['tokens']['$inferSelect']

const lifetimeMs: Record<TokenKind, number> = {
  reset: resetTokenMinutes * minute,
  verify: verifyTokenHours * hour,
  undo: undoTokenDays * day,
}

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** A new single-use token about a user's present e-mail; the answer is its only copy, the table keeps a hash. */
export async function issueToken(
  tx: Tx,
  { kind, user, now }: { kind: TokenKind; user: { id: string; email: string }; now: Date },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx.insert(tx.t.tokens).values({
    id: hashToken(token),
    userId: user.id,
    kind,
    email: user.email,
    heldEmailKey: kind === 'undo' ? emailKey(user.email) : null,
    expiresAt: after(now, lifetimeMs[kind]),
    createdAt: now,
  })
  return token
}

type Wanted = { kinds: TokenKind[]; token: string; now: Date }

const usable = (t: Store['t'], { kinds, token, now }: Wanted) => {
  const { tokens } = t
  const isOne = and(eq(tokens.id, hashToken(token)), inArray(tokens.kind, kinds))
  return and(isOne, isNull(tokens.usedAt), gt(tokens.expiresAt, now))
}

/** Whose token it is, if it could be used now; `null` otherwise. */
export async function findTokenOwner(store: Store, wanted: Wanted): Promise<string | null> {
  const { tokens } = store.t
  const [row] = await store.read.select({ userId: tokens.userId }).from(tokens).where(usable(store.t, wanted))
  return row?.userId ?? null
}

/** Uses a token up; of several callers at once only one gets its row. `null` when it is unknown, used or too old. */
export async function takeToken(tx: Tx, wanted: Wanted): Promise<TokenRow | null> {
  const { tokens } = tx.t
  const [row] = await tx.update(tokens).set({ usedAt: wanted.now }).where(usable(tx.t, wanted)).returning()
  return row ?? null
}

/** Forgets every token of a kind that a user was sent. */
export async function dropTokens(
  tx: Tx,
  { kind, userId }: { kind: TokenKind; userId: string },
): Promise<void> {
  const { tokens } = tx.t
  await tx.delete(tokens).where(and(eq(tokens.userId, userId), eq(tokens.kind, kind)))
}

/**
 * Forgets the links by which an address that came later could be put back. Those of earlier addresses stay: whoever takes an
 * account over and then changes its address again must not shut its owner out.
 */
export async function dropLaterUndos(tx: Tx, { userId, createdAt }: TokenRow): Promise<void> {
  const { tokens } = tx.t
  const isUndo = and(eq(tokens.userId, userId), eq(tokens.kind, 'undo'))
  await tx.delete(tokens).where(and(isUndo, gte(tokens.createdAt, createdAt)))
}
