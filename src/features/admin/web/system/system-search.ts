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
export const readSystemSearch = ({ tab, cursor, q, isChanged }: Record<string, unknown>): SystemSearch =>
  given({
    tab: readSearchDialog(tab, tabs) ?? (cursor ? ('mails' as const) : undefined),
    cursor: readSearchCursor(cursor),
    q: readSearchWords(q),
    isChanged: isChanged === true || undefined,
  })
