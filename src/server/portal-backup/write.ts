import { type FileHandle, link, mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { backupTo, exportTo } from '#db/backup/backup.ts'
import { StoreError } from '#db/errors.ts'
import { countText } from '#shared/text/count-text.ts'
import type { DataFolder } from '../feature.ts'
import type { Env } from '../settings.ts'
import { codeOf, syncPath } from '../system/disk.ts'
import { Contents, type RowFile } from './contents.ts'
import { databaseName, keyName, summaryName, summaryVersion } from './format.ts'
import { reconcile } from './reconcile.ts'
import { BackupWriter } from './writer.ts'

/** The most snapshots of the database to try until all files of one still exist. */
const rounds = 5

type Folders = readonly DataFolder[]
type StorageSettings = Pick<Env, 'DATA_DIR' | 'DATABASE_URL' | 'SECRET_KEY_FILE'>
/** `entries` is the number in the summary, which a restore reports too. */
export type BackupResult = { entries: number; bytes: number; hasKey: boolean; damaged: string[] }

/** Copies the current database to `file`, as SQLite whatever the engine. */
export const copyDatabase = (
  { DATA_DIR, DATABASE_URL }: Pick<Env, 'DATA_DIR' | 'DATABASE_URL'>,
  file: string,
) => (DATABASE_URL ? exportTo(DATABASE_URL, file) : backupTo(DATA_DIR, file))

/**
 * Writes the features' folders, the key and the database to `file`, consistent as of one moment: every file matches its row,
 * except those that are `damaged` in the folder too. The portal may run meanwhile; nothing waits for the backup.
 * @throws StoreError when the file exists or files change faster than they are read; no file is left then
 */
export async function writeBackup(
  env: StorageSettings,
  file: string,
  { now, folders }: { now: Date; folders: Folders },
): Promise<BackupResult> {
  const [partial, work] = [`${file}.partial`, `${file}.work`]
  const handle = await open(partial, 'wx', 0o600).catch((error) => {
    throw codeOf(error) === 'EEXIST'
      ? new StoreError(
          `${partial} exists: another backup is being written there, or was interrupted; in that case remove it`,
        )
      : error
  })
  try {
    await assertFree(file)
    // The holder of the partial file owns this folder too: a killed backup left it.
    await rm(work, { recursive: true, force: true })
    await mkdir(work, { mode: 0o700 })
    const written = await writeContents(env, { handle, work, now, folders })
    // Unlike a rename, a link does not replace a file created meanwhile.
    await link(partial, file).catch(async (error) => {
      await assertFree(file)
      throw error
    })
    await syncPath(dirname(file))
    return written
  } finally {
    await handle.close()
    await rm(partial, { force: true })
    await rm(work, { recursive: true, force: true })
  }
}

async function assertFree(file: string): Promise<void> {
  if (await Bun.file(file).exists()) throw new StoreError(`${file} exists already`)
}

async function writeContents(
  env: StorageSettings,
  { handle, work, now, folders }: { handle: FileHandle; work: string; now: Date; folders: Folders },
): Promise<BackupResult> {
  const writer = new BackupWriter(handle)
  const contents = new Contents(join(work, 'contents.db'), folders)
  try {
    for (const { walk } of folders)
      for await (const path of walk(env.DATA_DIR)) await writer.add(env.DATA_DIR, path, contents)
    await writer.add(env.DATA_DIR, 'installation.id', contents)
    const damaged = await addDatabase(env, { work, contents, writer })
    const hasKey =
      env.SECRET_KEY_FILE === join(env.DATA_DIR, keyName) && (await writer.add(env.DATA_DIR, keyName))
    const summary = {
      version: summaryVersion,
      createdAt: now.toISOString(),
      entries: writer.entries,
      sum: writer.sum(),
      removed: contents.removed(),
      damaged,
    }
    await writer.addText(summaryName, JSON.stringify(summary))
    await writer.end()
    return { entries: summary.entries, bytes: writer.bytes, hasKey, damaged }
  } finally {
    contents.close()
  }
}

type Work = { work: string; contents: Contents; writer: BackupWriter }

/** Identifies a row across two snapshots: a file that matches it in neither was not merely being moved. */
const rowOf = ({ path, sizeBytes, sha256 }: RowFile): string => `${path}\0${sizeBytes}\0${sha256 ?? ''}`

/**
 * Adds a database snapshot whose files are all in the backup. Returns the paths that can never be included.
 * @throws StoreError when no such snapshot was found
 */
async function addDatabase(env: StorageSettings, { work, contents, writer }: Work): Promise<string[]> {
  const snapshot = join(work, databaseName)
  let before = new Set<string>()
  let missed: RowFile[] = []
  for (let round = 1; round <= rounds; round++) {
    await rm(snapshot, { force: true })
    await copyDatabase(env, snapshot)
    contents.attach(snapshot)
    const lost = await reconcile({ dataDir: env.DATA_DIR, contents, writer })
    contents.detach()
    missed = lost.filter((wanted) => !before.has(rowOf(wanted)))
    before = new Set(lost.map(rowOf))
    if (missed.length > 0) continue
    await writer.add(work, databaseName)
    return lost.map(({ path }) => path)
  }
  throw new StoreError(
    `${countText(missed.length, 'file was', 'files were')} gone before being read, the first is ${missed[0]?.path}: try again when fewer files change`,
  )
}
