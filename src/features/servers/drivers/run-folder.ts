import { lstatSync, mkdirSync, realpathSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { ServerProcess } from './driver.ts'
import { hasArgument, readStartTicks } from './process-table.ts'

/** Where the processes of one data folder are noted, and where they listen. */
export type RunFolder = {
  /** Working folder of the processes: nothing in it is a customer's. */
  path: string
  pidFile(serviceId: string): string
  socket(serviceId: string): string
}

// sun_path of unix(7) takes 108 bytes with its end; other systems take 104.
const longestSocketPath = 103
const pidSuffix = '.pid.json'

/** A service's id in 22 characters. */
const shorten = (serviceId: string): string =>
  Buffer.from(serviceId.replaceAll('-', ''), 'hex').toString('base64url')

/** A folder of ours alone for the sockets of a data folder whose own path is too long for them. */
function makeShortFolder(dataDir: string): string {
  const name = `portal-${new Bun.CryptoHasher('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 20)}`
  const path = join(tmpdir(), name)
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const found = lstatSync(path)
  const isOurs = found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0
  if (!isOurs) throw new Error(`${path} belongs to somebody else`)
  return path
}

/** The folder exists, for this user only. */
export function openRunFolder(dataDir: string): RunFolder {
  const path = join(dataDir, 'run')
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const longest = Buffer.byteLength(join(path, `${'x'.repeat(22)}.s`))
  const sockets = longest > longestSocketPath ? makeShortFolder(dataDir) : path
  return {
    path,
    pidFile: (serviceId) => join(path, serviceId + pidSuffix),
    socket: (serviceId) => join(sockets, `${shorten(serviceId)}.s`),
  }
}

const note = z.object({
  pid: z.number().int().positive(),
  startTicks: z.number(),
  startedAt: z.coerce.date(),
  socketPath: z.string(),
})

/**
 * The process that a service's pid file names, if it runs and is the one of this folder; null for none. A copy of a data
 * folder carries the notes of its original: the socket's path tells that they are not its own.
 */
export async function readNote(folder: RunFolder, serviceId: string): Promise<ServerProcess | null> {
  const text = await readFile(folder.pidFile(serviceId), 'utf8').catch(() => '')
  const found = text === '' ? null : note.safeParse(parse(text)).data
  if (!found || found.socketPath !== folder.socket(serviceId)) return null
  const isSame = readStartTicks(found.pid) === found.startTicks && hasArgument(found.pid, found.socketPath)
  return isSame ? found : null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Neither the note of a process nor its socket is left. */
export async function removeTraces(folder: RunFolder, serviceId: string): Promise<void> {
  await rm(folder.pidFile(serviceId), { force: true })
  await rm(folder.socket(serviceId), { force: true })
}

/** Services with a pid file. */
export async function listNotes(folder: RunFolder): Promise<string[]> {
  const names = await readdir(folder.path)
  return names.filter((name) => name.endsWith(pidSuffix)).map((name) => name.slice(0, -pidSuffix.length))
}
