import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { copyFile, link, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { renameDurably, syncPath } from '#server/system/disk.ts'
import { StoreError } from '../errors.ts'
import { migrate } from '../migrations/migrate.ts'
import { migrations } from '../migrations/migrations.ts'
import { readOnce } from '../sqlite/pragmas.ts'
import { openStore } from '../store.ts'
import { moveLimitMs, moveStore } from './move.ts'

/**
 * Replaces the database of `dataDir` with the backup `file`; the old one stays beside it under the returned name (null
 * when there was none). Must be called by the holder of the folder's lock. A crash leaves one or the other.
 * @throws StoreError when the file is not a portal's backup, is damaged, or comes from a newer program
 */
export async function restoreFrom(dataDir: string, file: string, now: Date): Promise<string | null> {
  if (!existsSync(file)) throw new StoreError(`${file} does not exist`)
  const current = join(dataDir, 'portal.db')
  const draft = `${current}.restoring`
  await rm(draft, { force: true })
  await copyFile(file, draft)
  try {
    inspectBackup(draft, file)
    await syncPath(draft)
    const kept = existsSync(current) ? await renameOld(current, now) : null
    await setLogAside(current, now)
    await renameDurably(draft, current)
    return kept
  } finally {
    await rm(draft, { force: true })
  }
}

/** @throws StoreError when the database at `draft`, which came from `file`, is not a portal's, is damaged, or is newer than this program */
export function inspectBackup(draft: string, file: string): void {
  const connection = openDraft(draft, file)
  try {
    const [check] = readOnce(connection, 'PRAGMA integrity_check(1)')
    if (check?.integrity_check !== 'ok') throw new StoreError(`${file} is damaged`)
    const [table] = readOnce(connection, "select name from sqlite_schema where name = '_migrations'")
    if (!table) throw new StoreError(`${file} is not a backup of a portal`)
    const known = new Set(migrations.sqlite.map(({ id }) => id))
    const applied = readOnce(connection, "select id from _migrations where id <> 'lock'")
    const foreign = applied.find(({ id }) => !known.has(String(id)))
    if (foreign) throw new StoreError(`${file} is newer than this program (it has migration ${foreign.id})`)
  } finally {
    connection.close()
  }
}

function openDraft(draft: string, file: string): Database {
  try {
    const connection = new Database(draft, { readwrite: true })
    // A backup is one file; a log beside it would stay behind.
    connection.run('PRAGMA journal_mode = DELETE')
    return connection
  } catch {
    throw new StoreError(`${file} is not a backup of a portal, or is damaged`)
  }
}

const oldName = (current: string, now: Date): string =>
  `${current}.before-${now.toISOString().replaceAll(':', '-')}`

/** Renames the old database. */
async function renameOld(current: string, now: Date): Promise<string> {
  const kept = oldName(current, now)
  try {
    const connection = new Database(current, { readwrite: true })
    connection.run('PRAGMA wal_checkpoint(TRUNCATE)')
    connection.close()
  } catch {
    // It is damaged, possibly the reason for the restore: its log stays beside it.
  }
  await link(current, kept)
  return kept
}

/** Renames a log at `current`, with or without its database: SQLite would apply it to the next database there. */
export async function setLogAside(current: string, now: Date): Promise<void> {
  for (const suffix of ['-wal', '-shm'])
    if (existsSync(current + suffix)) await rename(current + suffix, oldName(current, now) + suffix)
}

/**
 * Copies every row of `portal.db` in the folder into the PostgreSQL database, which must be empty or have exactly these
 * rows. @throws StoreError when it has others; an interrupted copy leaves nothing behind
 */
export async function importFrom(folder: string, databaseUrl: string): Promise<void> {
  const source = await openStore({ dataDir: folder, mustExist: true })
  try {
    await migrate(source)
    const target = await openStore({ dataDir: folder, databaseUrl, bodyLimitMs: moveLimitMs })
    try {
      await migrate(target)
      await moveStore(source, target)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}
