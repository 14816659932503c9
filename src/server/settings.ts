import { z } from 'zod'
import { logFormats } from './log-format.ts'

/** Settings of a feature, declared in its folder; `app/env.ts` merges them. */
export type Settings = {
  shape: z.ZodRawShape
  /** A problem with the combination of settings; null when there is none. */
  check?(values: Record<string, unknown>): string | null
}

const portRule = 'must be a port from 0 to 65535, or auto'

const anyPort = z.union(
  [
    z.literal('auto').transform(() => 'auto' as const),
    z.coerce.number().int().min(0, portRule).max(65_535, portRule),
  ],
  portRule,
)

/** A port to listen on; `auto` takes a free one. */
export const port = (fallback: number) => anyPort.default(fallback)

/** The same, for settings where it matters whether they were set. */
export const optionalPort = anyPort.optional()

const limitRule = 'must be a whole number, or 0 for no limit'

/** A limit; 0 means none. */
export const limit = (fallback: number) =>
  z.coerce.number(limitRule).int(limitRule).min(0, limitRule).default(fallback)

/** One of these words. */
export const oneOf = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.enum(values, `must be one of ${values.join(', ')}`)

/** The origin of a URL. */
export const origin = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://portal.example.com' })
  .transform((address) => new URL(address).origin)

const handoverRule = 'must be a whole number of seconds from 10 to 3600, or 0 for no handover'

/** The settings of the portal itself. */
export const kernelShape = {
  PORT: port(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  SHARED_DATA: z.stringbool('must be true or false').default(false),
  RUN_DIR: z.string().min(1).optional(),
  HANDOVER_SECONDS: z.coerce
    .number(handoverRule)
    .int(handoverRule)
    .refine((seconds) => seconds === 0 || (seconds >= 10 && seconds <= 3_600), handoverRule)
    .default(60),
  PUBLIC_ORIGIN: origin.optional(),
  CONTACT_EMAIL: z.string().optional(),
  COMPANY_FILE: z.string().optional(),
  COMPANY_NAME: z
    .string()
    .max(60, 'must be at most 60 characters')
    // Mails have the name as their sender, and most programs decode such words even within quotes (RFC 2047 section 5).
    .refine((name) => !name.includes('=?'), 'must not contain =?, which begins encoded words in mails')
    .default('Hosting Portal'),
  READS_PER_MINUTE: limit(3_000),
  WRITES_PER_MINUTE: limit(300),
  METRICS_TOKEN: z.string().min(16, 'must be at least 16 characters').optional(),
  SECRET_KEY_FILE: z.string().optional(),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean),
    ),
  PENDING_PRICE_SYMBOL: oneOf('₹', '$').default('₹'),
  LOG_LEVEL: oneOf('debug', 'info', 'warn', 'error', 'silent').default('info'),
  /** Absent: `text` on a terminal, else `json`. */
  LOG_FORMAT: oneOf(...logFormats).optional(),
  /** See no-color.org: any value disables colours. */
  NO_COLOR: z.string().optional(),
  NODE_ENV: z.string().default('production'),
}

/** The settings of a process; a feature adds its own (`declare module '#server/settings.ts'`). */
export interface Env extends z.output<z.ZodObject<typeof kernelShape>> {
  RUN_DIR: string
  SECRET_KEY_FILE: string
  /** Every setting, and whether the environment sets it; the others have their default. */
  SETTINGS: readonly { name: string; isGiven: boolean }[]
}
