import type { Template } from '#features/mail/template.ts'
import { verifyTokenHours } from '../contract/contract.ts'
import { resetTokenMinutes, undoTokenDays } from '../contract/texts.ts'

type Link = { userId: string; token: string }

/** Sent at sign-up and on request: the link proves that the address belongs to the customer. */
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

/** Sent on a reset request when the account exists. */
export const resetPasswordMail =
  ({ userId, token }: Link): Template =>
  ({ companyName, origin }) => ({
    kind: 'auth.reset',
    relatedId: userId,
    subject: 'Reset your password',
    paragraphs: [
      `Someone asked to reset the password of your ${companyName} account.`,
      `The link works once, within ${resetTokenMinutes} minutes. If it was not you, ignore this email: your password has not changed.`,
    ],
    action: { label: 'Choose a new password', url: `${origin}/auth/reset?token=${token}` },
  })

/** Sent after a password change or reset, so that the owner learns of it. */
export const passwordChanged =
  ({ userId }: { userId: string }): Template =>
  ({ companyName, origin }) => ({
    kind: 'auth.password',
    relatedId: userId,
    subject: 'Your password was changed',
    paragraphs: [
      `Your ${companyName} account password was changed, and your other devices were signed out.`,
      'If it was not you, reset your password immediately.',
    ],
    action: { label: 'Reset password', url: `${origin}/auth/forgot` },
  })

/** Sent to the old address after a change: the owner may not have made it. */
export const emailChanged =
  ({ userId, token }: Link): Template =>
  ({ companyName, origin }) => ({
    kind: 'auth.email',
    relatedId: userId,
    subject: 'Your email address was changed',
    paragraphs: [
      `The email address of your ${companyName} account was changed. This address is no longer used for it.`,
      `If it was you, there is nothing to do. If it was not, undo the change within ${undoTokenDays} days: we restore this address, sign out all devices, and ask you for a new password.`,
    ],
    action: { label: 'Undo the change', url: `${origin}/auth/reset?token=${token}&undo=true` },
  })
