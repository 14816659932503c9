import { z } from 'zod'
import { instant } from '#shared/schema.ts'

const seenTypes = ['A', 'AAAA', 'CNAME', 'MX', 'NS'] as const

const seenOutput = z.object({
  /** The resolver, as in `servers`. */
  server: z.string(),
  verdict: z.enum(['same', 'differs', 'unasked']),
  values: z.array(z.string()),
  /** Why it could not be queried, as a sentence. */
  problem: z.string().nullable(),
})

/** Answers of our servers and of each resolver for the names of a domain. */
export const seenByOutput = z.object({
  askedAt: instant,
  /** The queried resolvers. */
  servers: z.array(z.string()),
  /** Whether the domain uses our name servers; `none` when resolvers know of none. */
  delegation: z.enum(['here', 'elsewhere', 'none', 'unknown']),
  /** The name servers in public DNS. */
  nameservers: z.array(z.string()),
  /** Why `here` has the stored records, and not a server's answers; null when it has those. */
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
