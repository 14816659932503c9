import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StoreError } from './errors.ts'
import { syncPath } from './restore.ts'

/**
 * A consistent copy of the SQLite database of `dataDir` lies at `file`, on disk and for its owner alone; the portal may run
 * meanwhile.
 * @throws StoreError when there is no database or the file exists, or what SQLite says; no file is left then
 */
export async function backupTo(dataDir: string, file: string): Promise<void> {
  const source = join(dataDir, 'portal.db')
  if (!existsSync(source)) throw new StoreError(`${source} does not exist`)
  const copy = await begin(file)
  try {
    const connection = new Database(source, { readonly: true })
    try {
      // It fills an empty file, and refuses any other.
      connection.query('VACUUM INTO ?').run(file)
    } finally {
      connection.close()
    }
    await copy.sync()
    await syncPath(dirname(file))
  } catch (error) {
    await rm(file, { force: true })
    throw error
  } finally {
    await copy.close()
  }
}

const begin = (file: string): Promise<FileHandle> =>
  open(file, 'wx', 0o600).catch((error) => {
    throw error.code === 'EEXIST' ? new StoreError(`${file} exists already`) : error
  })
