import { toE164 } from '#features/auth/contract/mobile.ts'
import { passwordMinLength, texts } from '#features/auth/contract/texts.ts'
import { serverMessage, statusOf } from '#web/lib/calls/api-error.ts'
import type { Problem, Values } from '#web/lib/calls/plain-form.ts'
import { given } from '#web/lib/search-values.ts'
import type { AuthMode } from '#web/public/public-header.tsx'

export const failureTitle: Record<AuthMode, string> = { login: texts.loginFailed, signup: texts.signupFailed }

const isBlank = (value: string | undefined) => !value?.trim()

function checkLogin({ emailOrMobile, password }: Values): Problem | null {
  const fields: Values = {}
  if (isBlank(emailOrMobile)) fields.emailOrMobile = 'Enter your email or mobile number.'
  if (!password) fields.password = 'Enter your password.'
  return Object.keys(fields).length > 0 ? { fields } : null
}

function emailProblem(email = ''): string | undefined {
  if (isBlank(email)) return 'Enter your email address.'
  return /^\S+@\S+\.\S+$/.test(email.trim()) ? undefined : 'Enter a valid email address.'
}

function mobileProblem(mobile = ''): string | undefined {
  if (isBlank(mobile)) return 'Enter your mobile number.'
  return toE164(mobile) ? undefined : 'Enter a valid mobile number.'
}

/** All errors of one round; a toast has those of the whole form, the others appear below their fields. */
function checkSignUp({ email, mobile, password = '', confirmPassword }: Values): Problem | null {
  const fields = given({
    email: emailProblem(email),
    mobile: mobileProblem(mobile),
    password:
      password.length < passwordMinLength ? `Use at least ${passwordMinLength} characters.` : undefined,
    confirmPassword: password === confirmPassword ? undefined : texts.passwordsDiffer,
  })
  if (Object.keys(fields).length === 0) return null
  const isIncomplete = isBlank(email) || isBlank(mobile)
  const general = fields.confirmPassword ?? (isIncomplete ? texts.bothRequired : undefined)
  return { ...given({ message: general }), fields }
}

/** Errors that the form can detect before it sends anything. */
export const checkForm = (mode: AuthMode, values: Values): Problem | null =>
  mode === 'login' ? checkLogin(values) : checkSignUp(values)

const silent: Record<AuthMode, string> = {
  login: texts.invalidCredentials,
  signup: texts.accountCreationFailed,
}

/** The toast's text for a refusal: the server's message, else that of the mode; a missing answer has its own. */
export function failureText(mode: AuthMode, error: unknown): string {
  if (statusOf(error) === 0) return texts.wentWrong
  return serverMessage(error) ?? silent[mode]
}
