import { texts } from '#features/auth/contract/texts.ts'
import { serverMessage, statusOf } from '#web/lib/api-error.ts'
import type { Problem, Values } from '#web/lib/plain-form.ts'
import type { AuthMode } from '#web/public/public-header.tsx'

export const failureTitle: Record<AuthMode, string> = { login: texts.loginFailed, signup: texts.signupFailed }

const isBlank = (value: string | undefined) => !value?.trim()

function checkLogin({ emailOrMobile, password }: Values): Problem | null {
  const fields: Values = {}
  if (isBlank(emailOrMobile)) fields.emailOrMobile = 'Enter your email or mobile number.'
  if (!password) fields.password = 'Enter your password.'
  return Object.keys(fields).length > 0 ? { fields } : null
}

function checkSignUp({ email, mobile, password }: Values, confirmed: string): Problem | null {
  if (password !== confirmed) {
    return { message: texts.passwordsDiffer, fields: { confirmPassword: texts.passwordsDiffer } }
  }
  const missing = Object.entries({ email, mobile }).filter(([, value]) => isBlank(value))
  if (missing.length === 0) return null
  const fields = Object.fromEntries(missing.map(([name]) => [name, texts.bothRequired]))
  return { message: texts.bothRequired, fields }
}

/** What the form itself can tell is wrong, before anything is sent. */
export const checkForm = (mode: AuthMode, values: Values, confirmed: string): Problem | null =>
  mode === 'login' ? checkLogin(values) : checkSignUp(values, confirmed)

const silent: Record<AuthMode, string> = {
  login: texts.invalidCredentials,
  signup: texts.accountCreationFailed,
}

/** The sentence of the toast of a refusal: the server's own, else that of the mode; no answer at all is another matter. */
export function failureText(mode: AuthMode, error: unknown): string {
  const status = statusOf(error)
  const spoken = serverMessage(error)
  if (status === 0 || (status >= 500 && !spoken)) return texts.wentWrong
  return spoken ?? silent[mode]
}
