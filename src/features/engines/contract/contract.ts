import { z } from 'zod'
import { databaseTypes } from './kinds.ts'

/** An engine as the dialog offers it. */
export const engineOutput = z.object({
  type: z.enum(databaseTypes),
  /** Whether databases of this kind are made at once; otherwise they wait for an engine. */
  isConnected: z.boolean(),
  /** What is wrong, or how an engine is connected, as a sentence; null when there is nothing to say. */
  message: z.string().nullable(),
  /** Why no address outside can be let in; null when it can. */
  remoteAccessProblem: z.string().nullable(),
})
export type Engine = z.output<typeof engineOutput>
