import { z } from 'zod'
import { person } from '#shared/desk-list.ts'
import { instant, maybeInstant } from '#shared/schema.ts'
import { shownStatus } from './status.ts'

export const adminDomainOutput = z.object({
  id: z.string(),
  name: z.string(),
  user: person,
  /** The service of the domain: its plan, its name and its own domain. */
  service: z
    .object({ id: z.string(), plan: z.string(), name: z.string().nullable(), domain: z.string().nullable() })
    .nullable(),
  registrar: z.string().nullable(),
  status: shownStatus,
  /** Whether the customer owns it: registered here, or verified. */
  isVerified: z.boolean(),
  /** Why the last verification failed, as a sentence. */
  problem: z.string().nullable(),
  ssl: z.object({
    status: z.enum(['off', 'pending', 'issued', 'failed']),
    /** Why the last attempt to issue a certificate failed, as a sentence. */
    problem: z.string().nullable(),
  }),
  isSigned: z.boolean(),
  /** When the registration ends; null for a name registered with another registrar. */
  expires: maybeInstant,
  createdAt: instant,
})
export type AdminDomain = z.output<typeof adminDomainOutput>
