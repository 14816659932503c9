import { z } from 'zod'
import { id, instant, maybeInstant, requiredLine } from '#shared/schema.ts'
import { recoveryCodeCount } from './security-limits.ts'

/** A code of the authenticator app or a recovery code, with any grouping. */
const secondFactor = z.string('Enter the code.').trim().min(1, 'Enter the code.').max(64)

/** The authenticator's response, as `@simplewebauthn/browser` returns it. The library validates its content. */
const authenticatorAnswer = z
  .looseObject({
    id: z.string().min(1).max(2_048),
    rawId: z.string().max(2_048),
    type: z.literal('public-key'),
    clientExtensionResults: z.looseObject({}),
    response: z.looseObject({ clientDataJSON: z.string().max(8_192) }),
  })
  .meta({ description: 'A PublicKeyCredential as JSON (WebAuthn Level 3).' })
export type AuthenticatorAnswer = z.output<typeof authenticatorAnswer>

/** The ceremony options, as `@simplewebauthn/browser` takes them. */
export const authenticatorOptions = z
  .looseObject({ challenge: z.string() })
  .meta({ description: 'Options of a WebAuthn ceremony as JSON (WebAuthn Level 3).' })

export const securityOutput = z.object({
  totp: z.object({ isOn: z.boolean(), since: maybeInstant, recoveryCodesLeft: z.number() }),
  passkeys: z.number(),
  /** Why passkeys cannot be used at the address of this visit; null when they can. */
  passkeysUnavailable: z.string().nullable(),
  /** The operator requires a second factor of this account, which has none. */
  isSecondFactorDue: z.boolean(),
})
export type Security = z.output<typeof securityOutput>

export const totpSecretOutput = z.object({ secret: z.string(), uri: z.string() })
export const confirmTotpInput = z.object({ code: secondFactor })
export const recoveryCodesOutput = z.object({ recoveryCodes: z.array(z.string()).length(recoveryCodeCount) })

export const passkeyOutput = z.object({
  id: z.string(),
  name: z.string(),
  isBackedUp: z.boolean(),
  createdAt: instant,
  lastUsedAt: maybeInstant,
})
export type PasskeyRow = z.output<typeof passkeyOutput>

const passkeyName = requiredLine(80, 'Enter a name.')
export const addPasskeyInput = z.object({ name: passkeyName.optional(), answer: authenticatorAnswer })
export const renamePasskeyInput = z.object({ id, name: passkeyName })
export const passkeyLoginInput = z.object({ answer: authenticatorAnswer })

const password = z.string('Enter your password.').min(1, 'Enter your password.').max(1_024)

/** One proof of the caller's identity: the password, with a code where two-factor is on, or a passkey. */
export const sudoInput = z
  .object({
    password: password.optional(),
    /** Empty is the same as missing. */
    code: z.string().trim().max(64).optional(),
    passkey: authenticatorAnswer.optional(),
  })
  .refine((input) => input.passkey !== undefined || input.password !== undefined, {
    path: ['password'],
    message: 'Enter your password.',
  })

const signInMethods = ['password', 'code', 'recovery-code', 'passkey', 'sign-up'] as const

export const signInOutput = z.object({
  id: z.string(),
  at: instant,
  device: z.string(),
  address: z.string(),
  place: z.string(),
  method: z.enum(signInMethods),
  isSuccess: z.boolean(),
})
export type SignIn = z.output<typeof signInOutput>

export const removeTwoFactorInput = z.object({
  id,
  reason: requiredLine(500, 'Say how you verified their identity.'),
})
