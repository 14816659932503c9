import { writeFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

// Shared parts of the benchmarks: servers as child processes, requests from another process, and the server's costs.

const connections = 16
// One customer of a benchmark sends more requests in a second than a person in an hour.
const unlimited = { READS_PER_MINUTE: '0', WRITES_PER_MINUTE: '0', HELD_NAMES: '0' }
// Several benchmarks may run on one machine.
const ports = {
  PORT: 'auto',
  DNS_PORT: '0',
  MAIL_SMTP_PORT: '0',
  MAIL_SUBMISSION_PORT: '0',
  MAIL_IMAP_PORT: '0',
  SITES_PORT: 'auto',
  SITES_TLS_PORT: '0',
}
export const root = resolve(import.meta.dir, '../../..')
export const bun = process.execPath
const inherited = () => ({ PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' })

/** The path of a program that runs as a process of its own. */
export const programAt = (name: string): string => resolve(import.meta.dir, '../programs', `${name}.ts`)

/** `etag` for conditional requests, `unix` for a server on a unix socket. */
export type Target = { name: string; url: string; pid: number; etag?: string; unix?: string }
export type Running = { url: string; pid: number; stop(): Promise<void>; firstAnswerMs: number }

/** A server as a child process, with the time until it printed its address and answered at `/health`. */
export async function start(command: string[], settings: Record<string, string> = {}): Promise<Running> {
  const started = performance.now()
  const child = Bun.spawn(command, {
    env: { ...inherited(), ...settings },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  let text = ''
  let url = ''
  const decoder = new TextDecoder()
  for await (const chunk of child.stdout) {
    text += decoder.decode(chunk)
    url = /"url":"([^"]+)"/.exec(text)?.[1] ?? ''
    if (url) break
  }
  if (!url) throw new Error(`it did not start: ${text.trim().split('\n').at(-1)}`)
  await (await fetch(`${url}/health`)).arrayBuffer()
  const stop = async () => {
    child.kill('SIGINT')
    await child.exited
  }
  return { url, pid: child.pid, stop, firstAnswerMs: performance.now() - started }
}

const freePort = (): number => {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  listener.stop(true)
  return listener.port
}

/** Milliseconds from the start of a portal until it answers; later start-up work delays no caller. */
export async function firstAnswer(command: string[], dataDir: string): Promise<number> {
  const port = freePort()
  const started = performance.now()
  const child = Bun.spawn(command, {
    env: {
      ...inherited(),
      ...ports,
      PORT: String(port),
      NODE_ENV: 'production',
      LOG_LEVEL: 'info',
      DATA_DIR: dataDir,
    },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'inherit',
  })
  const ask = () =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (child.exitCode === null && !(await ask())) await Bun.sleep(2)
  const took = performance.now() - started
  child.kill('SIGINT')
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')} did not start`)
  return took
}

/** Starts the portal on a data folder, without request limits unless the settings set some. */
export const startPortal = (dataDir: string, settings: Record<string, string> = {}): Promise<Running> =>
  start([bun, join(root, 'src/app/main.ts'), 'serve'], {
    ...ports,
    ...unlimited,
    LOG_LEVEL: 'info',
    DATA_DIR: dataDir,
    ...settings,
  })

/** Starts one of the servers that the portal is compared with. */
export const startBare = (kind: string, dataDir: string): Promise<Running> =>
  start([bun, programAt('bare-servers'), kind, dataDir])

/** Runs the work with an empty folder, and removes it afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs a program with one line of JSON, and returns the line that it prints. */
export async function runProgram<T>(name: string, input: unknown): Promise<T> {
  const child = Bun.spawn([bun, programAt(name)], {
    env: { ...inherited(), BUN_CONFIG_MAX_HTTP_REQUESTS: '20000' },
    stdin: 'pipe',
    stdout: 'pipe',
  })
  child.stdin.write(`${JSON.stringify(input)}\n`)
  await child.stdin.end()
  return JSON.parse(await new Response(child.stdout).text()) as T
}

/** Seconds of CPU time used by a process with all its threads, to the nanosecond. */
export async function cpuSeconds(pid: number): Promise<number> {
  const tasks = `/proc/${pid}/task`
  // A thread may have ended.
  const read = (id: string) => readFile(`${tasks}/${id}/schedstat`, 'utf8').catch(() => '0')
  const used = await Promise.all((await readdir(tasks)).map(read))
  return used.reduce((sum, text) => sum + Number.parseInt(text, 10), 0) / 1e9
}

/** The resident memory of a process in bytes: the current value, or the peak since `watchPeak`. */
export async function residentBytes(pid: number, what: 'VmRSS' | 'VmHWM' = 'VmRSS'): Promise<number> {
  const status = await Bun.file(`/proc/${pid}/status`).text()
  return Number(new RegExp(`^${what}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) * 1_024
}

/** Resets the peak of a process's resident memory. */
export const watchPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')

/** Polls /health until `stop`, which returns the longest latency in milliseconds. */
export function watchHealth({ url }: { url: string }): { stop(): Promise<number> } {
  let longest = 0
  let isStopped = false
  const watching = (async () => {
    while (!isStopped) {
      const started = performance.now()
      await (await fetch(`${url}/health`)).arrayBuffer()
      longest = Math.max(longest, performance.now() - started)
      await Bun.sleep(5)
    }
  })()
  const stop = async () => {
    isStopped = true
    await watching
    return longest
  }
  return { stop }
}

/** Seconds that the work took, and its result. */
export async function timed<T>(work: () => Promise<T>): Promise<{ seconds: number; result: T }> {
  const started = performance.now()
  const result = await work()
  return { seconds: (performance.now() - started) / 1_000, result }
}

/** The quantile of the values; 0 for none. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? 0

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** Returns the number of requests refused by an overloaded server. */
export type Load = (target: Target) => Promise<number>

const mostTries = 5

/** A process that sends the requests: its CPU time is separate from the servers'. */
export function openLoad(cookie: string, requests: number): { load: Load; stop(): Promise<void> } {
  const child = Bun.spawn([bun, programAt('load')], { stdin: 'pipe', stdout: 'pipe' })
  const reader = child.stdout.getReader()
  const decoder = new TextDecoder()
  return {
    async load({ name, url, unix, etag }) {
      child.stdin.write(`${JSON.stringify({ url, unix, cookie, requests, connections, etag })}\n`)
      await child.stdin.flush()
      const { value } = await reader.read()
      const { failed, refused } = JSON.parse(decoder.decode(value)) as { failed: number; refused: number }
      if (failed > 0) throw new Error(`${failed} requests to ${name} failed`)
      return refused
    },
    async stop() {
      await child.stdin.end()
      await child.exited
    },
  }
}

/**
 * CPU seconds that a target uses for a load. The portal refuses requests after a busy machine has suspended it; such a load
 * is repeated. @throws Error when it refuses repeatedly
 */
async function spend(target: Target, load: Load): Promise<number> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const before = await cpuSeconds(target.pid)
    const refused = await load(target)
    const used = (await cpuSeconds(target.pid)) - before
    if (refused === 0) return used
  }
  throw new Error(`${target.name} refuses requests`)
}

/** CPU seconds of each target in each round; the targets take turns, and the first `warmUp` rounds do not count. */
export async function measureRounds(
  targets: Target[],
  { load, rounds, warmUp = 1 }: { load: Load; rounds: number; warmUp?: number },
): Promise<Map<string, number[]>> {
  const spent = new Map<string, number[]>(targets.map(({ name }) => [name, []]))
  for (let round = 0; round < warmUp + rounds; round += 1) {
    for (const target of targets) {
      const used = await spend(target, load)
      if (round >= warmUp) spent.get(target.name)?.push(used)
    }
  }
  return spent
}

/** The same over all rounds together. */
export async function measure(
  targets: Target[],
  options: { load: Load; rounds: number },
): Promise<Map<string, number>> {
  const spent = await measureRounds(targets, options)
  return new Map([...spent].map(([name, each]) => [name, each.reduce((sum, used) => sum + used, 0)]))
}

/** A conditional poll with the newest ETag. */
export async function pollOf(
  name: string,
  { url, pid, path, cookie }: Pick<Running, 'url' | 'pid'> & { path: string; cookie: string },
): Promise<Target> {
  const answer = await fetch(url + path, { headers: { cookie } })
  const etag = answer.headers.get('etag')
  if (!answer.ok || etag === null) throw new Error(`${name} answered ${answer.status} and no ETag`)
  return { name, url: url + path, pid, etag }
}
