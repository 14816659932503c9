import { given } from '#web/lib/search-values.ts'
import type { DomainOrder, DomainSearch, DomainTab } from './domain-search.ts'

/** The tabs of a domain in order, with their labels. */
export const domainTabs: readonly (readonly [tab: DomainTab, words: string])[] = [
  ['dns', 'DNS Records'],
  ['ssl', 'SSL/Security'],
  ['subdomains', 'Subdomains'],
  ['settings', 'Settings'],
]

/** Sort orders of the list, default first. */
export const domainOrders: readonly (readonly [order: DomainOrder, words: string])[] = [
  ['newest', 'Newest first'],
  ['name', 'Name'],
  ['expiry', 'Expiry'],
]

/** The address of a tab of the selected domain. */
export const searchOfTab = (tab: DomainTab, before: DomainSearch): DomainSearch => {
  const { tab: _tab, find: _find, part: _part, dialog: _dialog, ...rest } = before
  return tab === 'dns' ? rest : { ...rest, tab }
}

/** The address of the list alone, with its search and page. */
export const searchOfList = ({ q, sort, page }: DomainSearch): DomainSearch => given({ q, sort, page })

/** The address of another domain on the same page of the list. */
export const searchOfDomain = (domain: string, before: DomainSearch): DomainSearch => ({
  ...searchOfList(before),
  domain,
})
