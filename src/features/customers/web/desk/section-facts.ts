import type { Tone } from '#web/ui/values/status-badge.tsx'
import type { CustomerRow } from '../../contract/contract.ts'
import type { SectionKey } from '../../contract/sections.ts'

/** Link into the console. */
type Target = { to: string; search: Record<string, string> }

type Customer = { id: string; email: string }

type SectionFacts = {
  title: string
  /** Text of an empty section. */
  none: string
  /** Link of a row. */
  target?: (row: CustomerRow) => Target | null
  /** Link to all of them. */
  all?: (customer: Customer) => Target
}

const service = ({ serviceId: q }: CustomerRow): Target | null =>
  q ? { to: '/admin/services', search: { q } } : null

/** Titles of the customer page's sections, and their links. */
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
  mails: { title: 'Portal emails, last 30 days', none: 'No emails in the last 30 days.' },
  signIns: { title: 'Sign-ins, last 90 days', none: 'No sign-ins in the last 90 days.' },
  sessions: { title: 'Signed in now', none: 'No open sessions.' },
  audit: { title: 'Audit', none: 'No entries.' },
}

const tones = new Map<string, Tone>([
  ...['approved', 'paid', 'completed', 'sent', 'signed in'].map((status) => [status, 'ok'] as const),
  ...['rejected', 'failed', 'refused', 'suspended', 'error', 'expired', 'terminated'].map(
    (status) => [status, 'bad'] as const,
  ),
  ...['open', 'queued', 'not verified'].map((status) => [status, 'warn'] as const),
])

/** Colour of a status that the common colours do not define. */
export const toneOf = (status: string): Tone | undefined => tones.get(status)
