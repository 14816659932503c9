import { Hono, type Context as HonoContext } from 'hono'
import { z } from 'zod'
import type { Context } from '#server/context.ts'
import { type FormTransport, pickFields, readForm, redirect, submitForm } from '#server/http/forms.ts'
import type { RequestEnv } from '#server/http/transport.ts'
import { DomainError } from '#shared/errors.ts'
import { readUuid } from '#shared/uuid.ts'
import { afterSignIn, readNext } from '../contract/after-sign-in.ts'
import { loginInput, registerInput, verifyInput } from '../contract/contract.ts'
import { texts } from '../contract/texts.ts'
import { login } from '../login/login.ts'
import { isOwnNavigation, logoutPage, logoutPagePolicy } from '../navigation.ts'
import { register } from '../service/register.ts'
import { logout } from '../service/sessions.ts'
import { verifyEmail } from '../service/verify-email.ts'
import { postForgot, postReset } from './password.ts'

type C = HonoContext<RequestEnv>

/** Values to refill a failed form with: everything but the passwords. */
const repeated = ['emailOrMobile', 'email', 'mobile', 'firstName', 'lastName'] as const

/** The form has the password twice, the call once; a mismatch is reported together with all other faults. */
const signUpForm = z
  .object({ password: z.string().optional(), confirmPassword: z.string().optional() })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: texts.passwordsDiffer,
  })
  .and(registerInput)

async function submit(ctx: Context, form: URLSearchParams): Promise<void> {
  const fields = pickFields(form, [...repeated, 'password', 'confirmPassword', 'code'])
  if (form.get('mode') === 'signup') await register(ctx, await signUpForm.parseAsync(fields))
  else await login(ctx, await loginInput.parseAsync(fields))
}

/** Sign-in, sign-up and sign-out without JavaScript: the same rules and limits as the calls. */
async function postForm(c: C, transport: FormTransport): Promise<Response> {
  const form = await readForm(c.req.raw)
  const isLogout = form.get('mode') === 'logout'
  const ctx = await transport.contextOf(c, { poll: false, unlimited: isLogout })
  if (isLogout) {
    await logout(ctx)
    return redirect(ctx, '/', 303)
  }
  const way = { next: readNext(form.get('next')), plan: readUuid(form.get('plan')) }
  const mode = form.get('mode') === 'signup' ? 'signup' : 'login'
  const refused = { values: pickFields(form, repeated), mode, ...way } as const
  const carryOut = async () => {
    await submit(ctx, form)
    return redirect(ctx, afterSignIn(way), 303)
  }
  return submitForm(c, transport, { url: '/auth', refused, submit: carryOut })
}

async function getLogout(c: C, transport: FormTransport): Promise<Response> {
  if (!isOwnNavigation(c.req.raw.headers)) {
    return c.html(logoutPage, 200, {
      'content-security-policy': logoutPagePolicy,
      'cache-control': 'no-store',
    })
  }
  const ctx = await transport.contextOf(c, { poll: true, unlimited: true })
  // The same route serves HEAD, which must not change anything.
  if (c.req.raw.method !== 'HEAD') await logout(ctx)
  return redirect(ctx, '/', 302)
}

async function getVerifyEmail(c: C, transport: FormTransport): Promise<Response> {
  const ctx = await transport.contextOf(c, { poll: true })
  // Mail scanners probe links with HEAD, which must not use the token up.
  if (c.req.raw.method === 'HEAD') return redirect(ctx, '/account', 302)
  const token = verifyInput.safeParse({ token: c.req.query('token') })
  const isVerified = token.success && (await didVerify(ctx, token.data))
  return redirect(ctx, `/account?verified=${isVerified ? 1 : 0}`, 302)
}

const didVerify = (ctx: Context, input: z.output<typeof verifyInput>): Promise<boolean> =>
  verifyEmail(ctx, input).then(
    () => true,
    (error: unknown) => {
      if (error instanceof DomainError) return false
      throw error
    },
  )

/** Redirects and plain forms for sign-in, sign-out and a forgotten password. The origin check comes first. */
export function authHttp(transport: FormTransport): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>()
  const guarded = (answer: (c: C, transport: FormTransport) => Promise<Response>) => (c: C) =>
    answer(c, transport).catch((error: unknown) => transport.refuse(c, error))
  app.get('/api/login', (c) => {
    const next = readNext(c.req.query('next'))
    return c.redirect(next ? `/auth?next=${encodeURIComponent(next)}` : '/auth', 302)
  })
  app.get('/api/logout', guarded(getLogout))
  app.get('/api/verify-email', guarded(getVerifyEmail))
  app.post('/auth', guarded(postForm))
  app.post('/auth/forgot', guarded(postForgot))
  app.post('/auth/reset', guarded(postReset))
  return app
}
