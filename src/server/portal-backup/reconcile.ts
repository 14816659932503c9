import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Content, Contents, Wanted } from './contents.ts'
import { walkService } from './walk.ts'
import type { BackupWriter } from './writer.ts'

type Scene = { dataDir: string; contents: Contents; writer: BackupWriter }
type Step = { from: string | null; to: string }

/** The thing itself is where it was, unchanged since it was put in. */
async function isUntouched(dataDir: string, content: Content): Promise<boolean> {
  const found = await lstat(join(dataDir, content.path), { bigint: true }).catch(() => null)
  if (content.isFolder) return found?.isDirectory() === true
  return (
    found?.isFile() === true &&
    String(found.ino) === content.inode &&
    String(found.mtimeNs) === content.changedNs
  )
}

const serviceOf = (path: string): string | null => /^services\/([^/]+)\//.exec(path)?.[1] ?? null

/** Whether a change that was under way moves the path, or a folder that it is in. */
function isOnTheMove(path: string, serviceId: string, steps: readonly Step[]): boolean {
  const below = path.slice(`services/${serviceId}/`.length)
  const touches = (place: string | null) =>
    place !== null && (below === place || below.startsWith(`${place}/`))
  return steps.some(({ from, to }) => touches(from) || touches(to))
}

/**
 * The backup holds what the rows of the attached snapshot speak of, byte for byte, and nothing that had gone before it. A
 * change of files that was under way then is in it with its bytes, wherever they lay, and is carried on after a restore.
 * Answers what could not be had: it went between the moment of the snapshot and its reading, or is not in the folder as its
 * row says.
 */
export async function reconcile({ dataDir, contents, writer }: Scene): Promise<Wanted[]> {
  const intents = contents.intents()
  for (const serviceId of intents.keys())
    for await (const path of walkService(dataDir, serviceId, ['tmp', 'public', 'trash']))
      if (!contents.has(path)) await writer.add(dataDir, path, contents)
  for (const content of contents.unknown()) {
    const serviceId = serviceOf(content.path)
    const isMoving = serviceId !== null && intents.has(serviceId)
    if (!isMoving && !(await isUntouched(dataDir, content))) contents.remove(content.path)
  }
  for (const { path } of contents.missing()) await writer.add(dataDir, path, contents)
  const lost: Wanted[] = []
  for (const wanted of contents.missing()) {
    const { path, serviceId } = wanted
    const steps = serviceId === null ? undefined : intents.get(serviceId)
    if (!(steps && serviceId !== null && isOnTheMove(path, serviceId, steps))) lost.push(wanted)
  }
  return lost
}
