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
    text: 'From now on, signing in with your password also takes a code from your authenticator app.',
  },
  'totp-off': {
    subject: 'Two-factor sign-in is off',
    text: 'You now sign in with your password alone. Your recovery codes no longer work.',
  },
  'recovery-codes': {
    subject: 'You have new recovery codes',
    text: 'New recovery codes for two-factor sign-in were created. The old ones no longer work.',
  },
  'recovery-code-used': {
    subject: 'A recovery code was used',
    text: 'Someone signed in with your password and a recovery code instead of a code from your authenticator app. The recovery code no longer works.',
  },
  'passkey-added': {
    subject: 'A passkey was added',
    text: 'A new passkey can sign in without the password.',
  },
  'passkey-removed': {
    subject: 'A passkey was removed',
    text: 'It can no longer sign in to your account.',
  },
  'removed-by-us': {
    subject: 'We turned two-factor sign-in off',
    text: 'An administrator removed your authenticator app, recovery codes and passkeys, after verifying that the request came from you. All your devices were signed out. You sign in with your password alone until you set them up again.',
  },
}

/** Sent when a way to sign in has changed, so that the owner learns of it. */
export const securityChanged =
  ({ userId, change }: { userId: string; change: Kind }): Template =>
  ({ companyName, origin }) => ({
    kind: 'auth.security',
    relatedId: userId,
    subject: changes[change].subject,
    paragraphs: [
      `This is about your ${companyName} account. ${changes[change].text}`,
      'If it was not you, change your password immediately and check your sessions.',
    ],
    action: { label: 'Account settings', url: `${origin}/account` },
  })

type NewDevice = { userId: string; device: string; place: string; at: Date }

/** Sent after a sign-in on a device that is new to the account. */
export const newDeviceMail =
  ({ userId, device, place, at }: NewDevice): Template =>
  ({ companyName, origin }) => ({
    kind: 'auth.new-device',
    relatedId: userId,
    subject: 'A new device signed in to your account',
    paragraphs: [
      `Someone signed in to your ${companyName} account on a new device.`,
      `${device}, ${place}, ${formatMoment(at)}.`,
      'If it was you, there is nothing to do. Not you? End that session and change your password.',
    ],
    action: { label: 'End it and change your password', url: `${origin}/account?dialog=password` },
  })
