/** What the ways to sign in have in numbers and words, apart from the texts that every page loads. */

/** How long a proof of who somebody is counts. */
export const freshMinutes = 10
/** Digits of a code, and how long each is new, in seconds (RFC 6238). */
export const codeDigits = 6
export const codePeriodSeconds = 30
export const recoveryCodeCount = 10
export const maxPasskeys = 20
/** How long sign-ins are listed. */
export const signInDays = 90

/** What a second factor is refused with. */
export const codeTexts = {
  required: 'Enter the code of your authenticator app.',
  wrong: 'This code is not right. Enter the newest one.',
} as const
