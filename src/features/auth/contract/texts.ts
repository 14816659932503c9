/** Contract values for the sign-in and sign-up forms; free of zod, which their pages do not load. */

export const passwordMinLength = 8
export const passwordMaxLength = 128
export const resetTokenMinutes = 30
export const undoTokenDays = 7
export const redirectAfterSignUpMs = 1_000

/** Texts of sign-in and sign-up (docs/product/accounts.md, "Sign-up" and "Sign-in"). */
export const texts = {
  bothRequired: 'Both email and mobile number are required',
  passwordsDiffer: 'Passwords do not match',
  invalidCredentials: 'Invalid credentials',
  loginFailed: 'Login Failed',
  signupFailed: 'Signup Failed',
  accountCreationFailed: 'Account creation failed',
  passwordHint: `At least ${passwordMinLength} characters, and not a common password such as password123.`,
  accountExists: 'An account with this email or mobile number already exists.',
  wentWrong: 'Something went wrong. Please try again.',
  accountCreated: 'Account Created',
  accountCreatedText: 'Welcome! Redirecting to your dashboard, where your services will appear.',
} as const
