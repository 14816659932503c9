import { z } from 'zod'
import { choice, person, searchInput } from '#shared/desk-list.ts'
import { instant, maybeInstant } from '#shared/schema.ts'
import { domainStatuses } from './domain-statuses.ts'

/** Domains and their zones are listed alike: `q` is the beginning of a name, an id or the e-mail address of the owner. */
export const listDomainsInput = searchInput.extend({ status: choice(domainStatuses) })
export type ListDomainsInput = z.output<typeof listDomainsInput>

/** How this node serves a zone; `elsewhere` is one that PowerDNS has, `awaited` one whose name is not
 * verified, and `behind` one that is served as it was. */
const servingStates = ['current', 'behind', 'awaited', 'absent', 'loading', 'elsewhere', 'off'] as const

export const adminZoneOutput = z.object({
  id: z.string(),
  name: z.string(),
  user: person,
  /** As it is stored. */
  serial: z.number(),
  records: z.number(),
  isSigned: z.boolean(),
  /** When its records last changed; null while they are as they were laid. */
  changedAt: maybeInstant,
  serving: z.object({
    state: z.enum(servingStates),
    /** That of the zone which is served. */
    serial: z.number().nullable(),
    /** Why it is not served as it is stored. */
    problem: z.string().nullable(),
  }),
  /** How many other servers may copy it. */
  secondaries: z.number(),
  createdAt: instant,
})
export type AdminZone = z.output<typeof adminZoneOutput>

/** What each secondary said of a zone; `unasked` is one that gave no answer. */
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
