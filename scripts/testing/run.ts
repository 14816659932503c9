import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { add, nothing, type Report, readReport, type Tally } from './report.ts'

/**
 * What a run came to: its numbers, what failed, each by its stage, the last lines printed before each failed test, and the
 * tests that ran out of time beside others and passed alone.
 */
export type Outcome = { tally: Tally; failures: string[]; excerpts: string[]; unsteady: string[] }

/** `late`: how many of the failed tests ran out of time. */
type StageOutcome = Omit<Outcome, 'unsteady'> & { late: number }

/** What a stage needs while it runs, e.g. a database; stopped when the stage is over. */
export type Aid = { env: Record<string, string>; stop: () => Promise<void> }

/** One `bun test` process over a list of files. */
export type Stage = {
  name: string
  files: string[]
  /** On top of the own environment; undefined takes a variable away. */
  env?: Record<string, string | undefined>
  /** Extra arguments of `bun test`. */
  flags?: string[]
  prepare?: () => Promise<Aid>
  /** Why the stage cannot run here, with the command that mends it. */
  missing?: string
}

export type RunOptions = {
  cwd: string
  /** Under CI what cannot run is a failure, elsewhere it is skipped in a printed line. */
  ci: boolean
  write: (text: string) => void
  /** Longest a stage may take before it is ended. */
  timeoutSeconds?: number
  /** Told how many seconds each file of a stage took. */
  noteSeconds?: (stage: Stage, files: ReadonlyMap<string, number>) => void
}

const running = new Set<Bun.Subprocess>()
let isEnded = false

