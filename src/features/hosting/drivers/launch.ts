import { readFile } from 'node:fs/promises'
import { identify } from '#server/system/identify.ts'
import { readStartTicks } from '#server/system/proc.ts'
import type { Isolation, View } from '#server/system/programs/isolation.ts'
import { second } from '#shared/time.ts'
import type { ServerProcess } from './driver.ts'
import { type RunFolder, writeNote } from './run-folder.ts'

/** The longest wait for a started process to listen. */
export const startMs = 20 * second
export const lookMs = 10

export type Launch = {
  folder: RunFolder
  serviceId: string
  command: string[]
  env: Record<string, string>
  /** Applied where there is an isolation. */
  view: View
  isolation: Isolation | null
  /** What its driver tells versions of the program apart by. */
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
    // Bun reads settings from the folder it starts in: never one with files of a customer.
    cwd: folder.path,
    // No setting and no secret of the portal.
    env,
    // A signal from a terminal is for the portal, which ends its processes itself.
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore'],
  })
}

const hasEnded = (child: Child): boolean => child.exitCode !== null || child.signalCode !== null

/** The process that runs the program: the child, or with an isolation the child's only child; null while there is none. */
async function findProgram(child: Child, isolation: Isolation | null): Promise<number | null> {
  if (!isolation) return child.pid
  const children = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'latin1').catch(() => '')
  return Number(children.trim().split(' ')[0]) || null
}

/** Repeats `look` until it finds something; null when the child has ended or takes too long. */
async function waitFor<T>(child: Child, look: () => Promise<T | null>): Promise<T | null> {
  const deadline = performance.now() + startMs
  while (!hasEnded(child) && performance.now() < deadline) {
    const found = await look()
    if (found !== null) return found
    await Bun.sleep(lookMs)
  }
  return null
}

/**
 * Starts the web server of a service, which outlives this program, and waits until it listens on the service's socket, in
 * place of whatever listened there. It is noted as soon as it has a process id, so that a crash of the portal leaves nothing unknown.
 * @throws Error when it ends before it listens, or takes longer than 20 s; nothing is left of it then
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
