import { given, readSearchCursor, readSearchDialog, readSearchWords } from '#web/lib/search-values.ts'

const tabs = ['drivers', 'mails', 'settings'] as const
export type SystemTab = 'overview' | (typeof tabs)[number]

export type SystemSearch = {
  tab?: (typeof tabs)[number]
  /** Of the mails. */
  cursor?: string
  /** Of the settings. */
  q?: string
  isChanged?: true
}

/** What the page keeps in its address: without a tab it is the overview, or the mails of a further page. */
export function readSystemSearch({ tab, cursor, q, isChanged }: Record<string, unknown>): SystemSearch {
  const place = readSearchCursor(cursor)
  const shown = readSearchDialog(tab, tabs) ?? (place ? 'mails' : undefined)
  return given({
    tab: shown,
    cursor: shown === 'mails' ? place : undefined,
    q: shown === 'settings' ? readSearchWords(q) : undefined,
    isChanged: shown === 'settings' && isChanged === true ? (true as const) : undefined,
  })
}
