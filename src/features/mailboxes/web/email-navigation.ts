import type { ListSearch } from '#web/lib/paged-list.ts'
import { given } from '#web/lib/search-values.ts'
import type { AccountOrder, EmailSearch, EmailTab } from './email-search.ts'

/** Orders of the account list, with their labels. */
export const accountOrders: readonly (readonly [order: AccountOrder, words: string])[] = [
  ['newest', 'Newest first'],
  ['address', 'Address'],
  ['used', 'Largest first'],
]

/** The tabs of an account in order, with their labels. */
export const emailTabs: readonly (readonly [tab: EmailTab, words: string])[] = [
  ['settings', 'Settings'],
  ['forwarding', 'Forwarding'],
  ['security', 'Security'],
  ['storage', 'Storage'],
]

/** The URL of a tab of the selected account. */
export const searchOfTab = (tab: EmailTab, before: EmailSearch): EmailSearch => {
  const { tab: _tab, dialog: _dialog, ...rest } = before
  return tab === 'settings' ? rest : { ...rest, tab }
}

/** The URL of the list without an account, with its search, order and page. */
export const searchOfList = ({ q, sort, page }: ListSearch): ListSearch => given({ q, sort, page })

/** The URL of another account on the same page of the list. */
export const searchOfAccount = (account: string, before: EmailSearch): EmailSearch => ({
  ...searchOfList(before),
  account,
})
