import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readPssBytes, readStartTicks } from '#server/system/proc.ts'
import type { Cgroup } from '#server/system/programs/cgroup.ts'
import type { Isolation } from '#server/system/programs/isolation.ts'
import { second } from '#shared/time.ts'
import type { ServerDriver, ServerDriverHealth, ServerProcess, ServerTarget } from './driver.ts'
import { checkMs, isListening } from './launch.ts'
import { keepAlive, listNotes, openRunFolder, type RunFolder, readNote, removeTraces } from './run-folder.ts'
import { readLastLines } from './site-log.ts'

/** Paths of a service's process: pid file, socket and log, and its isolation. */
export type ProcessPaths = { folder: RunFolder; log: string; isolation: Isolation | null }

export type ProcessDriverOptions = Pick<ServerDriver, 'name' | 'mode'> & {
  check(): Promise<Omit<ServerDriverHealth, 'isolation'>>
  dataDir: string
  /** Pid files and sockets of this node's processes; `run` in the data folder unless that is shared. */
  runDir?: string | undefined
  /** Name of this node's logs, next to those of other nodes. */
  logName?: string | undefined
  /** Enforces plan limits, where a control group was delegated to this program. */
  cgroup: Cgroup | null
  /** The isolation of the processes, determined before the first one starts. */
  isolation: () => Promise<Isolation | null>
  now: () => Date
  /** Longest time for a process to finish requests in flight; it usually exits earlier. */
  stopMs?: number | undefined
  /** Build of the processes' program; without it all builds count as the same. */
  build?: (() => Promise<string>) | undefined
  /** Starts a process that listens, with its pid file. @throws Error otherwise */
  spawn(place: ProcessPaths, target: ServerTarget): Promise<ServerProcess>
  /** Removes the driver's other files of a service. */
  forget?(folder: RunFolder, serviceId: string): Promise<void>
}

const defaultStopMs = 6 * second

const usualLog = 'server.log'

/** The log of a service's web server, next to its site. */
export const siteLog = (
  { dataDir, logName = usualLog }: Pick<ProcessDriverOptions, 'dataDir' | 'logName'>,
  serviceId: string,
): string => join(dataDir, 'services', serviceId, 'logs', logName)

const signal = (pid: number, name: 'SIGTERM' | 'SIGKILL'): void => {
  try {
    process.kill(pid, name)
  } catch {
    // It has already exited.
  }
}

const isAlive = ({ pid, startTicks }: ServerProcess): boolean => readStartTicks(pid) === startTicks

async function waitUntilGone(process: ServerProcess, ms: number): Promise<boolean> {
  const deadline = performance.now() + ms
  while (isAlive(process)) {
    if (performance.now() > deadline) return false
    await Bun.sleep(checkMs)
  }
  return true
}

/** Ends the process: SIGTERM first, then SIGKILL. */
export async function end(process: ServerProcess, stopMs: number): Promise<void> {
  signal(process.pid, 'SIGTERM')
  if (await waitUntilGone(process, stopMs)) return
  signal(process.pid, 'SIGKILL')
  if (!(await waitUntilGone(process, defaultStopMs))) throw new Error(`process ${process.pid} does not exit`)
}

/**
 * Ends all web servers that have a pid file in the folder; survivors are left to the next portal. Returns how many there were.
 */
export async function endNotedServers(folder: RunFolder): Promise<number> {
  const endOne = async (serviceId: string) => {
    const running = await readNote(folder, serviceId)
    if (running) await end(running, defaultStopMs)
    await removeTraces(folder, serviceId)
    return running !== null
  }
  const ended = await Promise.allSettled((await listNotes(folder)).map(endOne))
  return ended.filter((each) => each.status === 'fulfilled' && each.value).length
}

/** Web servers as separate processes, one per service, each on a unix socket below the data folder. */
export function createProcessDriver({
  name,
  mode,
  check,
  dataDir,
  runDir = join(dataDir, 'run'),
  logName,
  cgroup,
  isolation,
  now,
  stopMs = defaultStopMs,
  build,
  spawn,
  forget,
}: ProcessDriverOptions): ServerDriver {
  let opened: RunFolder | null = null
  // Created on demand: commands that only read the data leave no trace.
  const folder = (): RunFolder => {
    opened ??= openRunFolder(runDir)
    return opened
  }
  let found: Promise<Isolation | null> | null = null
  const isolate = () => {
    found ??= isolation()
    return found
  }
  /** Puts the process under its plan's limits. @throws Error after ending the process when that fails */
  const admit = async (process: ServerProcess, target: ServerTarget) => {
    try {
      await cgroup?.limit(process.pid, target)
      return process
    } catch (error) {
      await end(process, stopMs)
      throw error
    }
  }
  const ensureStopped = async (serviceId: string) => {
    const running = await readNote(folder(), serviceId)
    if (running) await end(running, stopMs)
    await removeTraces(folder(), serviceId)
    await forget?.(folder(), serviceId)
    await cgroup?.release(serviceId)
  }
  return {
    name,
    mode,
    async check() {
      const [health, kept] = await Promise.all([check(), isolate()])
      return { ...health, isolation: kept?.name ?? null }
    },
    keepAlive: () => keepAlive(folder(), now()),
    limits: cgroup ? 'cgroup' : 'watchdog',
    isAlive,
    ensureStopped,
    readMemoryBytes: ({ pid }) => readPssBytes(pid),
    ranOutOfMemory: async (serviceId) => (await cgroup?.ranOutOfMemory(serviceId)) ?? false,
    listServices: () => listNotes(folder()),
    readLog: (serviceId, lines) => readLastLines(dirname(siteLog({ dataDir }, serviceId)), lines),
    async ensureRunning(target) {
      const note = await readNote(folder(), target.serviceId)
      const isServing = note !== null && (await isListening(note.socketPath))
      if (isServing && (!build || note.build === (await build()))) return admit(note, target)
      // A process of another build serves until its successor listens in its place.
      if (!isServing) await ensureStopped(target.serviceId)
      keepAlive(folder(), now())
      await mkdir(dirname(folder().socket(target.serviceId)), { recursive: true, mode: 0o700 })
      const place = {
        folder: folder(),
        log: siteLog({ dataDir, logName }, target.serviceId),
        isolation: await isolate(),
      }
      return admit(await spawn(place, target), target)
    },
    leave: async () => cgroup?.leave(),
  }
}
