import { lstatSync, mkdirSync, realpathSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { hasArgument, readStartTicks } from '#server/system/proc.ts'
import type { ServerProcess } from './driver.ts'

/** Paths of pid files and sockets on one node. */
export type RunFolder = {
  /** Working folder of the processes; it contains no customer files. */
  path: string
  pidFile(serviceId: string): string
  /** In the service's own folder. */
  socket(serviceId: string): string
  /** Sockets of sites that the portal serves itself, by a short name. */
  ownSocket(name: string): string
  /** Touched while a portal supervises the processes; see `keepAlive`. */
  heartbeat: string
  /** The gateway's control socket. */
  gatewaySocket: string
}

// sun_path of unix(7) has 108 bytes including its end; other systems have 104.
const longestSocketPath = 103
const pidSuffix = '.pid.json'
const socketName = 'web.s'

/** A service's id in 22 characters. */
const shorten = (serviceId: string): string =>
  Buffer.from(serviceId.replaceAll('-', ''), 'hex').toString('base64url')

/** Creates the folder, writable only by its owner. */
function makeOwnFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  // In a world-writable folder, a symlink may be a trap.
  const found = path.startsWith(tmpdir()) ? lstatSync(path) : statSync(path)
  const isOurs = found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
  if (!isOurs) throw new Error(`${path} is not a folder that only this user can write to`)
}

/** A private folder for sockets, if the path of the run folder is too long for them. */
function makeShortFolder(runDir: string): string {
  const name = `portal-${new Bun.CryptoHasher('sha256').update(realpathSync(runDir)).digest('hex').slice(0, 20)}`
  const path = join(tmpdir(), name)
  makeOwnFolder(path)
  return path
}

/** Creates the folder for this user only; it belongs to this machine, because sockets and pids do. */
export function openRunFolder(path: string): RunFolder {
  makeOwnFolder(path)
  const longest = Buffer.byteLength(join(path, 'x'.repeat(22), socketName))
  const sockets = longest > longestSocketPath ? makeShortFolder(path) : path
  return {
    path,
    pidFile: (serviceId) => join(path, serviceId + pidSuffix),
    socket: (serviceId) => join(sockets, shorten(serviceId), socketName),
    ownSocket: (name) => join(sockets, `${name}.s`),
    heartbeat: join(path, 'portal.alive'),
    gatewaySocket: join(sockets, 'gateway.s'),
  }
}

const note = z.object({
  pid: z.number().int().positive(),
  startTicks: z.number(),
  startedAt: z.coerce.date(),
  socketPath: z.string(),
  build: z.string().optional(),
})

/** The process in a pid file, if it runs and was started for `socketPath`; otherwise null. */
export function parseNote(text: string, socketPath: string): ServerProcess | null {
  const found = text === '' ? null : note.safeParse(parse(text)).data
  if (!found || found.socketPath !== socketPath) return null
  const isSame = readStartTicks(found.pid) === found.startTicks && hasArgument(found.pid, found.socketPath)
  return isSame ? found : null
}

/**
 * The process in a service's pid file, if it runs and belongs to this folder; null if none. A copied data folder contains the pid
 * files of its original: the socket path shows that they are not its own.
 */
export async function readNote(folder: RunFolder, serviceId: string): Promise<ServerProcess | null> {
  const text = await readFile(folder.pidFile(serviceId), 'utf8').catch(() => '')
  return parseNote(text, folder.socket(serviceId))
}

/** Writes the pid file of a service atomically. */
export async function writeNote(folder: RunFolder, serviceId: string, process: ServerProcess): Promise<void> {
  const path = folder.pidFile(serviceId)
  await writeFile(`${path}.new`, JSON.stringify(process), { mode: 0o600 })
  await rename(`${path}.new`, path)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Removes the pid file and socket of a process. */
export async function removeTraces(folder: RunFolder, serviceId: string): Promise<void> {
  await rm(folder.pidFile(serviceId), { force: true })
  await rm(dirname(folder.socket(serviceId)), { recursive: true, force: true })
}

/** The heartbeat for processes of the folder: without it for a minute they exit. */
export function keepAlive({ heartbeat }: RunFolder, now: Date): void {
  try {
    utimesSync(heartbeat, now, now)
  } catch {
    // Created once. Never replaced afterwards: isolated processes see this inode.
    writeFileSync(heartbeat, '', { mode: 0o600 })
  }
}

/** Services with a pid file. */
export async function listNotes(folder: RunFolder): Promise<string[]> {
  const names = await readdir(folder.path)
  return names.filter((name) => name.endsWith(pidSuffix)).map((name) => name.slice(0, -pidSuffix.length))
}
