import { z } from 'zod'
import { databaseTypes } from './kinds.ts'

/** An engine as the create dialog offers it. */
export const engineOutput = z.object({
  type: z.enum(databaseTypes),
  /** False: a new database of this type waits until an engine is connected. */
  isConnected: z.boolean(),
  /** A problem, or how to connect an engine, as a sentence; null when there is nothing to say. */
  message: z.string().nullable(),
  /** Why external addresses cannot be allowed; null when they can. */
  remoteAccessProblem: z.string().nullable(),
})
export type Engine = z.output<typeof engineOutput>
