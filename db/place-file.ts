import { existsSync } from 'node:fs'
import { link, mkdir, open, rename, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncPath } from './restore.ts'

/** The text is in a file of its own beside `path`, on disk, readable by its owner alone; answers the file's name. */
async function draft(path: string, text: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true })
  const name = `${path}.${Bun.randomUUIDv7()}`
  const file = await open(name, 'wx', 0o400)
  try {
    await file.writeFile(text)
    await file.sync()
    return name
  } catch (error) {
    await unlink(name)
    throw error
  } finally {
    await file.close()
  }
}

/** A small file lies at `path`, whole and on disk: this text, or that of another process that was first. */
export async function placeOnce(path: string, text: string): Promise<void> {
  const name = await draft(path, text)
  try {
    // Unlike a rename, a link does not replace what somebody else has put there meanwhile.
    await link(name, path)
  } catch (error) {
    if (!existsSync(path)) throw error
  } finally {
    await unlink(name)
  }
  await syncPath(dirname(path))
}

/** A small file lies at `path` with this text, whole and on disk, whatever was there. */
export async function replaceFile(path: string, text: string): Promise<void> {
  await rename(await draft(path, text), path)
  await syncPath(dirname(path))
}
