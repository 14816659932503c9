import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Tx } from '#db/types.ts'
import type { Deps } from '#server/context.ts'
import { minute } from '#shared/time.ts'

export const challengeMs = 5 * minute

const randomLength = 16
const timeLength = 6
const headLength = randomLength + timeLength

/** Purpose of a response, and its session: a public session id, or none at a sign-in. */
export type Purpose = { what: 'register' | 'login' | 'confirm'; session: string | null }

type Ctx = Pick<Deps, 'secrets' | 'now'>

const macOf = ({ secrets }: Ctx, head: Buffer, { what, session }: Purpose): Buffer =>
  createHmac('sha256', secrets.deriveKey('passkey challenges'))
    .update(head)
    .update(`${what}:${session ?? ''}`)
    .digest()

/** A challenge that only this portal can have signed, for one purpose and five minutes; stored only once it is answered. */
export function makeChallenge(ctx: Ctx, purpose: Purpose): Uint8Array<ArrayBuffer> {
  const time = Buffer.alloc(timeLength)
  time.writeUIntBE(ctx.now().getTime() + challengeMs, 0, timeLength)
  const head = Buffer.concat([randomBytes(randomLength), time])
  return Uint8Array.from(Buffer.concat([head, macOf(ctx, head, purpose)]))
}

/** When a challenge expires; null when it is not ours, is for another purpose, or has expired. */
export function readChallenge(ctx: Ctx, challenge: string, purpose: Purpose): Date | null {
  const bytes = Buffer.from(challenge, 'base64url')
  const [head, mac] = [bytes.subarray(0, headLength), bytes.subarray(headLength)]
  const expected = macOf(ctx, head, purpose)
  if (mac.length !== expected.length || !timingSafeEqual(mac, expected)) return null
  const until = new Date(head.readUIntBE(randomLength, timeLength))
  return until > ctx.now() ? until : null
}

/** Uses a challenge up; true for the first of several responses to it. */
export async function consumeChallenge(tx: Tx, challenge: string, until: Date): Promise<boolean> {
  const id = createHash('sha256').update(Buffer.from(challenge, 'base64url')).digest('hex')
  const { usedChallenges } = tx.t
  const taken = await tx
    .insert(usedChallenges)
    .values({ id, expiresAt: until })
    .onConflictDoNothing()
    .returning({ id: usedChallenges.id })
  return taken.length > 0
}
