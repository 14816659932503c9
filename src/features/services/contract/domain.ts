import { z } from 'zod'
import { readConnectable } from '#features/names/contract/name-faults.ts'
import { id, line } from '#shared/schema.ts'

// The same rules as for a connected domain.
const domainName = line(300).transform((text, issue) => {
  const read = readConnectable(text)
  if ('value' in read) return read.value
  issue.addIssue({ code: 'custom', message: read.fault })
  return z.NEVER
})

/** A service's domain as A-labels; null or an empty field means none. */
export const domainOrNone = z
  .string()
  .nullable()
  .transform((text) => text?.trim() || null)
  .pipe(domainName.nullable())

export const setDomainInput = z.object({ id, domain: domainOrNone })
