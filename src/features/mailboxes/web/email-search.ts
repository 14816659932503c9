import { type ListSearch, readListSearch } from '#web/lib/paged-list.ts'
import { given, readSearchDialog, readSearchId } from '#web/lib/search-values.ts'

// An address without a tab shows the settings.
const tabs = ['forwarding', 'security', 'storage'] as const
export type EmailTab = 'settings' | (typeof tabs)[number]

/** Orders of the list of accounts, the usual one first. */
export const accountOrders = [
  ['newest', 'Newest first'],
  ['address', 'Address'],
  ['used', 'Largest first'],
] as const

const dialogs = ['create', 'setup'] as const

/** What the page keeps in its address: the list, the selected account with its tab, and the open dialog. */
export type EmailSearch = ListSearch & {
  account?: string
  tab?: Exclude<EmailTab, 'settings'>
  dialog?: (typeof dialogs)[number]
}

/** The known keys of an address, and nothing else. */
export const readEmailSearch = (search: Record<string, unknown>): EmailSearch => ({
  ...readListSearch(
    search,
    accountOrders.map(([order]) => order),
  ),
  ...given({
    account: readSearchId(search.account),
    tab: tabs.find((tab) => tab === search.tab),
    dialog: readSearchDialog(search.dialog, dialogs),
  }),
})

/** The tabs of an account in their order, each with its words. */
export const emailTabs: readonly (readonly [tab: EmailTab, words: string])[] = [
  ['settings', 'Settings'],
  ['forwarding', 'Forwarding'],
  ['security', 'Security'],
  ['storage', 'Storage'],
]

/** The address of a tab of the selected account. */
export const searchOfTab = (tab: EmailTab, before: EmailSearch): EmailSearch => {
  const { tab: _tab, dialog: _dialog, ...rest } = before
  return tab === 'settings' ? rest : { ...rest, tab }
}

/** The address of the list alone, as it is searched and turned. */
export const searchOfList = ({ q, sort, page }: EmailSearch): EmailSearch => given({ q, sort, page })

/** The address of another account on the same page of the list. */
export const searchOfAccount = (account: string, before: EmailSearch): EmailSearch => ({
  ...searchOfList(before),
  account,
})
