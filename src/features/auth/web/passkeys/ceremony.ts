import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'
import type { PasskeyRow } from '#features/auth/contract/security.ts'
import { callRest } from '#web/lib/calls/rest.ts'

/** The browser failed or the person cancelled: the message says why, and is empty when they closed the prompt. */
export class PasskeyNotUsed extends Error {}

const isClosed = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')

/** @throws PasskeyNotUsed with a message for the user */
function failCeremony(error: unknown): never {
  if (isClosed(error)) throw new PasskeyNotUsed('')
  const code = error instanceof WebAuthnError ? error.code : ''
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    throw new PasskeyNotUsed('This device or key already has a passkey for your account.')
  throw new PasskeyNotUsed('This browser could not use a passkey here.')
}

const answerTo = (optionsJSON: PublicKeyCredentialRequestOptionsJSON) =>
  startAuthentication({ optionsJSON }).catch(failCeremony)

/** Signs in with any passkey. @throws ApiError, PasskeyNotUsed */
export async function signInByPasskey(): Promise<void> {
  const options = await callRest<PublicKeyCredentialRequestOptionsJSON>('POST', '/api/login/passkey/options')
  await callRest('POST', '/api/login/passkey', { answer: await answerTo(options) })
}

/** Confirms the user's identity with one of the account's passkeys. @throws ApiError, PasskeyNotUsed */
export async function confirmByPasskey(): Promise<void> {
  const options = await callRest<PublicKeyCredentialRequestOptionsJSON>('POST', '/api/user/sudo/options')
  await callRest('POST', '/api/user/sudo', { passkey: await answerTo(options) })
}

/** Creates a passkey on an authenticator and adds it to the account. @throws ApiError, PasskeyNotUsed */
export async function makePasskey(): Promise<PasskeyRow> {
  const optionsJSON = await callRest<PublicKeyCredentialCreationOptionsJSON>(
    'POST',
    '/api/user/passkeys/options',
  )
  const answer = await startRegistration({ optionsJSON }).catch(failCeremony)
  return callRest('POST', '/api/user/passkeys', { answer })
}
