import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import { limit, oneOf, origin, port, type Settings } from '#server/settings.ts'
import { features, type Intersection } from './features.ts'

const kernelShape = {
  PORT: port(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  SHARED_DATA: z.stringbool('must be true or false').default(false),
  RUN_DIR: z.string().min(1).optional(),
  PUBLIC_ORIGIN: origin.optional(),
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
  PENDING_PRICE_SYMBOL: oneOf('₹', '$').default('₹'),
  LOG_LEVEL: oneOf('debug', 'info', 'warn', 'error', 'silent').default('info'),
  NODE_ENV: z.string().default('production'),
}

type Read<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>
type ShapeOf<F> = F extends { settings: { shape: infer Shape extends z.ZodRawShape } } ? Read<Shape> : never
/** A setting that no feature declares, but one adds to `Env`, does not compile. */
type Merged = Read<typeof kernelShape> & Intersection<ShapeOf<(typeof features)[number]>>

/** The settings of a process; a feature adds its own (`declare module '#env'`). */
export interface Env extends Read<typeof kernelShape> {
  RUN_DIR: string
  SECRET_KEY_FILE: string
}

const ofFeatures: Settings[] = features.flatMap((feature) =>
  'settings' in feature ? [feature.settings] : [],
)

const settings = z.object(Object.assign({}, kernelShape, ...ofFeatures.map(({ shape }) => shape)))

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
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const present = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = settings.safeParse(present)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new SettingsError(`${issue?.path.join('.') ?? 'settings'}: ${issue?.message ?? 'invalid'}`)
  }
  const env = parsed.data as Merged
  for (const { check } of ofFeatures) {
    const problem = check?.(env)
    if (problem) throw new SettingsError(problem)
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
  }
}
