import { z } from 'zod'

/** Settings that a feature reads, declared beside it; `app/env.ts` merges them. */
export type Settings = {
  shape: z.ZodRawShape
  /** What is wrong with them taken together; null when nothing is. */
  check?(values: Record<string, unknown>): string | null
}

const portRule = 'must be a port from 0 to 65535, or auto'

/** A port to listen on; `auto` takes a free one. */
export const port = (fallback: number) =>
  z
    .union(
      [
        z.literal('auto').transform(() => 'auto' as const),
        z.coerce.number().int().min(0, portRule).max(65_535, portRule),
      ],
      portRule,
    )
    .default(fallback)

const limitRule = 'must be a whole number, or 0 for no limit'

export const limit = (fallback: number) =>
  z.coerce.number(limitRule).int(limitRule).min(0, limitRule).default(fallback)

/** One of these words. */
export const oneOf = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.enum(values, `must be one of ${values.join(', ')}`)

/** The origin of a web address. */
export const origin = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://portal.example.com' })
  .transform((address) => new URL(address).origin)
