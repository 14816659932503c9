import { resolve } from 'node:path'
import { createReach } from './reach.ts'
import type { Aid, Stage } from './run.ts'
import {
  bubblewrap,
  checkzone,
  chromium,
  delv,
  dig,
  dovecot,
  ldns,
  mariadb,
  nginx,
  nsd,
  oathtool,
  pdftotext,
  pdns,
  pebble,
  perlTls,
  postfix,
  postgres15,
  python3,
  qpdf,
  strace,
  swaks,
  swift,
  type Tool,
  unzip,
  whyMissing,
} from './tools.ts'
import { balance, readWeights } from './weights.ts'

/** The parts of the test run; `postgres15` is a part of CI only unless it is asked for. */
export const stageNames = ['unit', 'postgres', 'postgres15', 'fuzz', 'faults', 'e2e'] as const

export type StageName = (typeof stageNames)[number]

type Plan = {
  globs: string[]
  without?: RegExp
  /** Only files that import this one, directly or through others. */
  reaching?: string
  /** Processes that share the files, each a stage of its own; 1 unless given. */
  parts?: number
  env?: Record<string, string>
  flags?: string[]
  tools?: Tool[]
  /** Installed where that is possible; tests of a driver whose program is missing skip themselves. */
  drivers?: Tool[]
  prepare?: () => Promise<Aid>
}

type EngineName = 'embedded' | 'debian'

/** Loaded late: the other stages run without the engines. */
async function startEngine(which: EngineName) {
  const engines = await import('../../test/support/postgres.ts')
  const engine = await (which === 'debian' ? engines.startDebianPostgres() : engines.startEmbeddedPostgres())
  if (!engine) throw new Error(`${postgres15.name} is not installed`)
  return engine
}

const servers = new Map<EngineName, { engine: ReturnType<typeof startEngine>; users: number }>()

/** A private server, shared by the parts of a stage that run side by side: the last one to end stops it. */
async function useEngine(which: EngineName): Promise<Aid> {
  const server = servers.get(which) ?? { engine: startEngine(which), users: 0 }
  servers.set(which, server)
  server.users += 1
  const engine = await server.engine
  return {
    env: { TEST_DATABASE_URL: engine.url },
    async stop() {
      server.users -= 1
      if (server.users > 0) return
      servers.delete(which)
      await engine.stop()
    },
  }
}

let build: Promise<unknown> | null = null

/**
 * The portal as it is released, with the pages and scripts that it serves; stages that start together wait for one build.
 * Hundreds of portals are started, and a compiled one takes half the time of the sources.
 */
async function buildPortal(): Promise<Aid> {
  const program = resolve(import.meta.dir, '../../dist/portal-under-test')
  build ??= import('../compile.ts').then(({ compile }) => compile(program))
  await build
  return { env: { PORTAL_PROGRAM: program }, stop: async () => {} }
}

// Component tests know no store and run once, on the first stage; so do those of what customers' databases are in, of mail
// programs, web servers and authorities: they do the same whatever the portal keeps its rows in, and what the portal does with its
// rows, the other tests of these features and the run of every statement (test/query-plans.test.ts) say.
export const outsidePrograms = new RegExp(
  `/(${[
    'web/',
    'databases/(console/|interrupted|on-postgresql)',
    'backups/(database-engines|databases)\\.',
    'gateway/(?!gateway)',
    'certificates/acme',
    'receiving/(checks/|strangers|promises)',
    'sending/submission/',
  ].join('|')})`,
)
const storeTests = ['db/**/*.test.ts', 'src/server/**/*.test.ts', 'src/features/**/*.test.ts']

// A test learns of the engine from this file alone: one that does not import it is the same test on both, and runs once.
const storeSupport = 'test/support/store.ts'

// Archives are opened by programs that are not ours.
const zipReaders = [python3, unzip]

