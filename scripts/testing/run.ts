import { join } from 'node:path'
import { type FileReport, nothing, type Report, readReport, sum, type Tally } from './report.ts'
import type { Sandbox } from './sandbox.ts'

/**
 * The result of a run: its numbers, the failures by stage, the last lines printed before each failed test, and the tests that
 * failed beside others and passed alone.
 */
export type Outcome = { tally: Tally; failures: string[]; excerpts: string[]; flaky: string[] }

/** A dependency of a stage while it runs, e.g. a database; stopped when the stage is over. */
export type Aid = { env: Record<string, string>; stop: () => Promise<void> }

/** One run of `bun test` over a list of files. */
export type Stage = {
  name: string
  files: string[]
  /** Test files that run in parallel; 1 unless given. */
  workers?: number
  /** Gives each file a global and modules of its own; otherwise files share loaded modules, which saves time. */
  isIsolated?: boolean
  /** The time limit; 20 minutes unless given. */
  limitSeconds?: number
  /** On top of the inherited environment; undefined unsets a variable. */
  env?: Record<string, string | undefined>
  /** Extra arguments of `bun test`. */
  flags?: string[]
  prepare?: () => Promise<Aid>
  /** The reason why the stage cannot run here, with the command that fixes it. */
  missing?: string
}

export type RunOptions = {
  cwd: string
  sandbox: Sandbox
  /** Under CI, a stage that cannot run is a failure; on other machines it is skipped with a message. */
  ci: boolean
  write: (text: string) => void
}

type StageOutcome = {
  files: Report
  /** Faults of the whole stage; each counts as a failure. */
  complaints: string[]
  excerpts: Map<string, string[]>
}

let running: Bun.Subprocess | null = null
let ended: string | null = null

/** Ends the running test process and prevents further ones. */
export function endRunning(reason: string): void {
  ended ??= reason
  running?.kill('SIGTERM')
}

async function eachLine(from: ReadableStream<Uint8Array>, use: (line: string) => void) {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of from) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) use(line)
  }
  if (rest) use(rest)
}

const linesOfExcerpt = 25

/** Collects, by file, the output since the previous test up to and including the line of each failed one. */
function collectExcerpts() {
  const excerpts = new Map<string, string[]>()
  let file = ''
  let recent: string[] = []
  let isOver = false
  const take = (line: string) => {
    // At its end Bun repeats the failed tests.
    isOver ||= /^\d+ tests? (failed|skipped|todo)\b/.test(line)
    if (isOver) return
    file = /^(\S+\.[a-z]+\.tsx?):$/.exec(line)?.[1] ?? file
    recent.push(line)
    if (line.startsWith('(fail) '))
      excerpts.set(file, [...(excerpts.get(file) ?? []), recent.slice(-linesOfExcerpt).join('\n')])
    if (/^\((pass|fail|skip)\) /.test(line)) recent = []
    else if (recent.length > 2 * linesOfExcerpt) recent = recent.slice(-linesOfExcerpt)
  }
  return { excerpts, take }
}

const defaultLimitSeconds = 1_200
// Writing its report on termination takes a moment.
const graceMs = 10_000

async function runBunTest(stage: Stage, env: Record<string, string>, outfile: string, options: RunOptions) {
  const startedMs = performance.now()
  const child = Bun.spawn(
    [
      process.execPath,
      'test',
      // A file goes to the next free worker.
      `--parallel=${stage.workers ?? 1}`,
      stage.isIsolated ? '--isolate' : '--no-isolate',
      '--no-orphans',
      '--reporter=junit',
      `--reporter-outfile=${outfile}`,
      ...(stage.flags ?? []),
      ...stage.files.map((file) => `./${file}`),
    ],
    {
      cwd: options.cwd,
      env: { ...process.env, ...options.sandbox.env, ...stage.env, ...env },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    },
  )
  running = child
  const limitSeconds = stage.limitSeconds ?? defaultLimitSeconds
  let why = ended
  const stop = () => {
    why ??= ended ?? `it took more than ${limitSeconds} s`
    child.kill('SIGTERM')
    const killer = setTimeout(() => child.kill('SIGKILL'), graceMs)
    void child.exited.then(() => clearTimeout(killer))
  }
  if (ended) stop()
  const timer = setTimeout(stop, limitSeconds * 1000)
  const print = (line: string) => options.write(`[${stage.name}] ${line}\n`)
  const { excerpts, take } = collectExcerpts()
  await Promise.all([
    eachLine(child.stdout, print),
    eachLine(child.stderr, (line) => {
      print(line)
      take(line)
    }),
  ])
  const code = await child.exited
  clearTimeout(timer)
  running = null
  print(`took ${Math.round((performance.now() - startedMs) / 1_000)} s`)
  return { code, ended: why ?? ended, excerpts }
}

const crashed = /: \(worker crashed\)$/

/** The files that were ended, each with the test that finished before. */
function runningIn(report: Report): string[] {
  return [...report].flatMap(([file, { failures, last }]) =>
    failures.some((name) => crashed.test(name)) ? [last ? `${file}, after "${last}"` : file] : [],
  )
}

const failed = (failure: string): FileReport => ({ ...nothing, failed: 1, failures: [failure], last: null })

/**
 * Sums up a finished process. A file missing from the report did not load, or contains no test, and counts as one failure;
 * so does an exit code that no failed test explains, and a process that was ended early.
 */
