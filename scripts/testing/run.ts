import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { add, nothing, type Report, readReport, type Tally } from './report.ts'

/** What a run came to: its numbers, what failed, each by its stage, and the last lines printed before each failed test. */
export type Outcome = { tally: Tally; failures: string[]; excerpts: string[] }

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

async function runBunTest(stage: Stage, env: Record<string, string>, outfile: string, options: RunOptions) {
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
      timeout: (options.timeoutSeconds ?? 1_500) * 1000,
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
): Omit<Outcome, 'excerpts'> & { complaints: string[] } {
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
  return { tally: { passed, failed: failed + complaints.length, skipped }, failures, complaints }
}

async function runPrepared(stage: Stage, options: RunOptions): Promise<Outcome & { complaints: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-tests-'))
  const outfile = join(folder, 'report.xml')
  let aid: Aid | undefined
  try {
    aid = await stage.prepare?.()
    const end = await runBunTest(stage, aid?.env ?? {}, outfile, options)
    const report = Bun.file(outfile)
    const verdict = judge(stage, end, (await report.exists()) ? readReport(await report.text()) : null)
    return { ...verdict, excerpts: end.excerpts }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const complaints = [`${stage.name} did not start: ${reason}`]
    return { tally: { ...nothing, failed: 1 }, failures: [], excerpts: [], complaints }
  } finally {
    await aid?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs one stage, its output on screen, every line marked with the stage's name. */
async function runStage(stage: Stage, options: RunOptions): Promise<Outcome> {
  const mark = (text: string) => `[${stage.name}] ${text}`
  const fail = (complaints: string[]) => complaints.map((complaint) => mark(`FAILED: ${complaint}`))
  const say = (lines: string[]) => options.write(lines.map((line) => `${line}\n`).join(''))
  if (stage.missing !== undefined && !options.ci) {
    say([mark(`skipped: ${stage.missing}`)])
    return { tally: { ...nothing, skipped: 1 }, failures: [], excerpts: [] }
  }
  if (stage.missing !== undefined || stage.files.length === 0) {
    const failures = fail([stage.missing ?? 'no test file'])
    say(failures)
    return { tally: { ...nothing, failed: 1 }, failures, excerpts: [] }
  }
  const { tally, failures, excerpts, complaints } = await runPrepared(stage, options)
  say(fail(complaints))
  return { tally, failures: [...failures.map(mark), ...fail(complaints)], excerpts: excerpts.map(mark) }
}

// Every stage waits at times, most of all those with a browser: one more than there are cores keeps the cores at work.
const defaultWidth = availableParallelism() > 1 ? availableParallelism() + 1 : 1

/** Runs the stages in their order, as many at a time as the cores can keep up with. */
export async function runStages(stages: Stage[], options: RunOptions): Promise<Outcome> {
  let total = nothing
  const failures: string[] = []
  const excerpts: string[] = []
  const waiting = [...stages]
  const work = async () => {
    for (let stage = waiting.shift(); stage && !isEnded; stage = waiting.shift()) {
      const outcome = await runStage(stage, options)
      total = add(total, outcome.tally)
      failures.push(...outcome.failures)
      excerpts.push(...outcome.excerpts)
    }
  }
  await Promise.all(Array.from({ length: defaultWidth }, work))
  return { tally: total, failures, excerpts }
}
