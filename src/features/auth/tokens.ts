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

/** Issues a single-use token for a user's present e-mail; the result is its only copy, the table holds a hash. */
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

type TokenQuery = { kinds: TokenKind[]; token: string; now: Date }

const usable = (t: Store['t'], { kinds, token, now }: TokenQuery) => {
  const { tokens } = t
  const isOne = and(eq(tokens.id, hashToken(token)), inArray(tokens.kind, kinds))
  return and(isOne, isNull(tokens.usedAt), gt(tokens.expiresAt, now))
}

/** The owner of a token, if it is valid now; `null` otherwise. */
export async function findTokenOwner(store: Store, wanted: TokenQuery): Promise<string | null> {
  const { tokens } = store.t
  const [row] = await store.read.select({ userId: tokens.userId }).from(tokens).where(usable(store.t, wanted))
  return row?.userId ?? null
}

/** Uses a token up; of several concurrent callers one gets its row. `null` when it is unknown, used or too old. */
export async function consumeToken(tx: Tx, wanted: TokenQuery): Promise<TokenRow | null> {
  const { tokens } = tx.t
  const [row] = await tx.update(tokens).set({ usedAt: wanted.now }).where(usable(tx.t, wanted)).returning()
  return row ?? null
}

/** Deletes every token of a kind that a user was sent. */
export async function dropTokens(
  tx: Tx,
  { kind, userId }: { kind: TokenKind; userId: string },
): Promise<void> {
  const { tokens } = tx.t
  await tx.delete(tokens).where(and(eq(tokens.userId, userId), eq(tokens.kind, kind)))
}

/**
 * Deletes the undo links of later addresses. Those of earlier addresses stay: an attacker who takes an account over and changes
 * its address again must not lock its owner out.
 */
export async function dropLaterUndos(tx: Tx, { userId, createdAt }: TokenRow): Promise<void> {
  const { tokens } = tx.t
  const isUndo = and(eq(tokens.userId, userId), eq(tokens.kind, 'undo'))
  await tx.delete(tokens).where(and(isUndo, gte(tokens.createdAt, createdAt)))
}