export function judge(
  stage: Pick<Stage, 'name' | 'files'>,
  end: { code: number; ended: string | null },
  report: Report | null,
): Pick<StageOutcome, 'files' | 'complaints'> {
  const files: Report = new Map(report)
  const complaints: string[] = []
  if (end.ended !== null) {
    const unfinished = runningIn(files)
    const what = unfinished.length > 0 ? `; running: ${unfinished.join('; ')}` : ''
    complaints.push(`${stage.name} was ended, ${end.ended}${what}`)
    const missing = stage.files.filter((file) => !files.has(file)).length
    if (missing > 0) complaints.push(`${missing} files of ${stage.name} did not run`)
    return { files, complaints }
  }
  if (report === null)
    return { files, complaints: [`${stage.name} wrote no report and ended with ${end.code}`] }
  for (const file of stage.files) if (!files.has(file)) files.set(file, failed(`${file} ran no test`))
  const { passed, failed: broken } = sum(files.values())
  if (passed + broken === 0) complaints.push(`${stage.name} ran no test`)
  if (end.code !== 0 && broken === 0) complaints.push(`${stage.name} ended with code ${end.code}`)
  return { files, complaints }
}

async function runPrepared(stage: Stage, options: RunOptions): Promise<StageOutcome> {
  const outfile = join(options.sandbox.env.TMPDIR, 'report.xml')
  let aid: Aid | undefined
  try {
    aid = await stage.prepare?.()
    const { excerpts, ...end } = await runBunTest(stage, aid?.env ?? {}, outfile, options)
    const file = Bun.file(outfile)
    const report = (await file.exists()) ? readReport(await file.text()) : null
    return { ...judge(stage, end, report), excerpts }
  } finally {
    await aid?.stop()
    await options.sandbox.clear()
  }
}

const breakOff = ({ name }: Stage, error: unknown): StageOutcome => {
  const reason = error instanceof Error ? error.message : String(error)
  return { files: new Map(), complaints: [`${name} broke off: ${reason}`], excerpts: new Map() }
}

/** Runs one stage, its output on screen, every line marked with the stage's name. */
async function runStage(stage: Stage, options: RunOptions): Promise<StageOutcome> {
  const say = (text: string) => options.write(`[${stage.name}] ${text}\n`)
  const none = { files: new Map(), excerpts: new Map() }
  if (stage.missing !== undefined && !options.ci) {
    say(`skipped: ${stage.missing}`)
    const skipped = { ...nothing, skipped: 1, failures: [], last: null }
    return { ...none, files: new Map([['', skipped]]), complaints: [] }
  }
  if (ended !== null) return { ...none, complaints: [`${stage.name} did not run, ${ended}`] }
  const reason = stage.missing ?? (stage.files.length === 0 ? 'no test file' : undefined)
  const outcome =
    reason === undefined
      ? await runPrepared(stage, options).catch((error) => breakOff(stage, error))
      : { ...none, complaints: [reason] }
  for (const complaint of outcome.complaints) say(`FAILED: ${complaint}`)
  return outcome
}

// More than these indicate a fault of the product or of the machine, which a second run does not explain.
const secondLooksAtMost = 5

type Ran = { stage: Stage; outcome: StageOutcome }

/** Runs each file with a failed test again, alone. Tests that pass then replace the first run and are named as flaky. */
async function rerunFailed(ran: Ran[], options: RunOptions): Promise<string[]> {
  const broken = ran.flatMap(({ stage, outcome }) =>
    [...outcome.files].flatMap(([file, report]) =>
      report.failed > 0 ? [{ stage, outcome, file, report }] : [],
    ),
  )
  if (broken.length > secondLooksAtMost) return []
  const flaky: string[] = []
  for (const { stage, outcome, file, report } of broken) {
    if (ended !== null || outcome.complaints.length > 0) continue
    const alone = { ...stage, name: `${stage.name} again`, files: [file], workers: 1 }
    const second = await runStage(alone, options)
    const now = second.files.get(file)
    if (second.complaints.length > 0 || now === undefined || now.failed > 0) continue
    outcome.files.set(file, now)
    outcome.excerpts.delete(file)
    flaky.push(...report.failures.map((name) => `[${stage.name}] ${name}`))
  }
  return flaky
}

/** Runs the stages one after the other, and then the failed files again, alone. */
export async function runStages(stages: Stage[], options: RunOptions): Promise<Outcome> {
  const ran: Ran[] = []
  for (const stage of stages) ran.push({ stage, outcome: await runStage(stage, options) })
  const flaky = await rerunFailed(ran, options)
  const whole: Outcome = { tally: nothing, failures: [], excerpts: [], flaky }
  for (const { stage, outcome } of ran) {
    const mark = (text: string) => `[${stage.name}] ${text}`
    const complaints = { ...nothing, failed: outcome.complaints.length }
    whole.tally = sum([whole.tally, ...outcome.files.values(), complaints])
    const failures = [...outcome.files.values()].flatMap((report) => report.failures)
    whole.failures.push(...failures.map(mark), ...outcome.complaints.map((text) => mark(`FAILED: ${text}`)))
    whole.excerpts.push(...[...outcome.excerpts.values()].flat().map(mark))
  }
  return whole
}
