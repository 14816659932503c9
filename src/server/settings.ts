import { z } from 'zod'
import { logFormats } from './log-format.ts'

/**
 * Settings of a feature, declared in its folder; `app/env.ts` merges them. Each has a description in Markdown and, where its default
 * is no fixed value, `whenUnset`: both are in docs/settings.md.
 */
export type Settings = {
  title: string
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
  PORT: port(3000).describe('Port for the portal; `auto` picks a free one.'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on.'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .describe(
      'Folder for everything the portal writes. Only one process may use it, unless `SHARED_DATA` is set.',
    ),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional()
    .meta({
      description: 'PostgreSQL database of the portal, as in `postgres://user:password@host/portal`.',
      whenUnset: 'SQLite in `DATA_DIR`',
    }),
  SHARED_DATA: z
    .stringbool('must be true or false')
    .default(false)
    .describe(
      'Several nodes share `DATABASE_URL` and a mounted `DATA_DIR` (NFS, CephFS). Their clocks must agree to within two seconds.',
    ),
  RUN_DIR: z.string().min(1).optional().meta({
    description:
      'Folder for the sockets, process records and lock of this node. With `SHARED_DATA` each machine needs its own.',
    whenUnset: '`DATA_DIR/run`; with `SHARED_DATA` below the system’s temporary folder',
  }),
  HANDOVER_SECONDS: z.coerce
    .number(handoverRule)
    .int(handoverRule)
    .refine((seconds) => seconds === 0 || (seconds >= 10 && seconds <= 3_600), handoverRule)
    .default(60)
    .describe(
      'Seconds that customers’ sites stay up after SIGTERM, `portal stop` or a crash, waiting for the next start: 10 to 3600. With 0, a stop ends them too.',
    ),
  PUBLIC_ORIGIN: origin.optional().meta({
    description:
      'Address visitors use, such as `https://portal.example.com`. Used for origin checks, links in mails and Secure cookies.',
    whenUnset: 'host of the request',
  }),
  CONTACT_EMAIL: z
    .string()
    .optional()
    .describe(
      'Receives contact form messages, the daily audit seal, and mail to `postmaster` and `abuse` at the portal’s names.',
    ),
  COMPANY_FILE: z.string().optional().meta({
    description:
      'JSON file with the company’s address, hours, claims, testimonials and page texts (any part of `standard` in `src/shared/company.ts`), and as `billing` the supplier, bank account and UPI id for invoices (`src/shared/money/company-billing.ts`).',
    whenUnset: 'sample content, which the log mentions at every start',
  }),
  COMPANY_NAME: z
    .string()
    .max(60, 'must be at most 60 characters')
    // Mails have the name as their sender, and most programs decode such words even within quotes (RFC 2047 section 5).
    .refine((name) => !name.includes('=?'), 'must not contain =?, which begins encoded words in mails')
    .default('Hosting Portal')
    .describe('Company name, also the sender name of mails.'),
  READS_PER_MINUTE: limit(3_000).describe(
    'Read requests per user or visitor address, per node, in any 60 seconds. A page counts as five; 0 means no limit.',
  ),
  WRITES_PER_MINUTE: limit(300).describe(
    'Write requests per user or visitor address, per node, in any 60 seconds; 0 means no limit.',
  ),
  METRICS_TOKEN: z.string().min(16, 'must be at least 16 characters').optional().meta({
    description: 'Bearer token that lets other machines read `/metrics`.',
    whenUnset: 'this machine only',
  }),
  SECRET_KEY_FILE: z.string().optional().meta({
    description: 'Key that encrypts stored secrets. Keep a copy apart from the data.',
    whenUnset: '`DATA_DIR/secret.key`',
  }),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean),
    )
    .describe(
      'Addresses of proxies whose `X-Forwarded-For`, `-Proto` and `-Host` headers are trusted, separated by commas.',
    ),
  PENDING_PRICE_SYMBOL: oneOf('₹', '$')
    .default('₹')
    .describe('Currency symbol on the page of a pending order: `₹` or `$`.'),
  LOG_LEVEL: oneOf('debug', 'info', 'warn', 'error', 'silent')
    .default('info')
    .describe('`debug`, `info`, `warn`, `error` or `silent`.'),
  LOG_FORMAT: oneOf(...logFormats)
    .optional()
    .meta({
      description:
        '`json`: one JSON object per line on stdout and nothing else. `text`: readable lines in local time, with start-up progress.',
      whenUnset: '`text` at a terminal, otherwise `json`',
    }),
  NO_COLOR: z.string().optional().describe('Any value turns off colours at a terminal.'),
  NODE_ENV: z.string().default('production').describe('Leave it unset; `development` is for `bun dev`.'),
}

/** The settings of a process; a feature adds its own (`declare module '#server/settings.ts'`). */
export interface Env extends z.output<z.ZodObject<typeof kernelShape>> {
  RUN_DIR: string
  SECRET_KEY_FILE: string
  /** Every setting, and whether the environment sets it; the others have their default. */
  SETTINGS: readonly { name: string; isGiven: boolean }[]
}
