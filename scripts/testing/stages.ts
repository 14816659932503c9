import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { createReach } from './reach.ts'
import type { Aid, Stage } from './run.ts'
import {
  bubblewrap,
  checkzone,
  chromium,
  delv,
  dig,
  dovecot,
  exiftool,
  imagemagick,
  ldns,
  mariadb,
  nginx,
  nsd,
  oathtool,
  pdftotext,
  pdns,
  pebble,
  postfix,
  postgres15,
  python3,
  pythonDkim,
  qpdf,
  strace,
  swaks,
  swift,
  type Tool,
  unzip,
  whyMissing,
  zbarimg,
} from './tools.ts'

/** The stages of the test run, in order; `postgres15` runs only in CI unless requested. */
export const stageNames = [
  'unit',
  'components',
  'postgres',
  'postgres15',
  'fuzz',
  'faults',
  'e2e',
  'speed',
] as const

export type StageName = (typeof stageNames)[number]

/** `short` runs before a merge, `all` is the whole run. */
export type Tier = 'short' | 'all'

type Plan = {
  globs: string[]
  /** The part of the stage in the short run, apart from the file name's rule. */
  short?: RegExp
  without?: RegExp
  /** Only files that import this one, directly or through others. */
  reaching?: string
  isIsolated?: boolean
  /** Test files in parallel; by default one more than there are cores, since each waits at times. */
  workers?: number
  /** The time limit of a stage: about three times its duration on two cores, in the short and in the whole run. */
  limitMinutes: Record<Tier, number>
  env?: Record<string, string>
  flags?: string[]
  tools?: Tool[]
  /** Installed if possible; tests of a driver whose program is missing skip themselves. */
  drivers?: Tool[]
  prepare?: () => Promise<Aid>
}

type EngineName = 'embedded' | 'debian'

/** A private server for the duration of a stage. Loaded lazily: the other stages run without the engines. */
async function useEngine(which: EngineName): Promise<Aid> {
  const engines = await import('../../test/support/postgres.ts')
  const engine = await (which === 'debian' ? engines.startDebianPostgres() : engines.startEmbeddedPostgres())
  if (!engine) throw new Error(`${postgres15.name} is not installed`)
  return { env: { TEST_DATABASE_URL: engine.url }, stop: engine.stop }
}

let build: Promise<unknown> | null = null

/**
 * The release build of the portal, with its pages and scripts; the stages that need it share one build.
 * Tests start hundreds of portals, and a compiled one starts in half the time.
 */
async function buildPortal(): Promise<Aid> {
  const program = resolve(import.meta.dir, '../../dist/portal-under-test')
  build ??= import('../build/compile.ts').then(({ compile }) => compile(program))
  await build
  return { env: { PORTAL_PROGRAM: program }, stop: async () => {} }
}

// Tests of customers' engines, mail programs, web servers and certificate authorities do not depend on the portal's own
// database: they run once, on the first engine.
export const outsidePrograms = new RegExp(
  `/(${[
    'features/console/(console|engine-down)\\.',
    'databases/(interrupted|on-postgresql)\\.',
    'backups/(database-engines|databases)\\.',
    'gateway/(?!gateway)',
    'certificates/acme',
    'receiving/(checks/|strangers|promises)',
    'sending/submission/',
  ].join('|')})`,
)
const storeTests = ['db/**/*.test.ts', 'src/server/**/*.test.ts', 'src/features/**/*.test.ts']

// Tests depend on the engine only through this file: a test that does not import it is the same on both, and runs once.
const storeSupport = 'test/support/store.ts'

// The differences between the engines: the store itself with its locks, transactions, leases and outages, every statement of
// a call or a task once (test/query-plans.test.ts), and the features whose contract concerns concurrency.
const differsByEngine =
  /^(db|test|src\/server|src\/features\/(auth|billing|orders|payments|services|trials))\//

// External programs open the archives.
const zipReaders = [python3, unzip]

