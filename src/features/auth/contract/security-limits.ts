/** Limits and texts of sign-in security, apart from the texts that every page loads. */

/** How long a proof of identity counts. */
export const freshMinutes = 10
/** Digits of a code, and its period in seconds (RFC 6238). */
export const codeDigits = 6
export const codePeriodSeconds = 30
export const recoveryCodeCount = 10
export const maxPasskeys = 20
/** How long sign-ins stay listed. */
export const signInDays = 90

/** Refusals of a second factor. */
export const codeTexts = {
  required: 'Enter the code from your authenticator app.',
  wrong: 'This code is not correct. Enter the newest one.',
} as const
