import { z } from 'zod'
import { instant } from '#shared/schema.ts'

const seenTypes = ['A', 'AAAA', 'CNAME', 'MX', 'NS'] as const

const seenOutput = z.object({
  /** Whose answer it is, as in `servers`. */
  server: z.string(),
  verdict: z.enum(['same', 'differs', 'unasked']),
  values: z.array(z.string()),
  /** Why it could not be asked, as a sentence. */
  problem: z.string().nullable(),
})

/** What the servers here and each resolver answer for the names of a domain. */
export const seenByOutput = z.object({
  askedAt: instant,
  /** The resolvers that were asked. */
  servers: z.array(z.string()),
  /** Whether the world is led to the name servers here; `none` when it knows of none. */
  delegation: z.enum(['here', 'elsewhere', 'none', 'unknown']),
  /** What the world says the name servers are. */
  nameservers: z.array(z.string()),
  /** Why the answers `here` are what is stored, and not what a server said; null when one did. */
  problem: z.string().nullable(),
  answers: z.array(
    z.object({
      /** Relative to the zone. */
      name: z.string(),
      type: z.enum(seenTypes),
      here: z.array(z.string()),
      seen: z.array(seenOutput),
    }),
  ),
})
export type SeenBy = z.output<typeof seenByOutput>
export type SeenAnswer = SeenBy['answers'][number]
