import type { Context as HonoContext } from 'hono'
import { type FormTransport, pickFields, readForm, redirect, submitForm } from '#server/http/forms.ts'
import type { RequestEnv } from '#server/http/transport.ts'
import { forgotInput, resetInput } from '../contract/contract.ts'
import { forgotPassword, resetPassword } from '../service/reset-password.ts'

type C = HonoContext<RequestEnv>

/** Requests a reset link by the plain form; the page says the same whether the account exists or not. */
export async function postForgot(c: C, transport: FormTransport): Promise<Response> {
  const ctx = await transport.contextOf(c, { poll: false })
  const values = pickFields(await readForm(c.req.raw), ['email'])
  const submit = async () => {
    await forgotPassword(ctx, await forgotInput.parseAsync(values))
    return redirect(ctx, '/auth/forgot?sent=true', 303)
  }
  return submitForm(c, transport, { url: '/auth/forgot', refused: { values }, submit })
}

/** Sets the new password by the plain form; a refused form keeps the token but not the password. */
export async function postReset(c: C, transport: FormTransport): Promise<Response> {
  const ctx = await transport.contextOf(c, { poll: false })
  const form = await readForm(c.req.raw)
  const submit = async () => {
    await resetPassword(ctx, await resetInput.parseAsync(pickFields(form, ['token', 'password'])))
    return redirect(ctx, '/auth?reset=true', 303)
  }
  const refused = { values: pickFields(form, ['token']) }
  return submitForm(c, transport, { url: '/auth/reset', refused, submit })
}
