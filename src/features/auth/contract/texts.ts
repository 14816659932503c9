/** What the forms of sign-in and sign-up need of the contract; free of zod, which their pages do not load. */

export const passwordMinLength = 8
export const passwordMaxLength = 128
export const resetTokenMinutes = 30
export const redirectAfterSignUpMs = 1_000

/** Texts of part 1 section 5 and 8, and of decisions section 2. */
export const texts = {
  bothRequired: 'Both email and mobile number are required',
  passwordsDiffer: 'Passwords do not match',
  invalidCredentials: 'Invalid credentials',
  loginFailed: 'Login Failed',
  signupFailed: 'Signup Failed',
  accountCreationFailed: 'Account creation failed',
  wentWrong: 'Something went wrong. Please try again.',
  accountCreated: 'Account Created',
  accountCreatedText: 'Welcome! Redirecting to your dashboard, where your services will appear.',
} as const

/** A path of this site that a sign-in may lead to; anything else is dropped (decisions section 2). */
export const readNext = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= 2_048 && /^\/(?![/\\])/.test(value) && !/\p{Cc}/u.test(value)
    ? value
    : undefined
