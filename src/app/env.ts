import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'

const portRule = 'must be a port from 0 to 65535, or auto'
const port = (fallback: number) =>
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
const limit = (fallback: number) =>
  z.coerce.number(limitRule).int(limitRule).min(0, limitRule).default(fallback)

const oneOf = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.enum(values, `must be one of ${values.join(', ')}`)

const originRule = 'must be an address such as https://portal.example.com'

const settings = z.object({
  PORT: port(3000),
  SITES_PORT: port(3080),
  SITES_TLS_PORT: port(0),
  SERVER_DRIVER: oneOf('site', 'nginx', 'off').default('site'),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  SHARED_DATA: z.stringbool('must be true or false').default(false),
  RUN_DIR: z.string().min(1).optional(),
  PUBLIC_ORIGIN: z.url(originRule).optional(),
  SITES_ORIGIN: z.url({ protocol: /^https?$/, error: originRule }).optional(),
  ADMIN_EMAIL: z.string().optional(),
  ADMIN_MOBILE: z.string().optional(),
  ADMIN_PASSWORD: z.string().optional(),
  SERVER_IP: z.union([z.ipv4(), z.ipv6()], 'must be an IP address').default('127.0.0.1'),
  MAIL_FROM: z.string().optional(),
  CONTACT_EMAIL: z.string().optional(),
  COMPANY_FILE: z.string().optional(),
  COMPANY_NAME: z.string().max(60, 'must be at most 60 characters').default('Hosting Portal'),
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
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .optional(),
  PENDING_PRICE_SYMBOL: oneOf('₹', '$').default('₹'),
  LOG_LEVEL: oneOf('debug', 'info', 'warn', 'error', 'silent').default('info'),
  NODE_ENV: z.string().default('production'),
})

/** Sockets do not work across machines: what is shared holds none. */
function runDirOf(dataDir: string, isShared: boolean): string {
  if (!isShared) return resolve(dataDir, 'run')
  const name = new Bun.CryptoHasher('sha256').update(dataDir).digest('hex').slice(0, 20)
  return resolve(tmpdir(), `portal-run-${name}`)
}

/** A setting that cannot be used; the message is one line that names it. */
export class SettingsError extends Error {}

/**
 * The settings of this process, with defaults that need no set-up.
 * @throws SettingsError when a value cannot be used; empty values count as absent.
 */
export function readEnv(source: Record<string, string | undefined> = process.env) {
  const present = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = settings.safeParse(present)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new SettingsError(`${issue?.path.join('.') ?? 'settings'}: ${issue?.message ?? 'invalid'}`)
  }
  const env = parsed.data
  const administrator = [env.ADMIN_EMAIL, env.ADMIN_MOBILE, env.ADMIN_PASSWORD]
  if (administrator.some(Boolean) && !administrator.every(Boolean)) {
    throw new SettingsError(
      'ADMIN_EMAIL, ADMIN_MOBILE and ADMIN_PASSWORD must be set together, or none of them',
    )
  }
  if (env.SHARED_DATA && !env.DATABASE_URL)
    throw new SettingsError(
      'SHARED_DATA: needs DATABASE_URL, since a SQLite file cannot be shared by several nodes',
    )
  const dataDir = resolve(env.DATA_DIR)
  return {
    ...env,
    DATA_DIR: dataDir,
    RUN_DIR: env.RUN_DIR ? resolve(env.RUN_DIR) : runDirOf(dataDir, env.SHARED_DATA),
    SECRET_KEY_FILE: env.SECRET_KEY_FILE ? resolve(env.SECRET_KEY_FILE) : resolve(dataDir, 'secret.key'),
    PUBLIC_ORIGIN: env.PUBLIC_ORIGIN ? new URL(env.PUBLIC_ORIGIN).origin : undefined,
    SITES_ORIGIN: env.SITES_ORIGIN ? new URL(env.SITES_ORIGIN).origin : undefined,
  }
}

export type Env = ReturnType<typeof readEnv>
