import type { PaymentsSearch } from './desk-search.ts'

/** Only the given filters: a missing key stays missing in the request. */
export const pageOf = ({ cursor }: PaymentsSearch) => (cursor ? { cursor } : {})

/** Open lines, unless the address names another state. */
export const linesOf = (search: PaymentsSearch) => ({
  status: search.status ?? ('waiting' as const),
  ...pageOf(search),
})
