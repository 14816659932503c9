import { given, readSearchText } from '#web/lib/search-values.ts'

const maxName = 128

/** What the console keeps in its address: the tab, the open table, and the column its rows are sorted by. */
export type ConsoleSearch = {
  tab?: 'sql'
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
    tab: search.tab === 'sql' ? ('sql' as const) : undefined,
    schema: isNamed ? schema : undefined,
    table: isNamed ? table : undefined,
    sort: isNamed ? readSearchText(search.sort, maxName + 1) : undefined,
  })
}

/** The address of a tab, the open table staying open. */
export const searchOfTab = (tab: ConsoleTab, before: Record<string, unknown>): ConsoleSearch => {
  const { tab: _, ...rest } = readConsoleSearch(before)
  return tab === 'sql' ? { ...rest, tab } : rest
}