/** Ends every test process that is running and starts no further one; the stages then stop their aids. */
export function endRunning(): void {
  isEnded = true
  for (const child of running) child.kill('SIGTERM')
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

/** Keeps what was printed since the test before, up to and with the line of each failed one. */
function collectExcerpts() {
  const excerpts: string[] = []
  let recent: string[] = []
  const take = (line: string) => {
    recent.push(line)
    if (line.startsWith('(fail) ')) excerpts.push(recent.slice(-linesOfExcerpt).join('\n'))
    if (/^\((pass|fail|skip)\) /.test(line)) recent = []
    else if (recent.length > 2 * linesOfExcerpt) recent = recent.slice(-linesOfExcerpt)
  }
  return { excerpts, take }
}

/** What a stage cost: the time on the wall, and that of processors for it and the processes that it waited for. */
function priceOf(child: Bun.Subprocess, startedMs: number): string {
  const cpu = Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1e6
  return `took ${Math.round((performance.now() - startedMs) / 1_000)} s, ${Math.round(cpu)} s of CPU`
}

async function runBunTest(stage: Stage, env: Record<string, string>, outfile: string, options: RunOptions) {
  const startedMs = performance.now()
  const child = Bun.spawn(
    [
      process.execPath,
      'test',
      // The files share what they have loaded: that takes longer than most of them run.
      '--no-isolate',
      '--no-orphans',
      '--reporter=junit',
      `--reporter-outfile=${outfile}`,
      ...(stage.flags ?? []),
      ...stage.files.map((file) => `./${file}`),
    ],
    {
      cwd: options.cwd,
      env: { ...process.env, ...stage.env, ...env },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
      timeout: (options.timeoutSeconds ?? 2_400) * 1000,
      killSignal: 'SIGTERM',
    },
  )
  running.add(child)
  const prefix = `[${stage.name}] `
  const { excerpts, take } = collectExcerpts()
  const print = (line: string) => options.write(`${prefix}${line}\n`)
  await Promise.all([
    eachLine(child.stdout, print),
    eachLine(child.stderr, (line) => {
      print(line)
      take(line)
    }),
  ])
  const code = await child.exited
  running.delete(child)
  print(priceOf(child, startedMs))
  return { code, signal: child.signalCode, excerpts }
}

/**
 * What a finished process adds up to, and what there is to complain about beside its failed tests. A file that is not in the report (it did not load, or holds no
 * test), a crash, and an exit code that no failed test explains count as one failure each.
 */
export function judge(
  stage: Pick<Stage, 'name' | 'files'>,
  end: { code: number; signal: string | number | null },
  report: Report | null,
): Omit<StageOutcome, 'excerpts'> & { complaints: string[] } {
  const complaints = report
    ? stage.files.filter((file) => !report.files.has(file)).map((file) => `${file} ran no test`)
    : [`${stage.name} wrote no report`]
  if (end.signal) complaints.push(`${stage.name} was ended by ${end.signal}`)
  if (report && report.passed + report.failed === 0) complaints.push(`${stage.name} ran no test`)
  const tally = report ?? nothing
  const failures = report?.failures ?? []
  if (end.code !== 0 && tally.failed === 0 && complaints.length === 0) {
    complaints.push(`${stage.name} ended with code ${end.code}`)
  }
  const { passed, failed, skipped } = tally
  const late = report?.late ?? 0
  return { tally: { passed, failed: failed + complaints.length, skipped }, failures, complaints, late }
}

async function runPrepared(
  stage: Stage,
  options: RunOptions,
): Promise<StageOutcome & { complaints: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-tests-'))
  const outfile = join(folder, 'report.xml')
  let aid: Aid | undefined
  try {
    aid = await stage.prepare?.()
    const end = await runBunTest(stage, aid?.env ?? {}, outfile, options)
    const file = Bun.file(outfile)
    const report = (await file.exists()) ? readReport(await file.text()) : null
    if (report) options.noteSeconds?.(stage, report.files)
    const verdict = judge(stage, end, report)
    return { ...verdict, excerpts: end.excerpts }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const complaints = [`${stage.name} did not start: ${reason}`]
    return { tally: { ...nothing, failed: 1 }, failures: [], excerpts: [], complaints, late: 0 }
  } finally {
    await aid?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs one stage, its output on screen, every line marked with the stage's name. */
async function runStage(stage: Stage, options: RunOptions): Promise<StageOutcome> {
  const mark = (text: string) => `[${stage.name}] ${text}`
  const fail = (complaints: string[]) => complaints.map((complaint) => mark(`FAILED: ${complaint}`))
  const say = (lines: string[]) => options.write(lines.map((line) => `${line}\n`).join(''))
  if (stage.missing !== undefined && !options.ci) {
    say([mark(`skipped: ${stage.missing}`)])
    return { tally: { ...nothing, skipped: 1 }, failures: [], excerpts: [], late: 0 }
  }
  if (stage.missing !== undefined || stage.files.length === 0) {
    const failures = fail([stage.missing ?? 'no test file'])
    say(failures)
    return { tally: { ...nothing, failed: 1 }, failures, excerpts: [], late: 0 }
  }
  const { tally, failures, excerpts, complaints, late } = await runPrepared(stage, options)
  say(fail(complaints))
  return { tally, failures: [...failures.map(mark), ...fail(complaints)], excerpts: excerpts.map(mark), late }
}

// Every stage waits at times, for a store, a browser or a lease: one more than there are cores keeps the cores at work.
const defaultWidth = availableParallelism() > 1 ? availableParallelism() + 1 : 1

// More than these are a fault of the product or of the machine, and running them again tells nothing.
const secondRunsAtMost = 20

/** The files of the failed tests of a stage; none unless time is all that was wanting: a wrong result is one anywhere. */
const lateFiles = (stage: Stage, { tally, failures, late }: StageOutcome): string[] =>
  late === tally.failed
    ? stage.files.filter((file) => failures.some((name) => name.includes(`] ${file}: `)))
    : []

/**
 * Runs the files of tests that ran out of time once more, one stage at a time with nothing beside it: what passes now needed
 * more time than a busy machine gave it. It counts as passed, and is named, so that somebody makes it steady.
 */
async function runAgain(
  first: { stage: Stage; outcome: StageOutcome }[],
  options: RunOptions,
): Promise<Outcome> {
  const again = first.map(({ stage, outcome }) => ({ stage, outcome, files: lateFiles(stage, outcome) }))
  const isWorthIt = again.reduce((sum, { files }) => sum + files.length, 0) <= secondRunsAtMost
  const whole: Outcome = { tally: nothing, failures: [], excerpts: [], unsteady: [] }
  for (const { stage, outcome, files } of again) {
    const isRun = isWorthIt && files.length > 0 && !isEnded
    const second = isRun ? await runStage({ ...stage, name: `${stage.name} alone`, files }, options) : null
    const { passed, failed, skipped } = outcome.tally
    if (second?.tally.failed === 0) {
      whole.tally = add(whole.tally, { passed: passed + failed, failed: 0, skipped })
      whole.unsteady.push(...outcome.failures)
    } else {
      whole.tally = add(whole.tally, outcome.tally)
      whole.failures.push(...outcome.failures)
      whole.excerpts.push(...outcome.excerpts)
    }
  }
  return whole
}

/** Runs the stages in their order, as many at a time as the cores can keep up with, and then what ran out of time once more, alone. */
export async function runStages(stages: Stage[], options: RunOptions): Promise<Outcome> {
  const done: { stage: Stage; outcome: StageOutcome }[] = []
  const waiting = [...stages]
  const work = async () => {
    for (let stage = waiting.shift(); stage && !isEnded; stage = waiting.shift()) {
      done.push({ stage, outcome: await runStage(stage, options) })
    }
  }
  await Promise.all(Array.from({ length: defaultWidth }, work))
  return runAgain(done, options)
}
