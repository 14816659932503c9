import { z } from 'zod'
import { instant } from '#shared/schema.ts'

/** Common to every row of a cloud resource: whether it is a sample, whether it is simulated, and its provider account. */
export const resourceFields = {
  id: z.string(),
  providerId: z.string(),
  region: z.string(),
  sample: z.boolean(),
  simulated: z.boolean(),
}

/** The same for a list that carries all stored columns. */
export const storedFields = { ...resourceFields, createdAt: instant }

export const moments = { createdAt: instant, updatedAt: instant }
