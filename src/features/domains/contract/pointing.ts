import { z } from 'zod'
import { instant } from '#shared/schema.ts'

/** `unasked`: nobody could say, or nobody was asked. */
const seenStates = ['found', 'missing', 'differs', 'unasked'] as const

const seenRecord = z.object({
  type: z.enum(['TXT', 'A', 'AAAA']),
  /** The whole name. */
  name: z.string(),
  /** What it should say. */
  value: z.string(),
  state: z.enum(seenStates),
  /** What it says, if anything. */
  found: z.array(z.string()),
})
export type SeenRecord = z.output<typeof seenRecord>

export const pointingOutput = z.object({
  checkedAt: instant,
  /** Whether visitors of the name arrive here. */
  isPointed: z.boolean(),
  /** The record of the proof while there is one to find, and the addresses of the name and its `www`. */
  records: z.array(seenRecord),
  /** The name servers that the name has, and whether they are ours alone. */
  nameservers: z.object({ state: z.enum(seenStates), found: z.array(z.string()) }),
  /** What is in the way, as a sentence. */
  problem: z.string().nullable(),
})
export type Pointing = z.output<typeof pointingOutput>
