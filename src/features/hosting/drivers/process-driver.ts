import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readPssBytes, readStartTicks } from '#server/system/proc.ts'
import type { Cgroup } from '#server/system/programs/cgroup.ts'
import type { Isolation } from '#server/system/programs/isolation.ts'
import { second } from '#shared/time.ts'
import type { ServerDriver, ServerDriverHealth, ServerProcess, ServerTarget } from './driver.ts'
import { isListening, lookMs } from './launch.ts'
import { keepAlive, listNotes, openRunFolder, type RunFolder, readNote, removeTraces } from './run-folder.ts'
import { readLastLines } from './site-log.ts'

/** Where the process of a service is noted, listens and writes its log, and what isolates it. */
export type Place = { folder: RunFolder; log: string; isolation: Isolation | null }

export type ProcessDriverOptions = Pick<ServerDriver, 'name' | 'mode'> & {
  check(): Promise<Omit<ServerDriverHealth, 'isolation'>>
  dataDir: string
  /** Notes and sockets of this node's processes; `run` in the data folder unless that is shared. */
  runDir?: string | undefined
  /** Name of this node's logs beside the others'. */
  logName?: string | undefined
  /** Enforces the limits of plans, where a control group was delegated to this program. */
  cgroup: Cgroup | null
  /** The isolation of the processes; determined before the first one is started. */
  isolation: () => Promise<Isolation | null>
  now: () => Date
  /** How long a process may take to finish the requests in flight; it normally ends earlier. */
  stopMs?: number | undefined
  /** Tells the program of the processes from that of another version; without it all are taken for the same. */
  build?: (() => Promise<string>) | undefined
  /** A new process listens and is noted. @throws Error otherwise */
  spawn(place: Place, target: ServerTarget): Promise<ServerProcess>
  /** Everything that the driver keeps for a service beside note and socket is removed. */
  forget?(folder: RunFolder, serviceId: string): Promise<void>
}

const defaultStopMs = 6 * second

const usualLog = 'server.log'

/** The log of a service's web server, beside what it serves. */
export const siteLog = (
  { dataDir, logName = usualLog }: Pick<ProcessDriverOptions, 'dataDir' | 'logName'>,
  serviceId: string,
): string => join(dataDir, 'services', serviceId, 'logs', logName)

const signal = (pid: number, name: 'SIGTERM' | 'SIGKILL'): void => {
  try {
    process.kill(pid, name)
  } catch {
    // It is already gone.
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

/** The process is gone: it was asked to end, and killed when it did not. */
export async function end(process: ServerProcess, stopMs: number): Promise<void> {
  signal(process.pid, 'SIGTERM')
  if (await waitUntilGone(process, stopMs)) return
  signal(process.pid, 'SIGKILL')
  if (!(await waitUntilGone(process, defaultStopMs))) throw new Error(`process ${process.pid} does not exit`)
}

/**
 * No web server noted in the folder is running any more; those that cannot be ended are left to the next portal. Answers how many
 * there were.
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

/** Web servers as processes of their own, one per service, each on a unix socket below the data folder. */
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
  /** The process is kept within the limits of its plan. @throws Error when it cannot be; it has ended then */
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
      const left = await readNote(folder(), target.serviceId)
      const isServing = left !== null && (await isListening(left.socketPath))
      if (isServing && (!build || left.build === (await build()))) return admit(left, target)
      // One of another version goes on until its successor listens in its place.
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
