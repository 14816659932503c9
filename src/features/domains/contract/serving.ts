import { z } from 'zod'

/** Why the name server does not answer as the records say, as a sentence; null when it does. */
export const servingOutput = z.object({ message: z.string().nullable() })
export type Serving = z.output<typeof servingOutput>