const plans: Record<StageName, Plan> = {
  unit: {
    globs: ['{src,db,scripts,test}/**/*.test.ts'],
    limitMinutes: { short: 12, all: 25 },
    env: { STORE: 'sqlite' },
    flags: ['--timeout=300000'],
    tools: zipReaders,
    drivers: [
      nginx,
      bubblewrap,
      dig,
      delv,
      ldns,
      checkzone,
      exiftool,
      imagemagick,
      nsd,
      pdns,
      pebble,
      mariadb,
      postgres15,
      dovecot,
      swaks,
      postfix,
      qpdf,
      zbarimg,
      pdftotext,
      ...swift,
      pythonDkim,
      oathtool,
    ],
  },
  components: {
    // Toasts, window listeners and early input outlive a file: each has a document of its own.
    globs: ['src/**/*.test.tsx'],
    isIsolated: true,
    limitMinutes: { short: 5, all: 5 },
    flags: ['--timeout=300000'],
  },
  postgres: {
    globs: [...storeTests, 'test/query-plans.test.ts'],
    short: differsByEngine,
    without: outsidePrograms,
    reaching: storeSupport,
    limitMinutes: { short: 8, all: 25 },
    env: { STORE: 'postgres' },
    flags: ['--timeout=300000'],
    tools: zipReaders,
    prepare: () => useEngine('embedded'),
  },
  postgres15: {
    // The contract of the store, and the services that write through it; the rest runs on the newer engine.
    globs: ['db/**/*.test.ts', 'src/features/{names,orders}/*.test.ts'],
    short: /^db\//,
    reaching: storeSupport,
    limitMinutes: { short: 5, all: 5 },
    env: { STORE: 'postgres' },
    flags: ['--timeout=300000'],
    tools: [postgres15],
    prepare: () => useEngine('debian'),
  },
  fuzz: {
    globs: ['test/fuzz/*.fuzz.ts'],
    limitMinutes: { short: 3, all: 6 },
    flags: ['--timeout=300000'],
  },
  faults: {
    globs: ['test/faults/*.fault.ts'],
    limitMinutes: { short: 8, all: 30 },
    flags: ['--timeout=300000'],
    tools: [strace],
    drivers: [mariadb, postgres15],
    prepare: buildPortal,
  },
  e2e: {
    globs: ['test/e2e/*.e2e.ts'],
    limitMinutes: { short: 12, all: 30 },
    flags: ['--timeout=300000'],
    tools: [chromium, ...zipReaders],
    drivers: [pdns, mariadb],
    prepare: buildPortal,
  },
  speed: {
    globs: ['test/speed/*.speed.ts'],
    limitMinutes: { short: 5, all: 10 },
    // No other work runs meanwhile.
    workers: 1,
    flags: ['--timeout=300000'],
  },
}

/** The programs that the stages need beyond npm. */
export const toolsOf = (names: readonly StageName[]): Tool[] =>
  names.flatMap((name) => [...(plans[name].tools ?? []), ...(plans[name].drivers ?? [])])

/** A file whose name ends like `.long.test.ts` only runs in the whole run. */
const isLong = (file: string): boolean => /\.long\.[a-z\d]+\.tsx?$/.test(file)

const isPartOf = (tier: Tier, { short }: Plan, file: string): boolean =>
  tier === 'all' || !(isLong(file) || short?.test(file) === false)

/** Test files of a stage whose path contains `pattern`, sorted. */
function filesOf(plan: Plan, cwd: string, { tier, pattern }: Selection): string[] {
  const found = plan.globs.flatMap((glob) => [...new Bun.Glob(glob).scanSync({ cwd })])
  const named = [...new Set(found)]
    .filter((file) => isPartOf(tier, plan, file) && !plan.without?.test(file) && file.includes(pattern))
    .sort()
  return plan.reaching === undefined ? named : named.filter(createReach(plan.reaching, cwd))
}

// Settings of the developer's shell must not reach the tests.
const withoutSettings = {
  DATABASE_URL: undefined,
  TEST_DATABASE_URL: undefined,
  DATA_DIR: undefined,
  PORT: undefined,
}

// Every stage waits at times, for a store, a browser or a lease: one worker more than there are cores keeps them busy.
const defaultWorkers = availableParallelism() > 1 ? availableParallelism() + 1 : 1

const timings = (name: StageName): string => join(import.meta.dir, 'timings', `${name}.json`)

/** Bun starts with the slowest files, as far as known; UPDATE_TIMINGS records their current times. */
const timingFlags = (name: StageName): string[] => [
  `--timings=${timings(name)}`,
  ...(process.env.UPDATE_TIMINGS ? ['--update-timings'] : []),
]

type Selection = { tier: Tier; pattern: string }

/** The stages in the order in which they run. */
export function planStages(
  names: readonly StageName[],
  cwd: string,
  { tier = 'short', pattern = '' }: Partial<Selection> = {},
): Stage[] {
  return stageNames
    .filter((name) => names.includes(name))
    .map((name) => {
      const plan = plans[name]
      const missing = whyMissing(plan.tools ?? [])
      return {
        name,
        files: filesOf(plan, cwd, { tier, pattern }),
        workers: plan.workers ?? defaultWorkers,
        isIsolated: plan.isIsolated ?? false,
        limitSeconds: 60 * plan.limitMinutes[tier],
        env: { ...withoutSettings, TEST_TIER: tier, ...plan.env },
        flags: [...(plan.flags ?? []), ...timingFlags(name)],
        ...(plan.prepare ? { prepare: plan.prepare } : {}),
        ...(missing === undefined ? {} : { missing }),
      }
    })
}
