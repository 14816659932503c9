/** A delivery channel of notices. */
export const channels = ['screen', 'mail', 'webhook'] as const
export type Channel = (typeof channels)[number]

type KindFacts = {
  label: string
  group: 'Services' | 'Billing' | 'Domains' | 'Storage' | 'Account' | 'Security'
  /** Channels that are off by default. */
  off?: readonly Channel[]
}

/** All kinds of notices. A feature with a new kind adds it here. */
export const noticeKinds = {
  'service.activated': { group: 'Services', label: 'A service is active' },
  'service.suspended': { group: 'Services', label: 'A service was suspended, ended or restored' },
  'service.stopped': { group: 'Services', label: 'A server stopped or was restarted after a crash' },
  'service.plan': { group: 'Services', label: 'A service’s plan was changed' },
  'backup.failed': { group: 'Services', label: 'A backup failed' },
  'order.approved': { group: 'Billing', label: 'An order was approved without its domain' },
  'order.rejected': { group: 'Billing', label: 'An order was rejected' },
  'order.released': { group: 'Billing', label: 'An order’s domain is no longer reserved' },
  'invoice.issued': { group: 'Billing', label: 'An invoice or a credit note was issued' },
  'payment.received': { group: 'Billing', label: 'A payment arrived' },
  'renewal.due': { group: 'Billing', label: 'A renewal is due soon, or a domain ends' },
  'renewal.overdue': { group: 'Billing', label: 'A renewal is overdue' },
  'renewal.suspended': {
    group: 'Billing',
    label: 'A service or domain was suspended or restored because of a renewal',
  },
  'domain.verified': { group: 'Domains', label: 'A domain was verified', off: ['mail'] },
  'domain.lost': { group: 'Domains', label: 'A domain was lost' },
  'certificate.failing': { group: 'Domains', label: 'A certificate could not be issued or renewed' },
  'account.export': { group: 'Account', label: 'Your data export is ready' },
  'quota.disk': { group: 'Storage', label: 'A service’s disk is 80% or 95% full' },
  'quota.mail': { group: 'Storage', label: 'A mailbox is 80% or 95% full' },
  'member.invited': { group: 'Account', label: 'A member was invited, joined or left' },
  'webhook.disabled': { group: 'Account', label: 'A webhook was disabled after failures' },
  'security.sign-in': { group: 'Security', label: 'A sign-in from a new device' },
  'security.password': { group: 'Security', label: 'The password was changed' },
  'security.email': { group: 'Security', label: 'The email address was changed' },
  'security.two-factor': { group: 'Security', label: 'Two-factor authentication was changed' },
  'security.passkey': { group: 'Security', label: 'A passkey was added or removed' },
  'security.api-key': { group: 'Security', label: 'An API key was created' },
} as const satisfies Record<string, KindFacts>

export type NoticeKind = keyof typeof noticeKinds
export const noticeKindNames = Object.keys(noticeKinds) as [NoticeKind, ...NoticeKind[]]

export const factsOf = (kind: NoticeKind): KindFacts => noticeKinds[kind]

const securityReason = 'Security emails are always sent, so that you learn of a break-in.'

/** Why a channel of a kind cannot be switched off; null when it can. */
export const lockOf = (kind: NoticeKind, channel: Channel): string | null =>
  channel === 'mail' && factsOf(kind).group === 'Security' ? securityReason : null

export type Channels = Record<Channel, boolean>

/** The default channels of a kind. */
export function defaultChannels(kind: NoticeKind): Channels {
  const { off = [] } = factsOf(kind)
  return { screen: !off.includes('screen'), mail: !off.includes('mail'), webhook: !off.includes('webhook') }
}

/** The user's choice, with locked channels on. */
export const withLocks = (kind: NoticeKind, { screen, mail, webhook }: Channels): Channels => ({
  screen: screen || lockOf(kind, 'screen') !== null,
  mail: mail || lockOf(kind, 'mail') !== null,
  webhook: webhook || lockOf(kind, 'webhook') !== null,
})
