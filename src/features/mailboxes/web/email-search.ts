import { readUuid } from '#shared/uuid.ts'
import { type ListSearch, readListSearch } from '#web/lib/paged-list.ts'
import { given, readSearchDialog } from '#web/lib/search-values.ts'

// A URL without a tab shows the settings.
const tabs = ['forwarding', 'security', 'storage'] as const
export type EmailTab = 'settings' | (typeof tabs)[number]

/** Orders of the account list, the default first. */
const orders = ['newest', 'address', 'used'] as const
export type AccountOrder = (typeof orders)[number]

const dialogs = ['create', 'setup'] as const

/** The search parameters of the page: the list, its service filter, the selected account with its tab, and the open dialog. */
export type EmailSearch = ListSearch & {
  service?: string
  account?: string
  tab?: Exclude<EmailTab, 'settings'>
  dialog?: (typeof dialogs)[number]
}

/** Reads the known parameters of a URL. */
export const readEmailSearch = (search: Record<string, unknown>): EmailSearch => ({
  ...readListSearch(search, orders),
  ...given({
    service: readUuid(search.service),
    account: readUuid(search.account),
    tab: tabs.find((tab) => tab === search.tab),
    dialog: readSearchDialog(search.dialog, dialogs),
  }),
})
