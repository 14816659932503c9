import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { StoreError } from './errors.ts'

/**
 * A consistent copy of the SQLite database of `dataDir` lies at `file`, on disk; the portal may run meanwhile.
 * @throws StoreError when there is no database or the file exists
 */
export async function backupTo(dataDir: string, file: string): Promise<void> {
  const source = join(dataDir, 'portal.db')
  if (!existsSync(source)) throw new StoreError(`${source} does not exist`)
  if (existsSync(file)) throw new StoreError(`${file} exists already`)
  const connection = new Database(source, { readonly: true })
  try {
    connection.query('VACUUM INTO ?').run(file)
  } finally {
    connection.close()
  }
  const copy = await open(file, 'r')
  await copy.sync()
  await copy.close()
}
