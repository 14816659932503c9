import { z } from 'zod'
import { email } from '#features/auth/contract/contract.ts'
import { person } from '#shared/desk-list.ts'
import { instant, lines, listOf, maybeInstant } from '#shared/schema.ts'

/**
 * `temporary`: no user has claimed it. `kept`: it waits for an order of the caller. `ordered`: it waits until that order is
 * approved, and then moves to the service.
 */
export const trialOutput = z.object({
  name: z.string(),
  url: z.string().nullable(),
  files: z.number(),
  bytes: z.number(),
  createdAt: instant,
  expiresAt: instant,
  state: z.enum(['temporary', 'kept', 'ordered']),
  problem: z.string().nullable(),
})
export type Trial = z.output<typeof trialOutput>

export const currentTrialOutput = z.object({ trial: trialOutput.nullable() })

/** `leftOut`: the first files that were left out of the site, and their number. */
export const createdTrialOutput = trialOutput.extend({
  leftOut: z.object({ count: z.number(), first: z.array(z.string()) }),
})
export type CreatedTrial = z.output<typeof createdTrialOutput>

export const trialByName = z.object({ name: z.string() })

export const reportTrialInput = trialByName.extend({
  email,
  message: lines(5_000).pipe(z.string().min(1, 'Describe what is wrong with this site.')),
})
export const reportTrialOutput = z.object({ reference: z.string() })

export const listTrialsInput = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})
const adminTrialOutput = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string().nullable(),
  files: z.number(),
  bytes: z.number(),
  address: z.string(),
  reports: z.number(),
  keptBy: person.nullable(),
  keptAt: maybeInstant,
  createdAt: instant,
  expiresAt: instant,
})
export type AdminTrial = z.output<typeof adminTrialOutput>
export const trialListOutput = listOf(adminTrialOutput)
