import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf, syncPath } from '#server/system/disk.ts'
import { StoreError } from '../errors.ts'
import { isCurrent, migrate } from '../migrations/migrate.ts'
import { openStore } from '../store.ts'
import { moveStore } from './move.ts'

/**
 * Writes a consistent copy of the SQLite database of `dataDir` to `file`, synced and readable by its owner only; the portal
 * may run meanwhile.
 * @throws StoreError when there is no database or the file exists, or with SQLite's reason; no file is left then
 */
export async function backupTo(dataDir: string, file: string): Promise<void> {
  const source = join(dataDir, 'portal.db')
  if (!existsSync(source)) throw new StoreError(`${source} does not exist`)
  const copy = await begin(file)
  try {
    const connection = new Database(source, { readonly: true })
    try {
      // VACUUM INTO fills an empty file, and refuses any other.
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
    throw codeOf(error) === 'EEXIST' ? new StoreError(`${file} already exists`) : error
  })

/**
 * Writes the rows of the PostgreSQL database as of one moment to `file` as a SQLite database; the portal may run meanwhile.
 * @throws StoreError when the database is not migrated to this program's schema or the file exists; no file is left then
 */
export async function exportTo(databaseUrl: string, file: string): Promise<void> {
  const folder = `${file}.export`
  await mkdir(folder, { mode: 0o700 })
  try {
    const source = await openStore({ dataDir: folder, databaseUrl })
    try {
      if (!(await isCurrent(source)))
        throw new StoreError('the database has an older schema than this program: run portal migrate first')
      const target = await openStore({ dataDir: folder })
      try {
        await migrate(target)
        await moveStore(source, target)
      } finally {
        await target.close()
      }
    } finally {
      await source.close()
    }
    await backupTo(folder, file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
