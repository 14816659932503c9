import type { Tone } from '#web/ui/values/status-badge.tsx'
import type { CustomerRow } from '../../contract/contract.ts'
import type { SectionKey } from '../../contract/sections.ts'

/** Where something leads in the console. */
type Target = { to: string; search: Record<string, string> }

type Customer = { id: string; email: string }

type SectionFacts = {
  title: string
  /** The sentence when there is nothing. */
  none: string
  /** Where a row leads. */
  target?: (row: CustomerRow) => Target | null
  /** Where all of them are. */
  all?: (customer: Customer) => Target
}

const service = ({ serviceId: q }: CustomerRow): Target | null =>
  q ? { to: '/admin/services', search: { q } } : null

/** What the sections of the page of a customer are called, and where they lead. */
export const sectionFacts: Record<SectionKey, SectionFacts> = {
  services: {
    title: 'Services',
    none: 'No services.',
    target: service,
    all: ({ email: q }) => ({ to: '/admin/services', search: { q } }),
  },
  orders: {
    title: 'Orders',
    none: 'No orders.',
    target: ({ id: selected }) => ({ to: '/admin/orders', search: { status: 'all', selected } }),
    all: ({ email: q }) => ({ to: '/admin/orders', search: { status: 'all', q } }),
  },
  invoices: {
    title: 'Invoices',
    none: 'No invoices.',
    target: ({ id: selected }) => ({ to: '/admin/invoices', search: { selected } }),
    all: ({ id: user }) => ({ to: '/admin/invoices', search: { user } }),
  },
  domains: {
    title: 'Domains',
    none: 'No domains.',
    target: ({ id: q }) => ({ to: '/admin/domains', search: { q } }),
    all: ({ email: q }) => ({ to: '/admin/domains', search: { q } }),
  },
  mailboxes: { title: 'Mailboxes', none: 'No mailboxes.', target: service },
  databases: { title: 'Databases', none: 'No databases.', target: service },
  backups: { title: 'Backups', none: 'No backups.', target: service },
  projects: { title: 'Projects', none: 'No projects.' },
  received: {
    title: 'Messages from this address',
    none: 'No messages.',
    target: () => ({ to: '/admin/messages', search: {} }),
  },
  sent: { title: 'Messages to this customer', none: 'No messages.' },
  mails: { title: 'Emails of the portal, last 30 days', none: 'No emails in the last 30 days.' },
  signIns: { title: 'Sign-ins, last 90 days', none: 'No sign-ins in the last 90 days.' },
  sessions: { title: 'Signed in now', none: 'No open session.' },
  audit: { title: 'Audit', none: 'No entries.' },
}

const tones = new Map<string, Tone>([
  ...['approved', 'paid', 'completed', 'sent', 'signed in'].map((status) => [status, 'ok'] as const),
  ...['rejected', 'failed', 'refused', 'suspended', 'error', 'expired', 'terminated'].map(
    (status) => [status, 'bad'] as const,
  ),
  ...['open', 'queued', 'not verified'].map((status) => [status, 'warn'] as const),
])

/** The colour of a status where the common one says nothing of it. */
export const toneOf = (status: string): Tone | undefined => tones.get(status)
