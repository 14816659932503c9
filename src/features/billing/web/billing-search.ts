import { readUuid } from '#shared/uuid.ts'
import { readListSearch } from '#web/lib/paged-list.ts'
import { given, readSearchDialog } from '#web/lib/search-values.ts'

/** Search parameters: the page of the history, and the open invoice or dialog. */
export type BillingSearch = { page?: number; invoice?: string; dialog?: 'details' }

export const readBillingSearch = ({ invoice, dialog, page }: Record<string, unknown>): BillingSearch => ({
  ...readListSearch({ page }, []),
  ...given({ invoice: readUuid(invoice), dialog: readSearchDialog(dialog, ['details'] as const) }),
})
