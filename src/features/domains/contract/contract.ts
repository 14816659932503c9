import { z } from 'zod'
import { tlds } from '#features/names/contract/tlds.ts'
import { id, instant, maybeInstant, requiredLine } from '#shared/schema.ts'
import { wwwChoices } from './serving.ts'
import { shownStatus } from './status.ts'

const serviceId = id.nullish()

/** `name` is the part before the TLD, or the full name. */
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
  /** Redirect target among the name itself and its `www`; `as-typed` serves both without a redirect. */
  www: z.enum(wwwChoices),
  /** Whether http requests are redirected to https where a name has a certificate. */
  httpsRedirect: z.boolean(),
  /** Whether HSTS is sent on https answers (RFC 6797). */
  hsts: z.boolean(),
  autoRenew: z.boolean(),
  privacy: z.boolean(),
  transferLock: z.boolean(),
  registrar: z.string().nullable(),
  nameservers: z.array(z.string()),
  /** Serial of the zone's SOA record, raised by every record change. */
  serial: z.number(),
  expires: maybeInstant,
  expiryDate: maybeInstant,
  serviceId: z.string().nullable(),
  /** The TXT record that verifies the domain; null once it is verified. */
  challenge: z.object({ name: z.string(), type: z.literal('TXT'), value: z.string() }).nullable(),
  /** When the name was verified or registered here. */
  verifiedAt: maybeInstant,
  /** Why the last verification failed, as a sentence. */
  problem: z.string().nullable(),
  /** The address that its names must point to; null while the portal has no public address. */
  address: z.string().nullable(),
  /** The record's host in a registrar's terms: `@`, or `shop` for a name below the registered one. */
  host: z.string(),
  certificate: z.object({
    /** Whether this server can serve sites over HTTPS now. */
    isServed: z.boolean(),
    /** `awaited`: ordered automatically once the name is verified and points here. */
    state: z.enum(['off', 'awaited', 'pending', 'issued', 'failed']),
    /** Whether browsers trust the current certificate; false for a test certificate, and without one. */
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

/** `newCode` issues a new code; an existing one becomes invalid. */
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
  /** Shown only when it is issued, because only its hash is stored. An eligible domain without it has a valid code already. */
  authCode: z.string().optional(),
})
export type Transfer = z.output<typeof transferOutput>
