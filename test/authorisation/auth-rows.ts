import type { Fixture } from './fixture.ts'
import type { Row } from './row.ts'

/** Answers that no authenticator gave. */
const answerOf = ({ next }: Fixture) => ({
  id: `unknown-${next()}`,
  rawId: 'unknown',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: '', authenticatorData: '', signature: '', userHandle: '' },
})

const aPasskey = { item: (fixture: Fixture) => fixture.makePasskey() }

/** Calls that prove an identity; passkeys cannot be used here, without TLS. */
export const auth: Row[] = [
  { route: 'POST /api/login/passkey/options', access: 'visitor', ok: 409 },
  {
    route: 'POST /api/login/passkey',
    access: 'visitor',
    ok: 401,
    json: (fixture) => ({ answer: answerOf(fixture) }),
  },
  { route: 'GET /api/user/security', access: 'customer' },
  { route: 'GET /api/user/sign-ins', access: 'customer' },
  { route: 'POST /api/user/sudo/options', access: 'customer', ok: 409 },
  { route: 'POST /api/user/sudo', access: 'customer', ok: 422, json: () => ({ password: 'not this one' }) },
  { route: 'POST /api/user/totp/enable', access: 'customer', namesSecrets: true },
  { route: 'POST /api/user/totp/confirm', access: 'customer', ok: 422, json: () => ({ code: '' }) },
  { route: 'POST /api/user/totp/disable', access: 'customer' },
  { route: 'POST /api/user/totp/recovery-codes', access: 'customer', ok: 409 },
  { route: 'GET /api/user/passkeys', access: 'customer' },
  { route: 'POST /api/user/passkeys/options', access: 'customer', ok: 409 },
  {
    route: 'POST /api/user/passkeys',
    access: 'customer',
    ok: 409,
    json: (fixture) => ({ answer: answerOf(fixture) }),
  },
  { route: 'PATCH /api/user/passkeys/:id', access: 'customer', ...aPasskey, json: () => ({ name: 'Key' }) },
  { route: 'DELETE /api/user/passkeys/:id', access: 'customer', ...aPasskey },
]
