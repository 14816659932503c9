import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import { type Env, kernelShape, type Settings } from '#server/settings.ts'
import { features, type Intersection } from './features.ts'

type Parsed<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>
type ShapeOf<F> = F extends { settings: { shape: infer Shape extends z.ZodRawShape } } ? Parsed<Shape> : never
/** A setting that is added to `Env` without a declaration in a feature does not compile. */
type Merged = Parsed<typeof kernelShape> & Intersection<ShapeOf<(typeof features)[number]>>

const ofFeatures: Settings[] = features.flatMap((feature) =>
  'settings' in feature ? [feature.settings] : [],
)

const settings = z.object(Object.assign({}, kernelShape, ...ofFeatures.map(({ shape }) => shape)))

/** Sockets do not work across machines, so a shared folder must not contain any. */
function runDirOf(dataDir: string, isShared: boolean): string {
  if (!isShared) return resolve(dataDir, 'run')
  const name = new Bun.CryptoHasher('sha256').update(dataDir).digest('hex').slice(0, 20)
  return resolve(tmpdir(), `portal-run-${name}`)
}

/** An invalid setting; the message is one line that names it. */
export class SettingsError extends Error {}

/**
 * The settings of this process; every one has a default.
 * @throws SettingsError when a value is invalid; empty values count as absent.
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
    SETTINGS: Object.keys(settings.shape).map((name) => ({ name, isGiven: name in present })),
    DATA_DIR: dataDir,
    RUN_DIR: env.RUN_DIR ? resolve(env.RUN_DIR) : runDirOf(dataDir, env.SHARED_DATA),
    SECRET_KEY_FILE: env.SECRET_KEY_FILE ? resolve(env.SECRET_KEY_FILE) : resolve(dataDir, 'secret.key'),
  }
}
