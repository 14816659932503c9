import type { PaymentsSearch } from './desk-search.ts'

/** Only what was asked for: a key that is absent is absent on the wire too. */
export const pageOf = ({ cursor }: PaymentsSearch) => (cursor ? { cursor } : {})

/** The lines that wait, unless the address asks for others. */
export const linesOf = (search: PaymentsSearch) => ({
  status: search.status ?? ('waiting' as const),
  ...pageOf(search),
})
