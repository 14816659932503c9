import { readFile } from 'node:fs/promises'
import { identify } from '#server/system/identify.ts'
import { readStartTicks } from '#server/system/proc.ts'
import type { Isolation, View } from '#server/system/programs/isolation.ts'
import { second } from '#shared/time.ts'
import type { ServerProcess } from './driver.ts'
import { type RunFolder, writeNote } from './run-folder.ts'

/** Longest wait for a started process to listen. */
export const startMs = 20 * second
export const checkMs = 10

export type Launch = {
  folder: RunFolder
  serviceId: string
  command: string[]
  env: Record<string, string>
  /** Used where there is isolation. */
  view: View
  isolation: Isolation | null
  /** The program build, where its driver distinguishes builds. */
  build?: string
  now: () => Date
}

/** Whether a process accepts connections on a socket. */
export async function isListening(path: string): Promise<boolean> {
  try {
    const socket = await Bun.connect({ unix: path, socket: { data() {} } })
    socket.end()
    return true
  } catch {
    return false
  }
}

type Child = ReturnType<typeof start>

function start({ folder, command, env, view, isolation }: Launch) {
  return Bun.spawn(isolation ? isolation.wrap(command, view) : command, {
    // Bun reads settings from its working folder: never one with customer files.
    cwd: folder.path,
    // No settings or secrets of the portal.
    env,
    // Terminal signals are for the portal, which ends its processes itself.
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore'],
  })
}

const hasEnded = (child: Child): boolean => child.exitCode !== null || child.signalCode !== null

/** The process that runs the program: the child, or with isolation the child's only child; null if there is none. */
async function findProgram(child: Child, isolation: Isolation | null): Promise<number | null> {
  if (!isolation) return child.pid
  const children = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'latin1').catch(() => '')
  return Number(children.trim().split(' ')[0]) || null
}

/** Repeats `look` until it returns a value; null when the child has exited or takes too long. */
async function waitFor<T>(child: Child, look: () => Promise<T | null>): Promise<T | null> {
  const deadline = performance.now() + startMs
  while (!hasEnded(child) && performance.now() < deadline) {
    const found = await look()
    if (found !== null) return found
    await Bun.sleep(checkMs)
  }
  return null
}

/**
 * Starts the web server of a service, which outlives this program, and waits until it listens on the service's socket, in place
 * of an earlier process. Its pid is stored immediately, so that it can be found after a crash of the portal.
 * @throws Error when it exits before it listens, or takes longer than 20 s; it is ended then
 */
export async function launch(options: Launch): Promise<ServerProcess> {
  const { folder, serviceId, isolation, build, now } = options
  const socketPath = folder.socket(serviceId)
  const former = identify(socketPath)
  const isUp = async () => identify(socketPath) !== former && (await isListening(socketPath))
  const child = start(options)
  child.unref()
  const pid = await waitFor(child, () => findProgram(child, isolation))
  if (pid !== null) {
    const started = { pid, startTicks: readStartTicks(pid) ?? 0, startedAt: now(), socketPath, build }
    await writeNote(folder, serviceId, started)
    if (await waitFor(child, async () => (await isUp()) || null)) return started
    if (!hasEnded(child)) process.kill(pid, 'SIGKILL')
  }
  child.kill('SIGKILL')
  await child.exited
  throw new Error(
    `the web server of ${serviceId} exited with ${child.signalCode ?? child.exitCode ?? 'no answer'}`,
  )
}
