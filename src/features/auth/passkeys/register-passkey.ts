import {
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, invalid, limitReached } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { describeDevice } from '../contract/device.ts'
import type { AuthenticatorAnswer, addPasskeyInput, passkeyOutput } from '../contract/security.ts'
import { maxPasskeys } from '../contract/security-limits.ts'
import { assertFresh } from '../service/assert-fresh.ts'
import { auditAccount } from '../service/audit-account.ts'
import { lockUser } from '../service/lock-user.ts'
import { notifyOfChange } from '../service/send-mail.ts'
import { challengeMs, consumeChallenge, makeChallenge, type Purpose, readChallenge } from './challenge.ts'
import { presentPasskey } from './passkeys.ts'
import { relyingParty } from './relying-party.ts'

const purposeOf = ({ session }: CustomerContext): Purpose => ({ what: 'register', session: session.publicId })

/** Options for registering a new passkey. @throws SUDO_REQUIRED, WRONG_STATE where none can be used */
export async function passkeyOptions(ctx: CustomerContext) {
  assertFresh(ctx)
  const { user } = ctx
  const { passkeys } = ctx.store.t
  const { id: rpID } = relyingParty(ctx)
  const own = await ctx.store.read
    .select({ id: passkeys.credentialId })
    .from(passkeys)
    .where(eq(passkeys.userId, user.id))
  const options = await generateRegistrationOptions({
    rpName: ctx.env.COMPANY_NAME,
    rpID,
    userName: user.email,
    userDisplayName: [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email,
    userID: new TextEncoder().encode(user.id),
    challenge: makeChallenge(ctx, purposeOf(ctx)),
    timeout: challengeMs,
    excludeCredentials: own,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { ...options }
}

async function verify(ctx: CustomerContext, answer: AuthenticatorAnswer) {
  const { id, origin } = relyingParty(ctx)
  let challenge = ''
  let until: Date | null = null
  const verified = await verifyRegistrationResponse({
    response: answer as unknown as RegistrationResponseJSON,
    expectedChallenge: (given) => {
      challenge = given
      until = readChallenge(ctx, given, purposeOf(ctx))
      return until !== null
    },
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
  }).catch(() => null)
  // The library throws for any fault of a response, and nothing else runs in here.
  if (!verified?.verified || !until) return null
  return { ...verified.registrationInfo, challenge, until: until as Date }
}

const refused = () => invalid('answer', 'This passkey was not accepted. Please try again.')

/**
 * Adds a passkey to the account and mails the caller.
 * @throws SUDO_REQUIRED, INVALID when it does not answer a challenge of this session and the last five minutes, LIMIT_REACHED
 * (20), CONFLICT when the passkey is registered already
 */
export async function addPasskey(
  ctx: CustomerContext,
  input: z.output<typeof addPasskeyInput>,
): Promise<Answer<typeof passkeyOutput>> {
  assertFresh(ctx)
  const found = await verify(ctx, input.answer)
  if (!found) throw refused()
  const { credential, credentialBackedUp, challenge, until } = found
  return ctx.store.tx(async (tx) => {
    await lockUser(tx, ctx)
    const { passkeys } = tx.t
    if (!(await consumeChallenge(tx, challenge, until))) throw refused()
    const used = await tx.$count(passkeys, eq(passkeys.userId, ctx.user.id))
    if (used >= maxPasskeys)
      throw limitReached(`An account can have at most ${maxPasskeys} passkeys.`, { limit: maxPasskeys, used })
    const [row] = await tx
      .insert(passkeys)
      .values({
        userId: ctx.user.id,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: credential.transports ?? [],
        name: input.name ?? describeDevice(ctx.client.userAgent),
        isBackedUp: credentialBackedUp,
        createdAt: ctx.now(),
      })
      .onConflictDoNothing({ target: passkeys.credentialId })
      .returning()
    if (!row) throw new DomainError('CONFLICT', 'This passkey is already in use.')
    await auditAccount(tx, ctx, { action: 'auth.passkey.add', account: ctx.user, note: row.name })
    await notifyOfChange(tx, ctx, ctx.user, 'passkey-added')
    return presentPasskey(row)
  })
}
