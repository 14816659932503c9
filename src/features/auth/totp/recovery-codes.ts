import { createHash, randomBytes } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Source, Tx } from '#db/types.ts'
import { recoveryCodeCount } from '../contract/security-limits.ts'

// Crockford's base32: no letter that looks like a digit.
const letters = '0123456789abcdefghjkmnpqrstvwxyz'
const length = 16
const group = 4

/** A code of 80 random bits, which needs no slow hash. */
function makeCode(): string {
  const code = [...randomBytes(length)].map((byte) => letters[byte & 31]).join('')
  return code.match(new RegExp(`.{${group}}`, 'g'))?.join('-') ?? code
}

/** Normalises a typed code; null when it cannot be one. */
export function readCode(typed: string): string | null {
  const plain = typed.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1')
  return plain.length === length && [...plain].every((letter) => letters.includes(letter)) ? plain : null
}

const hashCode = (userId: string, plain: string): string =>
  createHash('sha256').update(`${userId}:${plain}`).digest('hex')

/** Replaces the recovery codes with ten new ones; the result is their only copy. */
export async function replaceRecoveryCodes(
  tx: Tx,
  { userId, now }: { userId: string; now: Date },
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, makeCode)
  const { recoveryCodes } = tx.t
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  const rows = codes.map((code) => ({ userId, hash: hashCode(userId, readCode(code) ?? ''), createdAt: now }))
  await tx.insert(recoveryCodes).values(rows)
  return codes
}

/** Uses a recovery code up; true for one of several concurrent callers. */
export async function consumeRecoveryCode(
  tx: Tx,
  { userId, code, now }: { userId: string; code: string; now: Date },
): Promise<boolean> {
  const { recoveryCodes } = tx.t
  const isThis = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.hash, hashCode(userId, code)))
  const taken = await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(and(isThis, isNull(recoveryCodes.usedAt)))
    .returning({ id: recoveryCodes.id })
  return taken.length > 0
}

/** How many recovery codes an account has left. */
export function countRecoveryCodes({ read, t: { recoveryCodes } }: Source, userId: string) {
  return read.$count(recoveryCodes, and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
}
