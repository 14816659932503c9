import { z } from 'zod'
import { instant } from '#shared/schema.ts'

/** `unasked`: no resolver answered, or none was queried. */
const seenStates = ['found', 'missing', 'differs', 'unasked'] as const

const seenRecord = z.object({
  type: z.enum(['TXT', 'A', 'AAAA']),
  /** The full name. */
  name: z.string(),
  /** The expected value. */
  value: z.string(),
  state: z.enum(seenStates),
  /** The value found, if any. */
  found: z.array(z.string()),
})
export type SeenRecord = z.output<typeof seenRecord>

export const pointingOutput = z.object({
  checkedAt: instant,
  /** Whether visitors of the name reach this server. */
  isPointed: z.boolean(),
  /** The TXT record while the domain is unverified, and the addresses of the name and its `www`. */
  records: z.array(seenRecord),
  /** The name servers of the name, and whether all of them are ours. */
  nameservers: z.object({ state: z.enum(seenStates), found: z.array(z.string()) }),
  /** The obstacle, as a sentence. */
  problem: z.string().nullable(),
})
export type Pointing = z.output<typeof pointingOutput>