const plans: Record<StageName, Plan> = {
  unit: {
    globs: ['{src,db,scripts,test}/**/*.test.{ts,tsx}'],
    parts: 8,
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
      nsd,
      oathtool,
      pdns,
      pebble,
      mariadb,
      postgres15,
      dovecot,
      swaks,
      perlTls,
      postfix,
      qpdf,
      pdftotext,
      ...swift,
    ],
  },
  postgres: {
    // The plans of every statement differ by engine.
    globs: [...storeTests, 'test/query-plans.test.ts'],
    without: outsidePrograms,
    reaching: storeSupport,
    parts: 6,
    env: { STORE: 'postgres' },
    flags: ['--timeout=300000'],
    tools: zipReaders,
    prepare: () => useEngine('embedded'),
  },
  postgres15: {
    // What the store promises, and what services write through it; the rest runs on the newer engine.
    globs: ['db/*.test.ts', 'src/features/orders/*.test.ts'],
    reaching: storeSupport,
    env: { STORE: 'postgres' },
    flags: ['--timeout=300000'],
    tools: [postgres15],
    prepare: () => useEngine('debian'),
  },
  fuzz: {
    // Two minutes in CI, where nobody waits for it alone.
    globs: ['test/fuzz/*.fuzz.ts'],
    parts: 2,
    flags: ['--timeout=300000'],
  },
  faults: {
    globs: ['test/faults/*.fault.ts'],
    parts: 5,
    flags: ['--timeout=300000'],
    tools: [strace],
    drivers: [mariadb, postgres15],
    prepare: buildPortal,
  },
  e2e: {
    globs: ['test/e2e/*.e2e.ts'],
    parts: 8,
    flags: ['--timeout=300000'],
    tools: [chromium, ...zipReaders],
    drivers: [pdns, mariadb],
    prepare: buildPortal,
  },
}

/** The programs that the stages need beyond npm. */
export const toolsOf = (names: readonly StageName[]): Tool[] =>
  names.flatMap((name) => [...(plans[name].tools ?? []), ...(plans[name].drivers ?? [])])

/** Test files of a stage whose path contains `pattern`, sorted. */
function filesOf({ globs, without, reaching }: Plan, cwd: string, pattern: string): string[] {
  const found = globs.flatMap((glob) => [...new Bun.Glob(glob).scanSync({ cwd })])
  const named = [...new Set(found)].filter((file) => !without?.test(file) && file.includes(pattern)).sort()
  return reaching === undefined ? named : named.filter(createReach(reaching, cwd))
}

// Settings of the developer's shell must not reach the tests.
const withoutSettings = {
  DATABASE_URL: undefined,
  TEST_DATABASE_URL: undefined,
  DATA_DIR: undefined,
  PORT: undefined,
}

const isComponentTest = (file: string): boolean => file.endsWith('.test.tsx')

const weights = readWeights()

/** What a file of a stage weighs; one that was never weighed is light. */
const weigh = (stage: StageName, file: string): number => weights[stage]?.[file] ?? 1

/** Files in parts of one weight; the files of a part share its process, so those with a document are a part of their own. */
function partsOf(name: StageName, files: string[]): string[][] {
  const others = files.filter((file) => !isComponentTest(file))
  const parts = balance(others, plans[name].parts ?? 1, (file) => weigh(name, file))
  const filled = [files.filter(isComponentTest), ...parts].filter((part) => part.length > 0)
  return filled.length > 0 ? filled : [[]]
}

type Weighed = { stage: Stage; weight: number }

/** The stages of a plan: one, or its parts. */
function stagesOf(name: StageName, cwd: string, pattern: string): Weighed[] {
  const plan = plans[name]
  const missing = whyMissing(plan.tools ?? [])
  const parts = partsOf(name, filesOf(plan, cwd, pattern))
  return parts.map((files, part) => ({
    stage: {
      name: parts.length === 1 ? name : `${name} ${part + 1}`,
      files,
      env: { ...withoutSettings, ...plan.env },
      flags: plan.flags ?? [],
      ...(plan.prepare ? { prepare: plan.prepare } : {}),
      ...(missing === undefined ? {} : { missing }),
    },
    weight: files.reduce((sum, file) => sum + weigh(name, file), 0),
  }))
}

// What waits for disks, leases or a browser runs beside what computes, from the first part to the last, so that no core idles.
const waiting: StageName[] = ['faults', 'fuzz', 'e2e']
const computing: StageName[] = ['postgres', 'unit', 'postgres15']

/** The heaviest first, each with the share of its group's weight that starts before it. */
function queueUp(stages: Weighed[]): { stage: Stage; at: number }[] {
  const whole = stages.reduce((sum, { weight }) => sum + weight, 0)
  let before = 0
  return stages
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ stage, weight }) => {
      const at = before / whole
      before += weight
      return { stage, at }
    })
}

/** The stages in the order in which they start: both groups come to their end together. */
export function planStages(names: readonly StageName[], cwd: string, pattern = ''): Stage[] {
  const groups = [waiting, computing].map((group) =>
    group.filter((name) => names.includes(name)).flatMap((name) => stagesOf(name, cwd, pattern)),
  )
  return (
    groups
      .flatMap(queueUp)
      // Fuzzing lasts as long as it is told, however little else there is left to do.
      .map(({ stage, at }) => ({ stage, at: stage.name.startsWith('fuzz') ? -1 : at }))
      .sort((a, b) => a.at - b.at)
      .map(({ stage }) => stage)
  )
}
