import { searchKey } from '#shared/text/search-text.ts'
import {
  given,
  readSearchDialog,
  readSearchSort,
  readSearchText,
  readSearchWords,
} from '#web/lib/search-values.ts'

/** The eight tabs, in order. */
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

/** The state of the screen in its URL. */
export type CloudSearch = {
  /** Absent means the overview. */
  tab?: Exclude<Tab, 'overview'>
  q?: string
  /** `instances.name`, or `-instances.name` for descending. */
  sort?: string
  /** The resource whose drawer is open: `instances.<id>`. */
  selected?: string
  /** The dialog of the accounts, which are part of the overview. */
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

/** The URL of a tab: keeps the search, drops the state of a table or a row. */
export const searchOfTab = (tab: Tab, { q }: CloudSearch): CloudSearch => ({
  ...(tab === 'overview' ? {} : { tab }),
  ...(q ? { q } : {}),
})

export const selectionOf = (entity: string, id: string): string => `${entity}.${id}`

/** The id of the selected row if it belongs to this entity. */
export function selectedOf({ selected }: CloudSearch, entity: string): string | undefined {
  return selected?.startsWith(`${entity}.`) ? selected.slice(entity.length + 1) : undefined
}

/** Search words; a row must contain each of them. */
export function matches(text: string, q: string | undefined): boolean {
  const row = searchKey(text)
  return searchKey(q ?? '')
    .split(/\s+/)
    .every((word) => row.includes(word))
}
