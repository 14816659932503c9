import { composeMail, greet, type Recipient } from '#shared/mail.ts'
import { resetTokenMinutes } from './contract/texts.ts'
import { verifyTokenHours } from './contract.ts'

type Sender = { companyName: string; origin: string }

/** Sent at sign-up and on request: the link proves that the e-mail address is the customer's. */
export const verifyEmail = (to: Recipient, from: Sender, token: string) => ({
  kind: 'auth.verify',
  subject: 'Verify your email address',
  ...composeMail({
    companyName: from.companyName,
    greeting: greet(to),
    paragraphs: [
      `Please verify the email address of your ${from.companyName} account.`,
      `The link works once, within ${verifyTokenHours} hours. If you did not sign up, you can ignore this email.`,
    ],
    action: { label: 'Verify email address', url: `${from.origin}/api/verify-email?token=${token}` },
  }),
})

/** Sent when somebody asks to reset the password of an account that exists. */
export const resetPasswordMail = (to: Recipient, from: Sender, token: string) => ({
  kind: 'auth.reset',
  subject: 'Reset your password',
  ...composeMail({
    companyName: from.companyName,
    greeting: greet(to),
    paragraphs: [
      `Somebody asked to reset the password of your ${from.companyName} account.`,
      `The link works once, within ${resetTokenMinutes} minutes. If it was not you, you can ignore this email: your password stays as it is.`,
    ],
    action: { label: 'Choose a new password', url: `${from.origin}/auth/reset?token=${token}` },
  }),
})

/** Sent after a password was changed or reset, so that its owner learns of it. */
export const passwordChanged = (to: Recipient, from: Sender) => ({
  kind: 'auth.password',
  subject: 'Your password was changed',
  ...composeMail({
    companyName: from.companyName,
    greeting: greet(to),
    paragraphs: [
      `The password of your ${from.companyName} account was changed, and your other devices were signed out.`,
      'If it was not you, reset your password at once.',
    ],
    action: { label: 'Reset password', url: `${from.origin}/auth/forgot` },
  }),
})
