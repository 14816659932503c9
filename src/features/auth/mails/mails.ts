import type { Template } from '#features/mail/template.ts'
import { verifyTokenHours } from '../contract/contract.ts'
import { resetTokenMinutes, undoTokenDays } from '../contract/texts.ts'

type Link = { userId: string; token: string }

/** Sent at sign-up and on request: the link proves that the e-mail address is the customer's. */
export const verifyEmail =
  ({ userId, token }: Link): Template =>
  ({ companyName, origin }) => ({
    kind: 'auth.verify',
    relatedId: userId,
    subject: 'Verify your email address',
    paragraphs: [
      `Please verify the email address of your ${companyName} account.`,
      `The link works once, within ${verifyTokenHours} hours. If you did not sign up, you can ignore this email.`,
    ],
    action: { label: 'Verify email address', url: `${origin}/api/verify-email?token=${token}` },
  })

/** Sent when somebody asks to reset the password of an account that exists. */
export const resetPasswordMail =
  ({ userId, token }: Link): Template =>
  ({ companyName, origin }) => ({
    kind: 'auth.reset',
    relatedId: userId,
    subject: 'Reset your password',
    paragraphs: [
      `Somebody asked to reset the password of your ${companyName} account.`,
      `The link works once, within ${resetTokenMinutes} minutes. If it was not you, you can ignore this email: your password stays as it is.`,
    ],
    action: { label: 'Choose a new password', url: `${origin}/auth/reset?token=${token}` },
  })

/** Sent after a password was changed or reset, so that its owner learns of it. */
export const passwordChanged =
  ({ userId }: { userId: string }): Template =>
  ({ companyName, origin }) => ({
    kind: 'auth.password',
    relatedId: userId,
    subject: 'Your password was changed',
    paragraphs: [
      `The password of your ${companyName} account was changed, and your other devices were signed out.`,
      'If it was not you, reset your password immediately.',
    ],
    action: { label: 'Reset password', url: `${origin}/auth/forgot` },
  })

/** Sent to the old address after another one has taken its place: whoever changed it may not have been its owner. */
export const emailChanged =
  ({ userId, token }: Link): Template =>
  ({ companyName, origin }) => ({
    kind: 'auth.email',
    relatedId: userId,
    subject: 'Your email address was changed',
    paragraphs: [
      `The email address of your ${companyName} account was changed, and this one is no longer used for it.`,
      `If it was you, there is nothing to do. If it was not, undo the change within ${undoTokenDays} days: this address is put back, everybody is signed out, and you choose a new password.`,
    ],
    action: { label: 'Undo the change', url: `${origin}/auth/reset?token=${token}&undo=true` },
  })
