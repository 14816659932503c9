import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Tx } from '#db/types.ts'
import type { Deps } from '#server/context.ts'
import { minute } from '#shared/time.ts'

export const challengeMs = 5 * minute

const randomLength = 16
const timeLength = 6
const headLength = randomLength + timeLength

/** What an answer is good for, and for whom: the public id of a session, or nobody's yet at a sign-in. */
export type Purpose = { what: 'register' | 'login' | 'confirm'; session: string | null }

type Ctx = Pick<Deps, 'secrets' | 'now'>

const macOf = ({ secrets }: Ctx, head: Buffer, { what, session }: Purpose): Buffer =>
  createHmac('sha256', secrets.deriveKey('passkey challenges'))
    .update(head)
    .update(`${what}:${session ?? ''}`)
    .digest()

/** A challenge that only this portal can have made, for one purpose and five minutes: nothing is stored until it is answered. */
export function makeChallenge(ctx: Ctx, purpose: Purpose): Uint8Array<ArrayBuffer> {
  const time = Buffer.alloc(timeLength)
  time.writeUIntBE(ctx.now().getTime() + challengeMs, 0, timeLength)
  const head = Buffer.concat([randomBytes(randomLength), time])
  return Uint8Array.from(Buffer.concat([head, macOf(ctx, head, purpose)]))
}

/** Until when a challenge may be answered; null when it was not made here for this purpose, or its time is over. */
export function readChallenge(ctx: Ctx, challenge: string, purpose: Purpose): Date | null {
  const bytes = Buffer.from(challenge, 'base64url')
  const [head, mac] = [bytes.subarray(0, headLength), bytes.subarray(headLength)]
  const expected = macOf(ctx, head, purpose)
  if (mac.length !== expected.length || !timingSafeEqual(mac, expected)) return null
  const until = new Date(head.readUIntBE(randomLength, timeLength))
  return until > ctx.now() ? until : null
}

/** Uses a challenge up; of several answers to it only the first is told so. */
export async function takeChallenge(tx: Tx, challenge: string, until: Date): Promise<boolean> {
  const id = createHash('sha256').update(Buffer.from(challenge, 'base64url')).digest('hex')
  const { usedChallenges } = tx.t
  const taken = await tx
    .insert(usedChallenges)
    .values({ id, expiresAt: until })
    .onConflictDoNothing()
    .returning({ id: usedChallenges.id })
  return taken.length > 0
}
