/** The sections of the page of a customer, in their order. */
export const sectionKeys = [
  'services',
  'orders',
  'invoices',
  'domains',
  'mailboxes',
  'databases',
  'backups',
  'projects',
  'received',
  'sent',
  'mails',
  'signIns',
  'sessions',
  'audit',
] as const

export type SectionKey = (typeof sectionKeys)[number]

/** The most rows of a section. */
export const sectionRows = 6
