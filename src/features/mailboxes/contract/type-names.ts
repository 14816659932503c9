import type { AccountType } from './rules.ts'

/** Type names in forms. */
export const typeNames: Record<AccountType, string> = {
  mailbox: 'Full Mailbox',
  forwarding: 'Email Forwarding',
  alias: 'Email Alias',
}

/** Type names beside an address. */
export const shortTypeNames: Record<AccountType, string> = {
  mailbox: 'Mailbox',
  forwarding: 'Forwarding',
  alias: 'Alias',
}
