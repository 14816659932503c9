import { z } from 'zod'
import { tlds } from '#features/names/contract/tlds.ts'
import { id, instant, maybeInstant, requiredLine } from '#shared/schema.ts'
import { wwwChoices } from './serving.ts'
import { shownStatus } from './status.ts'

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
  status: shownStatus,
  ssl: z.boolean(),
  /** Which of the name itself and its `www` visitors are sent to; `as-typed`: to neither, both are served. */
  www: z.enum(wwwChoices),
  /** Whether plain requests go to https where a name has a certificate. */
  httpsRedirect: z.boolean(),
  /** Whether https answers tell browsers to use https alone (RFC 6797). */
  hsts: z.boolean(),
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
  /** What its names have to point at; null while the portal has no address that the internet reaches. */
  address: z.string().nullable(),
  /** What a registrar calls the name: `@`, or `shop` for a name inside the registered one. */
  host: z.string(),
  certificate: z.object({
    /** Whether this server can serve sites over HTTPS now. */
    isServed: z.boolean(),
    /** `awaited`: ordered automatically once the name is verified and points here. */
    state: z.enum(['off', 'awaited', 'pending', 'issued', 'failed']),
    /** Whether browsers trust the certificate that there is; false for a test certificate, and without one. */
    isTrusted: z.boolean(),
    until: maybeInstant,
    /** Why the last attempt failed, as a sentence. */
    problem: z.string().nullable(),
  }),
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
export const transferInput = z.object({ id, newCode: z.boolean('Must be true or false.').default(false) })

export const servingInput = z.object({
  id,
  www: z.enum(wwwChoices, 'Must be as-typed, to-www or to-bare.').optional(),
  httpsRedirect: z.boolean('Must be true or false.').optional(),
  hsts: z.boolean('Must be true or false.').optional(),
})

export const transferOutput = z.object({
  eligible: z.boolean(),
  blockers: z.array(z.string()),
  /** Shown when it is issued and never again: only its hash is kept. Without it an eligible domain has one that is valid. */
  authCode: z.string().optional(),
})
export type Transfer = z.output<typeof transferOutput>
