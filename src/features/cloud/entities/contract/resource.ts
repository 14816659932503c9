import { z } from 'zod'
import { instant } from '#shared/schema.ts'

/** What every row of a cloud resource says of itself: an example, not real, and which of the providers has it. */
export const resourceFields = {
  id: z.string(),
  providerId: z.string(),
  region: z.string(),
  sample: z.boolean(),
  simulated: z.boolean(),
}

/** The same where a list carries all that is stored. */
export const storedFields = { ...resourceFields, createdAt: instant }

export const moments = { createdAt: instant, updatedAt: instant }
