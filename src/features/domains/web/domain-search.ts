import { readUuid } from '#shared/uuid.ts'
import { type ListSearch, readListSearch } from '#web/lib/paged-list.ts'
import { given, readSearchDialog } from '#web/lib/search-values.ts'

// The default tab shows the records.
const tabs = ['ssl', 'subdomains', 'settings'] as const
export type DomainTab = 'dns' | (typeof tabs)[number]

const orders = ['newest', 'name', 'expiry'] as const
export type DomainOrder = (typeof orders)[number]

/** The state in the page address: the list, the selected domain with its tab, and the shown records. */
export type DomainSearch = ListSearch & {
  domain?: string
  tab?: Exclude<DomainTab, 'dns'>
  /** Search words for records. */
  find?: string
  /** The page of the records, from the second on. */
  part?: number
  dialog?: 'register' | 'connect'
}

/** Keeps the known keys of an address. */
export function readDomainSearch(search: Record<string, unknown>): DomainSearch {
  const records = readListSearch({ q: search.find, page: search.part }, [])
  return {
    ...readListSearch(search, orders),
    ...given({
      domain: readUuid(search.domain),
      tab: tabs.find((tab) => tab === search.tab),
      find: records.q,
      part: records.page,
      dialog: readSearchDialog(search.dialog, ['register', 'connect']),
    }),
  }
}
