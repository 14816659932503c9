import { z } from 'zod'

/** Somebody with an account, by name. */
export const personOutput = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
})
