import type { Database } from 'bun:sqlite'
import { type FileHandle, open } from 'node:fs/promises'
import { StoreError } from '../errors.ts'
import { readOnce } from './pragmas.ts'

const sampleRows = 100
/** The maximum number of reported problems of one kind. */
const maxReported = 20
const pagesPerRead = 1_024
/** Bytes 1,073,741,824 to …825 are used for locking, and their page is empty (SQLite file format, section 1.4). */
const lockByte = 1_073_741_824

const quote = (name: unknown): string => `"${String(name).replaceAll('"', '""')}"`

const listTables = (connection: Database): string[] =>
  readOnce(
    connection,
    "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'",
  ).map(({ name }) => String(name))

/** The newest rows of `table` that refer to a missing parent, for each of its foreign keys. */
function* orphanQueries(connection: Database, table: string): Generator<string> {
  const columns = readOnce(connection, `PRAGMA foreign_key_list(${quote(table)})`)
  for (const id of new Set(columns.map((column) => column.id))) {
    const key = columns.filter((column) => column.id === id)
    const isSet = key.map(({ from }) => `c.${quote(from)} is not null`)
    const isParent = key.map(({ from, to }) => `p.${quote(to)} = c.${quote(from)}`)
    yield `select 1 from (select * from ${quote(table)} order by rowid desc limit ${sampleRows}) c
      where ${isSet.join(' and ')} and not exists (select 1 from ${quote(key[0]?.table)} p where ${isParent.join(' and ')}) limit 1`
  }
}

/**
 * Checks that the newest rows of each table can be read and have their parents; a start has no time for more.
 * @throws StoreError that names the table otherwise
 */
export function checkSample(connection: Database, file: string): void {
  try {
    for (const table of listTables(connection)) {
      readOnce(connection, `select * from ${quote(table)} order by rowid desc limit ${sampleRows}`)
      for (const query of orphanQueries(connection, table)) {
        if (readOnce(connection, query).length > 0)
          throw new StoreError(
            `${file} is damaged: rows of ${table} have lost their parent; restore a backup, or run portal doctor`,
          )
      }
    }
  } catch (error) {
    if (isCorrupt(error)) throw new StoreError(`${file} is damaged: restore a backup`)
    throw error
  }
}

const isCorrupt = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_CORRUPT')

/** The damage found by reading every page of the file. The portal may run meanwhile. */
export async function findDamage(connection: Database, file: string): Promise<string[]> {
  const structure = tolerate(() =>
    readOnce(connection, `PRAGMA integrity_check(${maxReported})`)
      .map((row) => String(row.integrity_check))
      .filter((line) => line !== 'ok'),
  )
  const empty = await findEmptyPages(connection, file)
  // With damaged pages, rows without a parent are to be expected.
  if (structure.length + empty.length > 0) return [...structure, ...empty]
  return tolerate(() =>
    readOnce(connection, `select * from pragma_foreign_key_check limit ${maxReported}`).map(
      ({ table, rowid, parent }) => `row ${rowid} of ${table} has no ${parent}`,
    ),
  )
}

/** The result of `read`; one line if SQLite encounters damage while it reads. */
function tolerate(read: () => string[]): string[] {
  try {
    return read()
  } catch (error) {
    if (isCorrupt(error)) return ['the structure is damaged']
    throw error
  }
}

/**
 * Used pages that contain only zeros, as returned by a disk that lost their data. The structure may be intact, since the
 * content of long values is not part of it.
 */
async function findEmptyPages(connection: Database, file: string): Promise<string[]> {
  const pageSize = Number(readOnce(connection, 'PRAGMA page_size')[0]?.page_size)
  const handle = await open(file, 'r')
  try {
    let empty = await scanPages(handle, pageSize)
    if (empty.size === 0) return []
    // A page that was not yet written to the file is in the log: after a checkpoint, the second pass sees it.
    readOnce(connection, 'PRAGMA wal_checkpoint(PASSIVE)')
    empty = await scanPages(handle, pageSize)
    if (empty.size === 0) return []
    return tolerate(() =>
      readOnce(connection, 'select pageno from dbstat')
        .filter(({ pageno }) => empty.has(Number(pageno)))
        .slice(0, maxReported)
        .map(({ pageno }) => `page ${pageno} holds nothing but zeros`),
    )
  } finally {
    await handle.close()
  }
}

async function scanPages(handle: FileHandle, pageSize: number): Promise<Set<number>> {
  const zeros = Buffer.alloc(pageSize)
  const block = Buffer.alloc(pageSize * pagesPerRead)
  const lockPage = lockByte / pageSize + 1
  const empty = new Set<number>()
  for (let first = 1; ; first += pagesPerRead) {
    const { bytesRead } = await handle.read(block, 0, block.length, (first - 1) * pageSize)
    for (let at = 0; at + pageSize <= bytesRead; at += pageSize) {
      const number = first + at / pageSize
      if (number !== lockPage && zeros.equals(block.subarray(at, at + pageSize))) empty.add(number)
    }
    if (bytesRead < block.length) return empty
  }
}
