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
      summary: 'Makes a secret for an authenticator app; two-factor is on once a code is confirmed.',
      idempotent: false,
      refusals: [409],
    })
    .output(totpSecretOutput)
    .mutation(({ ctx }) => enableTotp(ctx)),
  confirm: customer
    .meta({
      rest: 'POST /api/user/totp/confirm',
      summary: 'Switches two-factor on by a first code, and shows ten recovery codes once.',
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
      summary: 'Switches two-factor off; its recovery codes are gone.',
      idempotent: false,
    })
    .output(ok)
    .mutation(({ ctx }) => disableTotp(ctx)),
  renewCodes: customer
    .meta({
      rest: 'POST /api/user/totp/recovery-codes',
      summary: 'Makes ten new recovery codes in place of the former ones, and shows them once.',
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
      summary: 'Says what to ask an authenticator for a new passkey, within five minutes.',
      idempotent: false,
      refusals: [409],
    })
    .output(authenticatorOptions)
    .mutation(({ ctx }) => passkeyOptions(ctx)),
  add: customer
    .meta({
      rest: 'POST /api/user/passkeys',
      summary: 'Adds the passkey that an authenticator made.',
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
      summary: 'Says what to ask an authenticator for a sign-in, within five minutes.',
      idempotent: false,
      refusals: [409],
    })
    .output(authenticatorOptions)
    .mutation(({ ctx }) => passkeyLoginOptions(ctx)),
  enter: visitor
    .meta({
      rest: 'POST /api/login/passkey',
      summary: 'Signs in by the answer of a passkey and sets the session cookie.',
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
      summary: 'Says what to ask one of your passkeys for, to prove that it is you.',
      idempotent: false,
      refusals: [409],
    })
    .output(authenticatorOptions)
    .mutation(({ ctx }) => sudoOptions(ctx)),
  confirm: customer
    .meta({
      rest: 'POST /api/user/sudo',
      summary: 'Proves again that it is you: dangerous changes ask for this.',
      example: { password: 'a long sentence' },
      idempotent: false,
    })
    .input(sudoInput)
    .output(ok)
    .mutation(({ ctx, input }) => confirmIdentity(ctx, input)),
})

const security = customer
  .meta({ rest: 'GET /api/user/security', summary: 'Shows the ways in which you sign in.' })
  .output(securityOutput)
  .query(({ ctx }) => readSecurity(ctx))

const signIns = customer
  .meta({
    rest: 'GET /api/user/sign-ins',
    summary: 'Lists the attempts to sign in to your account within 90 days, newest first.',
  })
  .output(z.array(signInOutput))
  .query(({ ctx }) => listSignIns(ctx))

/** How somebody proves who they are, beside the password. */
export const securityProcedures = { totp, passkeys, passkeyLogin, sudo, security, signIns }
