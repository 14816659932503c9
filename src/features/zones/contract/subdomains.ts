import { z } from 'zod'
import { exactLine, id, requiredLine } from '#shared/schema.ts'
import { maxRedirect, redirectStatuses } from './redirect.ts'

const redirectStatus = z.literal(redirectStatuses, 'Must be 302 or 308.')

export const subdomainOutput = z.object({
  id: z.string(),
  name: z.string(),
  /** An address, a host, or the URL to redirect to. */
  target: z.string(),
  /** The redirect status; null when the name does not redirect. */
  redirect: redirectStatus.nullable(),
  status: z.enum(['active', 'inactive']),
})
export type Subdomain = z.output<typeof subdomainOutput>
export const addSubdomainInput = z.object({
  id,
  name: requiredLine(253, 'Enter a name, such as shop.'),
  /** An address, a host, or the URL to redirect to. */
  target: exactLine(maxRedirect, 'Enter an address, a host name or a URL.'),
  /** For a URL; default 302. */
  redirect: redirectStatus.nullish(),
})
export const bySubdomainId = z.object({ id, subId: id })
