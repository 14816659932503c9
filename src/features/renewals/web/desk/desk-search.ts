import { readUuid } from '#shared/uuid.ts'
import { given, readSearchCursor, readSearchDialog } from '#web/lib/search-values.ts'

const states = ['due', 'overdue', 'suspended'] as const
export type DeskState = (typeof states)[number]

export type View = 'services' | 'refunds'

export type RenewalsSearch = {
  view?: Exclude<View, 'services'>
  state?: DeskState
  cursor?: string
  /** The invoice to refund. */
  refund?: string
}

/** Search parameters of the renewals page; without a view it shows the services. */
export function readRenewalsSearch(search: Record<string, unknown>): RenewalsSearch {
  const view = search.view === 'refunds' ? search.view : undefined
  return given({
    view,
    state: view ? undefined : readSearchDialog(search.state, states),
    cursor: readSearchCursor(search.cursor),
    refund: readUuid(search.refund),
  })
}
