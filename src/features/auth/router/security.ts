import { z } from 'zod'
import { customer, router, visitor } from '#server/trpc/trpc.ts'
import { byId, ok } from '#shared/schema.ts'
import { userOutput } from '../contract/contract.ts'
import {
  addPasskeyInput,
  authenticatorOptions,
  confirmTotpInput,
  passkeyLoginInput,
  passkeyOutput,
  recoveryCodesOutput,
  renamePasskeyInput,
  securityOutput,
  signInOutput,
  sudoInput,
  totpSecretOutput,
} from '../contract/security.ts'
import { loginByPasskey, passkeyLoginOptions } from '../passkeys/login-by-passkey.ts'
import { listPasskeys, removePasskey, renamePasskey } from '../passkeys/passkeys.ts'
import { addPasskey, passkeyOptions } from '../passkeys/register-passkey.ts'
import { readSecurity } from '../security/security.ts'
import { listSignIns } from '../sign-ins/list-sign-ins.ts'
import { confirmIdentity, sudoOptions } from '../sudo/confirm-identity.ts'
import { disableTotp, renewRecoveryCodes } from '../totp/disable.ts'
import { confirmTotp, enableTotp } from '../totp/enable.ts'

const totp = router({
  enable: customer
    .meta({
      rest: 'POST /api/user/totp/enable',
      summary: 'Creates a secret for an authenticator app; two-factor sign-in is on once you confirm a code.',
      idempotent: false,
      refusals: [409],
    })
    .output(totpSecretOutput)
    .mutation(({ ctx }) => enableTotp(ctx)),
  confirm: customer
    .meta({
      rest: 'POST /api/user/totp/confirm',
      summary: 'Turns two-factor sign-in on with a first code and returns ten recovery codes, once.',
      example: { code: '123456' },
      idempotent: false,
      refusals: [409],
    })
    .input(confirmTotpInput)
    .output(recoveryCodesOutput)
    .mutation(({ ctx, input }) => confirmTotp(ctx, input)),
  disable: customer
    .meta({
      rest: 'POST /api/user/totp/disable',
      summary: 'Turns two-factor sign-in off and deletes its recovery codes.',
      idempotent: false,
    })
    .output(ok)
    .mutation(({ ctx }) => disableTotp(ctx)),
  renewCodes: customer
    .meta({
      rest: 'POST /api/user/totp/recovery-codes',
      summary: 'Replaces the recovery codes with ten new ones and returns them, once.',
      idempotent: false,
      refusals: [409],
    })
    .output(recoveryCodesOutput)
    .mutation(({ ctx }) => renewRecoveryCodes(ctx)),
})

const passkeys = router({
  list: customer
    .meta({ rest: 'GET /api/user/passkeys', summary: 'Lists your passkeys, newest first.' })
    .output(z.array(passkeyOutput))
    .query(({ ctx }) => listPasskeys(ctx)),
  options: customer
    .meta({
      rest: 'POST /api/user/passkeys/options',
      summary: 'Returns the options for creating a passkey, valid for five minutes.',
      idempotent: false,
      refusals: [409],
    })
    .output(authenticatorOptions)
    .mutation(({ ctx }) => passkeyOptions(ctx)),
  add: customer
    .meta({
      rest: 'POST /api/user/passkeys',
      summary: 'Adds the passkey that the authenticator created.',
      status: 201,
      idempotent: false,
      refusals: [409],
    })
    .input(addPasskeyInput)
    .output(passkeyOutput)
    .mutation(({ ctx, input }) => addPasskey(ctx, input)),
  rename: customer
    .meta({ rest: 'PATCH /api/user/passkeys/:id', summary: 'Renames one of your passkeys.' })
    .input(renamePasskeyInput)
    .output(passkeyOutput)
    .mutation(({ ctx, input }) => renamePasskey(ctx, input)),
  remove: customer
    .meta({ rest: 'DELETE /api/user/passkeys/:id', summary: 'Removes one of your passkeys.' })
    .input(byId)
    .output(ok)
    .mutation(({ ctx, input }) => removePasskey(ctx, input)),
})

const passkeyLogin = router({
  options: visitor
    .meta({
      rest: 'POST /api/login/passkey/options',
      summary: 'Returns the options for signing in with a passkey, valid for five minutes.',
      idempotent: false,
      refusals: [409],
    })
    .output(authenticatorOptions)
    .mutation(({ ctx }) => passkeyLoginOptions(ctx)),
  enter: visitor
    .meta({
      rest: 'POST /api/login/passkey',
      summary: 'Signs in with a passkey and sets the session cookie.',
      idempotent: false,
      refusals: [401, 409],
    })
    .input(passkeyLoginInput)
    .output(userOutput)
    .mutation(({ ctx, input }) => loginByPasskey(ctx, input)),
})

const sudo = router({
  options: customer
    .meta({
      rest: 'POST /api/user/sudo/options',
      summary: 'Returns the options for confirming your identity with one of your passkeys.',
      idempotent: false,
      refusals: [409],
    })
    .output(authenticatorOptions)
    .mutation(({ ctx }) => sudoOptions(ctx)),
  confirm: customer
    .meta({
      rest: 'POST /api/user/sudo',
      summary: 'Confirms your identity, as dangerous changes require.',
      example: { password: 'a long sentence' },
      idempotent: false,
    })
    .input(sudoInput)
    .output(ok)
    .mutation(({ ctx, input }) => confirmIdentity(ctx, input)),
})

const security = customer
  .meta({ rest: 'GET /api/user/security', summary: 'Returns the ways in which you sign in.' })
  .output(securityOutput)
  .query(({ ctx }) => readSecurity(ctx))

const signIns = customer
  .meta({
    rest: 'GET /api/user/sign-ins',
    summary: 'Lists sign-in attempts to your account in the last 90 days, newest first.',
  })
  .output(z.array(signInOutput))
  .query(({ ctx }) => listSignIns(ctx))

/** Proofs of identity besides the password. */
export const securityProcedures = { totp, passkeys, passkeyLogin, sudo, security, signIns }
