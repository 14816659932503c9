import type { AccountType } from './rules.ts'

/** How a type is written for people. */
export const typeNames: Record<AccountType, string> = {
  mailbox: 'Full Mailbox',
  forwarding: 'Email Forwarding',
  alias: 'Email Alias',
}
