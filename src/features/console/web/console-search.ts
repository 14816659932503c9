import { given, readSearchText } from '#web/lib/search-values.ts'

const maxName = 128

/** Page state in the address: the tab, the open table, and its sort column. */
export type ConsoleSearch = {
  tab?: ConsoleTab
  schema?: string
  table?: string
  /** Column name, after a hyphen for descending. */
  sort?: string
}

export type ConsoleTab = 'data' | 'sql'

export const consoleTabs: readonly (readonly [ConsoleTab, string])[] = [
  ['data', 'Data'],
  ['sql', 'SQL'],
]

/** Picks the known keys of an address. */
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

/** The address of a tab, with the open table unchanged. */
export const searchOfTab = (tab: ConsoleTab, before: Record<string, unknown>): ConsoleSearch => ({
  ...readConsoleSearch(before),
  tab,
})

/** The open tab: from the address, else the data tab if a table is open, else `first`. */
export const tabOf = ({ tab, table }: ConsoleSearch, first: ConsoleTab): ConsoleTab =>
  tab ?? (table === undefined ? first : 'data')
