import { Database } from 'bun:sqlite'
import type { DataFolder } from '../feature.ts'

/** The entries of a backup from the data folder. Files: their identity on disk shows later whether they have changed. */
export type Content = {
  path: string
  isFolder: boolean
  sizeBytes: number
  sha256: string | null
  inode: string
  changedNs: string
}

/** A path to which rows of the snapshot refer. */
export type RowFile = {
  path: string
  serviceId: string | null
  sizeBytes: number
  sha256: string | null
}

/** A step of an unfinished file change: it moves bytes within a service's folder. */
export type Step = {
  from: string | null
  to: string
  change: { kind: string; size?: number; sha256?: string | null }
}

const pageSize = 500

const isSame = `c.path = w.path and c.is_folder = w.is_folder and (w.is_folder
  or (c.size_bytes = w.file_size and (w.sha256 is null or c.sha256 = w.sha256)))`

/**
 * The list of a backup's contents, in a separate file beside it, so that memory does not grow with the number of files. With a
 * database snapshot attached, it shows where the two differ.
 */
export class Contents {
  readonly #list: Database
  readonly #folders: readonly DataFolder[]

  constructor(file: string, folders: readonly DataFolder[]) {
    this.#folders = folders.filter(({ rows }) => rows !== undefined)
    this.#list = new Database(file, { create: true })
    this.#list.run('PRAGMA journal_mode = OFF')
    this.#list.run('PRAGMA synchronous = OFF')
    this.#list.run(`create table contents (path text primary key, is_folder integer, size_bytes integer,
      sha256 text, inode text, changed_ns text) without rowid`)
    this.#list.run('create table removed (path text primary key) without rowid')
  }

  /** Records that the backup has the path in this form. */
  add({ path, isFolder, sizeBytes, sha256, inode, changedNs }: Content): void {
    this.#list
      .query('insert or replace into contents values (?, ?, ?, ?, ?, ?)')
      .run(path, isFolder ? 1 : 0, sizeBytes, sha256, inode, changedNs)
    this.#list.query('delete from removed where path = ?').run(path)
  }

  /** Records that the path in the backup must not be restored from it. */
  remove(path: string): void {
    this.#list.query('delete from contents where path = ?').run(path)
    this.#list.query('insert or replace into removed values (?)').run(path)
  }

  has(path: string): boolean {
    return this.#list.query('select 1 from contents where path = ?').get(path) !== null
  }

  /** Whether the backup has a file at the path, of this size and, if known, this hash. */
  holds({ path, sizeBytes, sha256 }: RowFile): boolean {
    const found = this.#list
      .query<{ size: number; sha256: string | null }, [string]>(
        'select size_bytes as size, sha256 from contents where path = ?',
      )
      .get(path)
    return found !== null && found.size === sizeBytes && (sha256 === null || found.sha256 === sha256)
  }

  /** Compares with the rows of this snapshot from now on. */
  attach(snapshot: string): void {
    this.#list.run('attach ? as snapshot', [snapshot])
    this.#list.run(
      'create temp table wanted (path text primary key, service_id text, is_folder, file_size, sha256) without rowid',
    )
    for (const { rows } of this.#folders) this.#list.run(`insert or ignore into temp.wanted ${rows}`)
  }

  detach(): void {
    this.#list.run('drop table temp.wanted')
    this.#list.run('detach snapshot')
  }

  /** The rows of a query that is ordered by path and starts after the given one, page by page. */
  *#pages<Row extends { path: string }>(sql: string): Generator<Row> {
    for (let last = ''; ; ) {
      const page = this.#list.query<Row, [string, number]>(`${sql} limit ?`).all(last, pageSize)
      yield* page
      if (page.length < pageSize) return
      last = page.at(-1)?.path ?? ''
    }
  }

  /** The files to which the rows refer and that the backup lacks, or has in another form. */
  missing(): Generator<RowFile> {
    return this.#pages(
      `select w.path, w.service_id as serviceId, w.file_size as sizeBytes, w.sha256
        from temp.wanted w where w.path > ?
        and not exists (select 1 from contents c where ${isSame}) order by w.path`,
    )
  }

  /** The entries of the backup without a row, within the folders whose files have rows. */
  *unknown(): Generator<Content> {
    const isOfRows = this.#folders.map(({ folder }) => `c.path like '${folder}/%'`).join(' or ') || 'false'
    const rows = this.#pages<Omit<Content, 'isFolder'> & { isFolder: number }>(
      `select c.path, c.is_folder as isFolder, c.size_bytes as sizeBytes, c.sha256, c.inode, c.changed_ns as changedNs
        from contents c where c.path > ? and (${isOfRows})
        and not exists (select 1 from temp.wanted w where w.path = c.path) order by c.path`,
    )
    for (const row of rows) yield { ...row, isFolder: row.isFolder === 1 }
  }

  /** Services with an unfinished file change in the snapshot, and the places where its bytes may be meanwhile. */
  intents(): Map<string, Step[]> {
    const rows = this.#list
      .query<{ service_id: string; steps: string }, []>('select service_id, steps from snapshot.file_intents')
      .all()
    return new Map(rows.map(({ service_id, steps }) => [service_id, JSON.parse(steps)]))
  }

  removed(): string[] {
    return this.#list
      .query<{ path: string }, []>('select path from removed')
      .all()
      .map(({ path }) => path)
  }

  close(): void {
    this.#list.close()
  }
}
