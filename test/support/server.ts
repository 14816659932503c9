import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export type ServerOptions = {
  /** The folder of other sources than these. */
  root?: string
  /** Settings on top of the test's own: a free port, a temporary data folder, no other listeners. */
  env?: Record<string, string>
  /** An existing data folder, e.g. of a killed server; `stop` then leaves it. */
  dataDir?: string
  /** A wrapper of the command, e.g. `['strace', '-f', '-o', file]`. */
  wrapper?: string[]
  /** Arguments of the portal, `serve` by default. */
  args?: string[]
  /** Longest wait for the first answer. */
  timeoutSeconds?: number
}

export type RunningServer = {
  url: string
  /** The gateway to customers' sites; null when it is off. */
  sitesUrl: string | null
  /** The listening process; with a wrapper, the one that the wrapper started. */
  pid: number
  dataDir: string
  /** Lines of its log so far. */
  log: string[]
  /** Resolves with the exit code when the process has ended. */
  exited: Promise<number>
  /** Ends it with everything that it runs (SIGINT) and waits; removes the data folder if it created it. Returns the exit code. */
  stop: () => Promise<number>
  /** Ends it but leaves customers' sites to its successor (SIGTERM) and waits; the data folder stays. Returns the exit code. */
  handOver: () => Promise<number>
  /** Kills it (SIGKILL) and waits; the data folder stays. */
  kill9: () => Promise<void>
}

const root = resolve(import.meta.dir, '../..')

// Without the settings of the user's shell, except those that a program needs to run at all.
const inherited = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ', 'LD_LIBRARY_PATH']

function environment(dataDir: string, extra: Record<string, string> = {}): Record<string, string> {
  const kept = inherited.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  const ports = {
    PORT: 'auto',
    DNS_PORT: '0',
    SITES_PORT: 'auto',
    SITES_TLS_PORT: '0',
    MAIL_SMTP_PORT: '0',
    MAIL_IMAP_PORT: '0',
    MAIL_SUBMISSION_PORT: '0',
  }
  const own = { ...ports, NODE_ENV: 'production' }
  // No test queries public DNS: the discard port of this machine has no listener.
  const alone = { DNS_RESOLVERS: '127.0.0.1:9' }
  // A test sends more requests in a second than a person in an hour.
  const unlimited = { READS_PER_MINUTE: '0', WRITES_PER_MINUTE: '0', HELD_NAMES: '0' }
  return { ...Object.fromEntries(kept), ...own, ...alone, ...unlimited, DATA_DIR: dataDir, ...extra }
}

type Announcement = { url: string; sitesUrl: string | null; pid: number | undefined }

/** The address in an announcement line of the log; null for every other line. */
export function readAnnouncement(line: string): Announcement | null {
  if (!line.startsWith('{') || !line.includes('"url"')) return null
  try {
    const entry: { msg?: unknown; url?: unknown; sites?: unknown; pid?: unknown } = JSON.parse(line)
    if (entry.msg !== 'listening' || typeof entry.url !== 'string') return null
    const sitesUrl = typeof entry.sites === 'string' ? entry.sites : null
    return { url: entry.url, sitesUrl, pid: typeof entry.pid === 'number' ? entry.pid : undefined }
  } catch {
    // A line cut off by the end of the process.
    return null
  }
}

async function eachLine(stream: ReadableStream<Uint8Array>, use: (line: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) use(line)
  }
  if (rest) use(rest)
}

/** The first child of a wrapper, which is the server; the process itself when it has none. */
async function serverPid(pid: number, isWrapped: boolean): Promise<number> {
  if (!isWrapped) return pid
  const children = await Bun.file(`/proc/${pid}/task/${pid}/children`)
    .text()
    .catch(() => '')
  return Number(children.trim().split(' ')[0]) || pid
}

// A run of a whole stage compiles the portal once; a single file starts the sources.
const program = process.env.PORTAL_PROGRAM
const fromSources = (at: string) => [process.execPath, join(at, 'src/app/main.ts')]

function spawnPortal(dataDir: string, { root: other, env, wrapper = [], args = ['serve'] }: ServerOptions) {
  const command = other || !program ? fromSources(other ?? root) : [program]
  return Bun.spawn([...wrapper, ...command, ...args], {
    cwd: other ?? root,
    env: environment(dataDir, env),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
}

type Child = ReturnType<typeof spawnPortal>

/** Collects the log and waits for the line that carries the address. */
async function waitForAddress(child: Child, log: string[], timeoutSeconds: number): Promise<Announcement> {
  const { promise, resolve: announce, reject } = Promise.withResolvers<Announcement>()
  const fail = (reason: string) => reject(new Error(`the portal ${reason}:\n${log.slice(-20).join('\n')}`))
  const read = Promise.all([
    eachLine(child.stdout, (line) => {
      log.push(line)
      const announcement = readAnnouncement(line)
      if (announcement) announce(announcement)
    }),
    eachLine(child.stderr, (line) => void log.push(line)),
  ])
  const timer = setTimeout(() => fail(`did not listen within ${timeoutSeconds} s`), timeoutSeconds * 1000)
  void Promise.all([child.exited, read]).then(([code]) => fail(`ended with code ${code}`))
  return promise.finally(() => clearTimeout(timer))
}

const endProcess = (pid: number, signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): void => {
  try {
    process.kill(pid, signal)
  } catch {
    // It has already ended.
  }
}

/**
 * Starts the portal as a process of its own and waits until it listens. Ends everything by process id.
 * @throws Error with the last lines of its log when it ends before, or takes longer than the timeout
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'portal-data-')))
  const child = spawnPortal(dataDir, options)
  const isWrapped = (options.wrapper?.length ?? 0) > 0
  const removeData = async () => {
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
  }
  const log: string[] = []
  try {
    const announcement = await waitForAddress(child, log, options.timeoutSeconds ?? 60)
    const pid = announcement.pid ?? (await serverPid(child.pid, isWrapped))
    const end = (signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL') => {
      endProcess(pid, signal)
      return child.exited
    }
    return {
      url: announcement.url,
      sitesUrl: announcement.sitesUrl,
      pid,
      dataDir,
      log,
      exited: child.exited,
      stop: () => end('SIGINT').finally(removeData),
      handOver: () => end('SIGTERM'),
      kill9: async () => void (await end('SIGKILL')),
    }
  } catch (error) {
    endProcess(await serverPid(child.pid, isWrapped), 'SIGKILL')
    child.kill('SIGKILL')
    await child.exited
    await removeData()
    throw error
  }
}

/** Runs a portal command to its end, e.g. `['admin', 'create', …]`, and returns its output. */
export async function runPortal(
  args: string[],
  options: Omit<ServerOptions, 'args'> & { dataDir: string },
): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = spawnPortal(options.dataDir, { ...options, args })
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { code, stdout, stderr }
}
