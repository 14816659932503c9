import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** What the path names is on the disk, folder or file. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The rename is on the disk, in both folders concerned. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to)
  await syncPath(dirname(to))
  if (dirname(from) !== dirname(to)) await syncPath(dirname(from))
}

/** Whether something is at the path. */
export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Nothing is at the path any more. */
export const removeAll = (path: string): Promise<void> => rm(path, { recursive: true, force: true })
