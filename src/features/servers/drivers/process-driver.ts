import { join } from 'node:path'
import { second } from '#shared/time.ts'
import type { Cgroup } from './cgroup.ts'
import type { ServerDriver, ServerProcess, ServerTarget } from './driver.ts'
import { readPssBytes, readStartTicks } from './process-table.ts'
import { listNotes, openRunFolder, type RunFolder, readNote, removeTraces } from './run-folder.ts'
import { readLastLines } from './site-log.ts'

/** Where the process of a service is noted and listens, and where it writes its log. */
export type Place = { folder: RunFolder; log: string }

export type ProcessDriverOptions = Pick<ServerDriver, 'name' | 'mode' | 'check'> & {
  dataDir: string
  /** Keeps the limits of plans, where a control group was delegated to this program. */
  cgroup: Cgroup | null
  /** What a process has to finish the requests in flight; it ends by itself before. */
  stopMs?: number | undefined
  /** A new process listens and is noted. @throws Error when it does not */
  spawn(place: Place, target: ServerTarget): Promise<ServerProcess>
  /** What the driver keeps of a service beside note and socket is gone. */
  forget?(folder: RunFolder, serviceId: string): Promise<void>
}

/** Longest wait for a process that was started to listen. */
export const startMs = 20 * second
const defaultStopMs = 6 * second
export const lookMs = 10

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
export async function isListening(path: string): Promise<boolean> {
  try {
    const socket = await Bun.connect({ unix: path, socket: { data() {} } })
    socket.end()
    return true
  } catch {
    return false
  }
}

/** Web servers as processes of their own, one per service, each on a unix socket below the data folder. */
export function createProcessDriver({
  name,
  mode,
  check,
  dataDir,
  cgroup,
  stopMs = defaultStopMs,
  spawn,
  forget,
}: ProcessDriverOptions): ServerDriver {
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
    await forget?.(folder(), serviceId)
    await cgroup?.release(serviceId)
  }
  return {
    name,
    mode,
    check,
    limits: cgroup ? 'cgroup' : 'watchdog',
    isAlive,
    ensureStopped,
    readMemoryBytes: ({ pid }) => readPssBytes(pid),
    listServices: () => listNotes(folder()),
    readLog: (serviceId, lines) => readLastLines(siteLog(dataDir, serviceId), lines),
    async ensureRunning(target) {
      const left = await readNote(folder(), target.serviceId)
      if (left && (await isListening(left.socketPath))) return left
      await ensureStopped(target.serviceId)
      const started = await spawn({ folder: folder(), log: siteLog(dataDir, target.serviceId) }, target)
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
