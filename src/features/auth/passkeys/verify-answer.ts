import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import type { Context } from '#server/context.ts'
import type { AuthenticatorAnswer } from '../contract/security.ts'
import { challengeMs, consumeChallenge, makeChallenge, type Purpose, readChallenge } from './challenge.ts'
import type { Passkey } from './passkeys.ts'
import { relyingParty } from './relying-party.ts'

/** A response with a valid signature; it admits its owner once it is used up. */
export type Verified = {
  passkey: Passkey
  counter: number
  isBackedUp: boolean
  challenge: string
  until: Date
}

/** Options for the browser: only these passkeys, or any. @throws WRONG_STATE */
export async function answerOptions(ctx: Context, purpose: Purpose, allowed: Passkey[] = []) {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx).id,
    challenge: makeChallenge(ctx, purpose),
    timeout: challengeMs,
    userVerification: 'required',
    allowCredentials: allowed.map(({ credentialId }) => ({ id: credentialId })),
  })
  return { ...options }
}

/** The passkey that a response claims to come from, of any account. */
export async function findPasskeyOf(ctx: Context, answer: AuthenticatorAnswer): Promise<Passkey | null> {
  const { passkeys } = ctx.store.t
  // PostgreSQL rejects NUL in a text, and no credential has one.
  if (!/^[\w-]+$/.test(answer.id)) return null
  const [row] = await ctx.store.read.select().from(passkeys).where(eq(passkeys.credentialId, answer.id))
  return row ?? null
}

/** Authenticators name the account of a discoverable passkey: it must be the passkey's owner. */
function isForOwner({ response }: AuthenticatorAnswer, { userId }: Passkey): boolean {
  const { userHandle } = response
  return typeof userHandle === 'string' && Buffer.from(userHandle, 'base64url').toString() === userId
}

/**
 * Verifies a passkey response: its challenge was issued here for this purpose and has not expired, it comes from this portal's
 * own pages, the device verified its user, and the counter has not gone back. Null when any of it fails.
 */
export async function verifyAnswer(
  ctx: Context,
  { passkey, answer, purpose }: { passkey: Passkey; answer: AuthenticatorAnswer; purpose: Purpose },
): Promise<Verified | null> {
  const { id, origin } = relyingParty(ctx)
  if (purpose.what === 'login' && !isForOwner(answer, passkey)) return null
  let challenge = ''
  let until: Date | null = null
  const result = await verifyAuthenticationResponse({
    response: answer as unknown as AuthenticationResponseJSON,
    expectedChallenge: (given) => {
      challenge = given
      until = readChallenge(ctx, given, purpose)
      return until !== null
    },
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
    },
    // The library throws for any fault of a response, and nothing else runs in here.
  }).catch(() => null)
  if (!result?.verified || !until) return null
  const { newCounter, credentialBackedUp } = result.authenticationInfo
  return { passkey, counter: newCounter, isBackedUp: credentialBackedUp, challenge, until }
}

/** Uses a verified response up, in the transaction that it admits; false when it, or a newer one, was used already. */
export async function consumeAnswer(tx: Tx, ctx: Context, verified: Verified): Promise<boolean> {
  const { passkey, counter, isBackedUp, challenge, until } = verified
  if (!(await consumeChallenge(tx, challenge, until))) return false
  const { passkeys } = tx.t
  const isAsRead = and(eq(passkeys.id, passkey.id), eq(passkeys.counter, passkey.counter))
  const used = await tx
    .update(passkeys)
    .set({ counter, isBackedUp, lastUsedAt: ctx.now() })
    .where(isAsRead)
    .returning({ id: passkeys.id })
  return used.length > 0
}
