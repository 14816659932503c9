import { type ListSearch, readListSearch } from '#web/lib/paged-list.ts'

/** Sort orders of the websites list, the default first. */
export const websiteOrders = [
  ['newest', 'Newest first'],
  ['name', 'Name'],
  ['disk', 'Most disk first'],
] as const

const names = websiteOrders.map(([order]) => order)

export const readWebsitesSearch = (search: Record<string, unknown>): ListSearch =>
  readListSearch(search, names)
