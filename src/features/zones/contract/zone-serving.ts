import { z } from 'zod'

/** Why the name server does not serve the stored records, as a sentence; null when it does. */
export const zoneServingOutput = z.object({ message: z.string().nullable() })
export type ZoneServing = z.output<typeof zoneServingOutput>
