import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Env } from '../settings.ts'
import { isMissing, placeOnce } from '../system/disk.ts'

/** The text of a file, or null if it does not exist. */
export async function readOrNull(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Creates a random id at `path` atomically and returns it, or the id of the first process to do so. */
export async function ensureId(path: string): Promise<string> {
  const known = await readOrNull(path)
  if (known) return known
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await placeOnce(path, `${crypto.randomUUID()}\n`, { mode: 0o600 })
  const id = await readOrNull(path)
  if (!id) throw new Error(`${path} is empty; remove it and start again`)
  return id
}

/** The id of the node that works in this folder, created if missing. */
export const idOfFolder = (folder: string): Promise<string> => ensureId(join(folder, 'node.id'))

/** The name of the logs of this node's web servers, distinct from other nodes that write to the same folder. */
export async function siteLogName({
  SHARED_DATA,
  RUN_DIR,
}: Pick<Env, 'SHARED_DATA' | 'RUN_DIR'>): Promise<string> {
  return SHARED_DATA ? `server-${(await idOfFolder(RUN_DIR)).slice(0, 8)}.log` : 'server.log'
}
