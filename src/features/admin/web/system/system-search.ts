import { given, readSearchCursor, readSearchDialog, readSearchWords } from '#web/lib/search-values.ts'

const tabs = ['drivers', 'mails', 'settings'] as const
export type SystemTab = 'overview' | (typeof tabs)[number]

export type SystemSearch = {
  tab?: (typeof tabs)[number]
  /** For the mails. */
  cursor?: string
  /** For the settings. */
  q?: string
  isChanged?: true
}

/** Search parameters: without a tab, the overview, or the mails of a later page. */
export const readSystemSearch = ({ tab, cursor, q, isChanged }: Record<string, unknown>): SystemSearch =>
  given({
    tab: readSearchDialog(tab, tabs) ?? (cursor ? ('mails' as const) : undefined),
    cursor: readSearchCursor(cursor),
    q: readSearchWords(q),
    isChanged: isChanged === true || undefined,
  })
