import { readUuid } from '#shared/uuid.ts'
import { given, readSearchCursor, readSearchDialog, readSearchWords } from '#web/lib/search-values.ts'

import { isMonth } from '../../contract/month.ts'

export const invoiceFilters = ['all', 'open', 'paid', 'credited'] as const

/** Search parameters of the administrators' list. */
export type DeskSearch = {
  status?: (typeof invoiceFilters)[number]
  q?: string
  /** Only those of this order or customer. */
  order?: string
  user?: string
  /** `2026-11` */
  month?: string
  cursor?: string
  selected?: string
}

const readMonth = (text: unknown): string | undefined =>
  typeof text === 'string' && isMonth(text) ? text : undefined

export const readDeskSearch = (search: Record<string, unknown>): DeskSearch =>
  given({
    status: readSearchDialog(search.status, invoiceFilters),
    q: readSearchWords(search.q, 16),
    order: readUuid(search.order),
    user: readUuid(search.user),
    month: readMonth(search.month),
    cursor: readSearchCursor(search.cursor),
    selected: readUuid(search.selected),
  })

/** Input of the list's query. */
export const deskInput = ({ status, q, order, user, month, cursor }: DeskSearch) =>
  given({ status, q, orderId: order, userId: user, month, cursor })
