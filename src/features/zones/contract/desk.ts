import { z } from 'zod'
import { choice, person, searchInput } from '#shared/desk-list.ts'
import { instant, maybeInstant } from '#shared/schema.ts'
import { domainStatuses } from './domain-statuses.ts'

/** Input of the lists of domains and of zones: `q` is the beginning of a name, an id or the owner's email address. */
export const listDomainsInput = searchInput.extend({ status: choice(domainStatuses) })
export type ListDomainsInput = z.output<typeof listDomainsInput>

/**
 * How this node serves a zone; `elsewhere` means in PowerDNS, `awaited` an unverified
 * name, and `behind` an earlier version.
 */
const servingStates = ['current', 'behind', 'awaited', 'absent', 'loading', 'elsewhere', 'off'] as const

export const adminZoneOutput = z.object({
  id: z.string(),
  name: z.string(),
  user: person,
  /** The stored serial. */
  serial: z.number(),
  records: z.number(),
  isSigned: z.boolean(),
  /** When its records last changed; null while they are the initial ones. */
  changedAt: maybeInstant,
  serving: z.object({
    state: z.enum(servingStates),
    /** The served serial. */
    serial: z.number().nullable(),
    /** Why the stored zone is not served. */
    problem: z.string().nullable(),
  }),
  /** The number of secondaries. */
  secondaries: z.number(),
  createdAt: instant,
})
export type AdminZone = z.output<typeof adminZoneOutput>

/** The answer of each secondary for a zone; `unasked` is one that did not answer. */
export const secondariesOutput = z.object({
  askedAt: instant,
  secondaries: z.array(
    z.object({
      server: z.string(),
      state: z.enum(['current', 'behind', 'absent', 'unasked']),
      serial: z.number().nullable(),
    }),
  ),
})
export type Secondary = z.output<typeof secondariesOutput>['secondaries'][number]
