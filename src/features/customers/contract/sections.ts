/** Sections of the customer page, in order. */
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

/** Most rows of a section. */
export const sectionRows = 6
