import { z } from 'zod'
import { instant, maybeInstant, requiredLine } from '#shared/schema.ts'
import { type Scope, scopes } from '#shared/scopes.ts'

/** The most keys of one account, including expired ones. */
export const maxKeys = 50

/** The lifetimes of keys, in days; `null` means no expiry. */
export const lifetimes = [30, 90, 365] as const

/** An expired key is still listed for this many days. */
export const keptExpiredDays = 30

export const createKeyInput = z.object({
  name: requiredLine(60, 'Enter a name.'),
  scopes: z
    .array(z.enum(scopes as [Scope, ...Scope[]], 'This scope does not exist.'), 'Choose what the key may do.')
    .min(1, 'Choose what the key may do.')
    .max(scopes.length)
    .transform((chosen) => scopes.filter((scope) => chosen.includes(scope))),
  expiresInDays: z
    .union(
      lifetimes.map((days) => z.literal(days)),
      'Choose 30, 90 or 365 days, or never.',
    )
    .nullable()
    .default(90),
})

export const keyOutput = z.object({
  id: z.string(),
  name: z.string(),
  /** The beginning of the key. */
  hint: z.string(),
  scopes: z.array(z.string()),
  expiresAt: maybeInstant,
  isExpired: z.boolean(),
  /** Accurate to the minute. */
  lastUsedAt: maybeInstant,
  createdAt: instant,
})
export type KeyRow = z.output<typeof keyOutput>

/** The only response with the key itself. */
export const createdKeyOutput = keyOutput.extend({ key: z.string() })
export type CreatedKey = z.output<typeof createdKeyOutput>
