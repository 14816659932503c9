import type { Template } from '#features/mail/template.ts'
import { formatMoment } from '#shared/time.ts'

type Kind =
  | 'totp-on'
  | 'totp-off'
  | 'recovery-codes'
  | 'recovery-code-used'
  | 'passkey-added'
  | 'passkey-removed'
  | 'removed-by-us'

export type SecurityChange = Kind

const changes: Record<Kind, { subject: string; text: string }> = {
  'totp-on': {
    subject: 'Two-factor sign-in is on',
    text: 'From now on, signing in with the password also takes a code of your authenticator app.',
  },
  'totp-off': {
    subject: 'Two-factor sign-in is off',
    text: 'Signing in takes the password alone again. The recovery codes are no longer good.',
  },
  'recovery-codes': {
    subject: 'You have new recovery codes',
    text: 'The recovery codes of two-factor sign-in were made anew. The former ones are no longer good.',
  },
  'recovery-code-used': {
    subject: 'A recovery code was used',
    text: 'Somebody signed in with the password and a recovery code in place of a code of your authenticator app. That code is used up.',
  },
  'passkey-added': {
    subject: 'A passkey was added',
    text: 'A new passkey can sign in without the password.',
  },
  'passkey-removed': {
    subject: 'A passkey was removed',
    text: 'It can no longer be used to sign in.',
  },
  'removed-by-us': {
    subject: 'We switched two-factor sign-in off',
    text: 'An administrator removed the authenticator app, the recovery codes and the passkeys, after proof that it was asked for by the owner. All devices were signed out. Signing in takes the password alone until you set them up again.',
  },
}

/** Sent when something about the ways to sign in has changed, so that the owner learns of it. */
export const securityChanged =
  ({ userId, change }: { userId: string; change: Kind }): Template =>
  ({ companyName, origin }) => ({
    kind: 'auth.security',
    relatedId: userId,
    subject: changes[change].subject,
    paragraphs: [
      `This is about your ${companyName} account. ${changes[change].text}`,
      'If it was not you, change your password immediately, and look at your sessions.',
    ],
    action: { label: 'Account settings', url: `${origin}/account` },
  })

type NewDevice = { userId: string; device: string; place: string; at: Date }

/** Sent after a sign-in on a device that never signed in to the account before. */
export const newDeviceMail =
  ({ userId, device, place, at }: NewDevice): Template =>
  ({ companyName, origin }) => ({
    kind: 'auth.new-device',
    relatedId: userId,
    subject: 'A new device signed in to your account',
    paragraphs: [
      `Your ${companyName} account was signed in to on a device that it does not know.`,
      `${device}, ${place}, ${formatMoment(at)}.`,
      'If it was you, nothing needs to be done. Not you? End that session and change your password.',
    ],
    action: { label: 'End it and change your password', url: `${origin}/account?dialog=password` },
  })
