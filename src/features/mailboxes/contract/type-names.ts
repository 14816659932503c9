import type { AccountType } from './rules.ts'

/** Names of the types where one is chosen. */
export const typeNames: Record<AccountType, string> = {
  mailbox: 'Full Mailbox',
  forwarding: 'Email Forwarding',
  alias: 'Email Alias',
}

/** The same beside an address. */
export const shortTypeNames: Record<AccountType, string> = {
  mailbox: 'Mailbox',
  forwarding: 'Forwarding',
  alias: 'Alias',
}
