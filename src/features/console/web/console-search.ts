import { given, readSearchText } from '#web/lib/search-values.ts'

const maxName = 128

/** What the console keeps in its address: the tab, the open table, and the column its rows are sorted by. */
export type ConsoleSearch = {
  tab?: ConsoleTab
  schema?: string
  table?: string
  /** The name of a column, after a hyphen for descending. */
  sort?: string
}

export type ConsoleTab = 'data' | 'sql'

export const consoleTabs: readonly (readonly [ConsoleTab, string])[] = [
  ['data', 'Data'],
  ['sql', 'SQL'],
]

/** The known keys of an address, and nothing else. */
export function readConsoleSearch(search: Record<string, unknown>): ConsoleSearch {
  const schema = readSearchText(search.schema, maxName)
  const table = readSearchText(search.table, maxName)
  const isNamed = schema !== undefined && table !== undefined
  return given({
    tab: consoleTabs.find(([tab]) => tab === search.tab)?.[0],
    schema: isNamed ? schema : undefined,
    table: isNamed ? table : undefined,
    sort: isNamed ? readSearchText(search.sort, maxName + 1) : undefined,
  })
}

/** The address of a tab, the open table staying open. */
export const searchOfTab = (tab: ConsoleTab, before: Record<string, unknown>): ConsoleSearch => ({
  ...readConsoleSearch(before),
  tab,
})

/** The tab that is open: without one in the address the open table, else `first`. */
export const tabOf = ({ tab, table }: ConsoleSearch, first: ConsoleTab): ConsoleTab =>
  tab ?? (table === undefined ? first : 'data')
