import { z } from 'zod'
import { readConnectable } from '#features/names/contract/name-faults.ts'
import { id, line } from '#shared/schema.ts'

// Whatever has a name here is judged as a domain that is connected.
const domainName = line(300).transform((text, issue) => {
  const read = readConnectable(text)
  if ('value' in read) return read.value
  issue.addIssue({ code: 'custom', message: read.fault })
  return z.NEVER
})

/** The domain of a service as A-labels; null, or a field that was left empty, is none. */
export const domainOrNone = z
  .string()
  .nullable()
  .transform((text) => text?.trim() || null)
  .pipe(domainName.nullable())

export const setDomainInput = z.object({ id, domain: domainOrNone })
