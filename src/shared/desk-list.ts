import { z } from 'zod'
import { searchText } from './schema.ts'

/** Administrators' lists are keyset-paged. */
const paging = {
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
}

export const pageInput = z.object(paging)
export type PageInput = z.output<typeof pageInput>

export const searchInput = z.object({ ...paging, q: searchText(254).optional() })

/** An account holder by name and address. */
export const person = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
})

/** A filter of a list; an empty value and `all` mean no filter. */
export const choice = <const V extends readonly [string, ...string[]]>(values: V) =>
  z
    .enum(['', 'all', ...values])
    .optional()
    .transform((value) => (value === '' || value === 'all' ? undefined : (value as V[number] | undefined)))
