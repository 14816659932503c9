import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Content, Contents, RowFile, Step } from './contents.ts'
import { walkService } from './walk.ts'
import type { BackupWriter } from './writer.ts'

type BackupState = { dataDir: string; contents: Contents; writer: BackupWriter }

/** Whether the file or folder is in the same place, unchanged since it was added. */
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

/** Whether an unfinished change moves the path, or a folder that contains it. */
function isOnTheMove(path: string, serviceId: string, steps: readonly Step[]): boolean {
  const below = path.slice(`services/${serviceId}/`.length)
  const touches = (place: string | null) =>
    place !== null && (below === place || below.startsWith(`${place}/`))
  return steps.some(({ from, to }) => touches(from) || touches(to))
}

/**
 * Adds new bytes of a file that waited for their move when the snapshot was taken. If they were moved before they could be read,
 * they are added under their target. Returns the targets with other contents by now.
 */
async function followMoved({ dataDir, contents, writer }: BackupState, intents: Map<string, Step[]>) {
  const lost: RowFile[] = []
  for (const [serviceId, steps] of intents)
    for (const { from, to, change } of steps) {
      if (change.kind !== 'put' || from === null) continue
      const at = (below: string): RowFile => ({
        path: `services/${serviceId}/${below}`,
        serviceId,
        sizeBytes: change.size ?? 0,
        sha256: change.sha256 ?? null,
      })
      const [waiting, moved] = [at(from), at(to)]
      // The bytes read before may have been a partial upload.
      if (!contents.holds(waiting)) await writer.add(dataDir, waiting.path, contents)
      if (contents.holds(waiting)) continue
      if (contents.has(waiting.path)) contents.remove(waiting.path)
      if (!contents.holds(moved)) await writer.add(dataDir, moved.path, contents)
      if (!contents.holds(moved)) lost.push(moved)
    }
  return lost
}

/**
 * Completes the backup with everything to which the rows of the attached snapshot refer, byte for byte, and removes what had been
 * deleted before. An unfinished file change is included with its bytes, wherever they were, and is completed after a restore.
 * Returns the files that could not be included: they disappeared between the snapshot and the reading, or do not match their row.
 */
export async function reconcile({ dataDir, contents, writer }: BackupState): Promise<RowFile[]> {
  const intents = contents.intents()
  for (const serviceId of intents.keys())
    for await (const path of walkService(dataDir, serviceId, ['tmp', 'public', 'trash']))
      if (!contents.has(path)) await writer.add(dataDir, path, contents)
  for (const content of contents.unknown()) {
    const serviceId = serviceOf(content.path)
    const isMoving = serviceId !== null && intents.has(serviceId)
    if (!isMoving && !(await isUntouched(dataDir, content))) contents.remove(content.path)
  }
  // An older version that was read before must not be mistaken for a file moved since.
  for (const { path } of contents.missing())
    if (!(await writer.add(dataDir, path, contents)) && contents.has(path)) contents.remove(path)
  const lost = await followMoved({ dataDir, contents, writer }, intents)
  for (const wanted of contents.missing()) {
    const { path, serviceId } = wanted
    const steps = serviceId === null ? undefined : intents.get(serviceId)
    if (!(steps && serviceId !== null && isOnTheMove(path, serviceId, steps))) lost.push(wanted)
  }
  return lost
}
