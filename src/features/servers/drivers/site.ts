import { join } from 'node:path'
import { second } from '#shared/time.ts'
import type { Cgroup } from './cgroup.ts'
import type { ServerDriver, ServerProcess, ServerTarget } from './driver.ts'
import { readPssBytes, readStartTicks } from './process-table.ts'
import { listNotes, openRunFolder, type RunFolder, readNote, removeTraces } from './run-folder.ts'
import { readLastLines } from './site-log.ts'

/** How the web server program is started: a command to which its arguments are added, and its whole environment. */
export type SiteProgram = { command: string[]; env: Record<string, string> }

export type SiteDriverOptions = {
  dataDir: string
  version: string
  /** Asked for when the first process is started. */
  program: () => Promise<SiteProgram>
  /** Keeps the limits of plans, where a control group was delegated to this program. */
  cgroup: Cgroup | null
  /** What a process has to finish the requests in flight; it ends by itself before. */
  stopMs?: number
}

const startMs = 20 * second
const defaultStopMs = 6 * second
const lookMs = 10

/** The log of a service's web server, beside what it serves. */
export const siteLog = (dataDir: string, serviceId: string): string =>
  join(dataDir, 'services', serviceId, 'logs', 'server.log')

const signal = (pid: number, name: 'SIGTERM' | 'SIGKILL'): void => {
  try {
    process.kill(pid, name)
  } catch {
    // It is gone already.
  }
}

const isAlive = ({ pid, startTicks }: ServerProcess): boolean => readStartTicks(pid) === startTicks

async function waitUntilGone(process: ServerProcess, ms: number): Promise<boolean> {
  const deadline = performance.now() + ms
  while (isAlive(process)) {
    if (performance.now() > deadline) return false
    await Bun.sleep(lookMs)
  }
  return true
}

/** The process is gone: it was asked, and made to when it did not listen. */
async function end(process: ServerProcess, stopMs: number): Promise<void> {
  signal(process.pid, 'SIGTERM')
  if (await waitUntilGone(process, stopMs)) return
  signal(process.pid, 'SIGKILL')
  if (!(await waitUntilGone(process, defaultStopMs))) throw new Error(`process ${process.pid} does not end`)
}

/** Whether somebody accepts connections on a socket. */
async function isListening(path: string): Promise<boolean> {
  try {
    const socket = await Bun.connect({ unix: path, socket: { data() {} } })
    socket.end()
    return true
  } catch {
    return false
  }
}

async function spawn(folder: RunFolder, log: string, target: ServerTarget, program: SiteProgram) {
  const { serviceId, root } = target
  const socket = folder.socket(serviceId)
  const child = Bun.spawn(
    [
      ...program.command,
      ...['--root', root, '--socket', socket],
      ...['--pid-file', folder.pidFile(serviceId), '--log', log],
    ],
    {
      // Bun reads settings from the folder it starts in: never one with files of a customer.
      cwd: folder.path,
      // No setting and no secret of the portal.
      env: program.env,
      // A signal from a terminal is for the portal, which ends its processes itself.
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore'],
    },
  )
  child.unref()
  const deadline = performance.now() + startMs
  while (child.exitCode === null && child.signalCode === null && performance.now() < deadline) {
    const noted = await readNote(folder, serviceId)
    if (noted?.pid === child.pid) return noted
    await Bun.sleep(lookMs)
  }
  child.kill('SIGKILL')
  throw new Error(
    `the web server of ${serviceId} ended with ${child.exitCode ?? child.signalCode ?? 'no answer'}`,
  )
}

/** Web servers as processes of their own, one per service, each on a unix socket below the data folder. */
export function createSiteDriver({
  dataDir,
  version,
  program,
  cgroup,
  stopMs = defaultStopMs,
}: SiteDriverOptions): ServerDriver {
  let opened: RunFolder | null = null
  // Made when it is needed: commands that only read the data leave no trace.
  const folder = (): RunFolder => {
    opened ??= openRunFolder(dataDir)
    return opened
  }
  const ensureStopped = async (serviceId: string) => {
    const running = await readNote(folder(), serviceId)
    if (running) await end(running, stopMs)
    await removeTraces(folder(), serviceId)
    await cgroup?.release(serviceId)
  }
  return {
    name: 'site',
    mode: 'embedded',
    limits: cgroup ? 'cgroup' : 'watchdog',
    check: async () => ({ isReady: true, version, message: null }),
    isAlive,
    ensureStopped,
    readMemoryBytes: ({ pid }) => readPssBytes(pid),
    listServices: () => listNotes(folder()),
    readLog: (serviceId, lines) => readLastLines(siteLog(dataDir, serviceId), lines),
    async ensureRunning(target) {
      const left = await readNote(folder(), target.serviceId)
      if (left && (await isListening(left.socketPath))) return left
      await ensureStopped(target.serviceId)
      const started = await spawn(folder(), siteLog(dataDir, target.serviceId), target, await program())
      try {
        await cgroup?.limit(started.pid, target)
      } catch (error) {
        await end(started, stopMs)
        throw error
      }
      return started
    },
  }
}
