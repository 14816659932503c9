import { z } from 'zod'
import { domainToAscii } from '#shared/domain-name.ts'
import { faultOfForm, faultOfLabels } from '#shared/labels.ts'
import { id, line } from '#shared/schema.ts'

const domainName = line(300).transform((text, issue) => {
  const ascii = domainToAscii(text)
  if (ascii) return ascii
  const message = faultOfLabels(text, faultOfForm) ?? 'Enter a full domain name, such as example.com.'
  issue.addIssue({ code: 'custom', message })
  return z.NEVER
})

/** The domain of a service as A-labels; null, or a field that was left empty, is none. */
export const domainOrNone = z
  .string()
  .nullable()
  .transform((text) => text?.trim() || null)
  .pipe(domainName.nullable())

export const setDomainInput = z.object({ id, domain: domainOrNone })
