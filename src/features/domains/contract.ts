import { z } from 'zod'
import { id, instant, line, maybeInstant, requiredLine } from '#shared/schema.ts'

export const tlds = ['com', 'net', 'org', 'io', 'co'] as const
const statuses = ['active', 'pending', 'expired', 'error'] as const

const serviceId = id.nullish()

/** `name` is the part before the TLD, or the whole name. */
export const registerInput = z.object({
  name: requiredLine(253, 'Enter a name, such as example.'),
  tld: z.enum(tlds, `Choose one of ${tlds.join(', ')}.`).default('com'),
  serviceId,
})

export const domainOutput = z.object({
  id: z.string(),
  name: z.string(),
  domainName: z.string(),
  status: z.enum(statuses),
  ssl: z.boolean(),
  autoRenew: z.boolean(),
  privacy: z.boolean(),
  transferLock: z.boolean(),
  registrar: z.string().nullable(),
  nameservers: z.array(z.string()),
  /** Of the zone's SOA record, raised by every change of its records. */
  serial: z.number(),
  expires: maybeInstant,
  expiryDate: maybeInstant,
  serviceId: z.string().nullable(),
  /** The record that proves whose the name is; null once it is verified. */
  challenge: z.object({ name: z.string(), type: z.literal('TXT'), value: z.string() }).nullable(),
  /** Since when the name is the customer's, verified or registered here. */
  verifiedAt: maybeInstant,
  /** Why the last attempt to verify it failed, as a sentence. */
  problem: z.string().nullable(),
  createdAt: instant,
})
export type Domain = z.output<typeof domainOutput>

export const settingsInput = z.object({
  id,
  autoRenew: z.boolean().optional(),
  privacy: z.boolean().optional(),
  transferLock: z.boolean().optional(),
})

/** `newCode` issues another one when there is one already, which is void then. */
export const transferInput = z.object({ id, newCode: z.boolean('Say true or false.').default(false) })

export const transferOutput = z.object({
  eligible: z.boolean(),
  blockers: z.array(z.string()),
  /** Shown when it is issued and never again: only its hash is kept. Without it an eligible domain has one that is valid. */
  authCode: z.string().optional(),
})
export type Transfer = z.output<typeof transferOutput>

export const subdomainOutput = z.object({
  id: z.string(),
  name: z.string(),
  target: z.string(),
  status: z.enum(['active', 'inactive']),
})
export type Subdomain = z.output<typeof subdomainOutput>
export const addSubdomainInput = z.object({
  id,
  name: requiredLine(253, 'Enter a name, such as shop.'),
  target: line(255, 'Enter an address or a host name.'),
})
export const bySubdomainId = z.object({ id, subId: id })
