import { searchKey } from '#shared/text/search-text.ts'
import {
  given,
  readSearchDialog,
  readSearchSort,
  readSearchText,
  readSearchWords,
} from '#web/lib/search-values.ts'

/** The eight tabs, in their order. */
export const tabs = [
  'overview',
  'compute',
  'storage',
  'databases',
  'serverless',
  'containers',
  'analytics',
  'security',
] as const
export type Tab = (typeof tabs)[number]

/** What the screen keeps in its address. */
export type CloudSearch = {
  /** Absent means the overview. */
  tab?: Exclude<Tab, 'overview'>
  q?: string
  /** `instances.name`, or `-instances.name` for descending. */
  sort?: string
  /** The resource whose drawer is open: `instances.<id>`. */
  selected?: string
  /** Of the accounts, which are part of the overview. */
  dialog?: 'connect'
}

export function readCloudSearch(search: Record<string, unknown>): CloudSearch {
  const tab = tabs.find((each) => each === search.tab)
  const dialog = readSearchDialog(search.dialog, ['connect'])
  return given({
    tab: tab === 'overview' || dialog ? undefined : tab,
    q: readSearchWords(search.q),
    sort: readSearchSort(search.sort),
    selected: readSearchText(search.selected, 100),
    dialog,
  })
}

export const tabOf = ({ tab }: CloudSearch): Tab => tab ?? 'overview'

/** The address of a tab: the search stays, what belongs to a table or a row does not. */
export const searchOfTab = (tab: Tab, { q }: CloudSearch): CloudSearch => ({
  ...(tab === 'overview' ? {} : { tab }),
  ...(q ? { q } : {}),
})

export const selectionOf = (entity: string, id: string): string => `${entity}.${id}`

/** The id of the selected row when it is of this entity. */
export function selectedOf({ selected }: CloudSearch, entity: string): string | undefined {
  return selected?.startsWith(`${entity}.`) ? selected.slice(entity.length + 1) : undefined
}

/** Words of a search, each of which must be somewhere in a row. */
export function matches(text: string, q: string | undefined): boolean {
  const row = searchKey(text)
  return searchKey(q ?? '')
    .split(/\s+/)
    .every((word) => row.includes(word))
}
