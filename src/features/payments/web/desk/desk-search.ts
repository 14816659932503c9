import { given, readSearchCursor, readSearchDialog } from '#web/lib/search-values.ts'

export type View = 'reports' | 'lines' | 'received'

const lineFilters = ['counted', 'dismissed'] as const
export type LineFilter = (typeof lineFilters)[number]

const dialogs = ['record', 'import'] as const

export type PaymentsSearch = {
  view?: Exclude<View, 'reports'>
  status?: LineFilter
  cursor?: string
  dialog?: (typeof dialogs)[number]
}

/** Search parameters of the payments page; without a view it shows the open references. */
export function readPaymentsSearch({
  view,
  status,
  cursor,
  dialog,
}: Record<string, unknown>): PaymentsSearch {
  const shown = view === 'lines' || view === 'received' ? view : undefined
  return given({
    view: shown,
    status: shown === 'lines' ? lineFilters.find((filter) => filter === status) : undefined,
    cursor: readSearchCursor(cursor),
    dialog: readSearchDialog(dialog, dialogs),
  })
}
