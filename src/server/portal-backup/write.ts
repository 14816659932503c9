import { type FileHandle, link, mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { backupTo, exportTo } from '#db/backup.ts'
import { syncPath } from '#db/restore.ts'
import { StoreError } from '#db/store.ts'
import type { Env } from '#env'
import { Contents } from './contents.ts'
import { databaseName, keyName, summaryName, summaryVersion } from './format.ts'
import { reconcile } from './reconcile.ts'
import { walkData } from './walk.ts'
import { BackupWriter } from './writer.ts'

/** Snapshots of the database that are tried until one is found whose files are all there still. */
const rounds = 5

type Place = Pick<Env, 'DATA_DIR' | 'DATABASE_URL' | 'SECRET_KEY_FILE'>
export type Written = { entries: number; bytes: number; hasKey: boolean }

/** A copy of the database as it is now lies at `file`, in the form of SQLite whatever the engine. */
export const copyDatabase = (
  { DATA_DIR, DATABASE_URL }: Pick<Env, 'DATA_DIR' | 'DATABASE_URL'>,
  file: string,
) => (DATABASE_URL ? exportTo(DATABASE_URL, file) : backupTo(DATA_DIR, file))

/**
 * The portal's files, archives, key and database are in `file`, of one moment: every file that a row speaks of is there as the
 * row says. The portal may run meanwhile; nothing waits for it.
 * @throws StoreError when the file exists or files change faster than they are read; no file is left then
 */
export async function writeBackup(env: Place, file: string, now: Date): Promise<Written> {
  const [partial, work] = [`${file}.partial`, `${file}.work`]
  const handle = await open(partial, 'wx', 0o600).catch((error) => {
    throw error.code === 'EEXIST'
      ? new StoreError(`${partial} exists: another backup is being written there, or was cut off`)
      : error
  })
  try {
    await assertFree(file)
    await mkdir(work, { mode: 0o700 })
    const written = await pour(env, { handle, work, now })
    // Unlike a rename, a link does not replace a file that is there by now.
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

async function pour(
  env: Place,
  { handle, work, now }: { handle: FileHandle; work: string; now: Date },
): Promise<Written> {
  const writer = new BackupWriter(handle)
  const contents = new Contents(join(work, 'contents.db'))
  try {
    for await (const path of walkData(env.DATA_DIR)) await writer.add(env.DATA_DIR, path, contents)
    await addDatabase(env, { work, contents, writer })
    const hasKey =
      env.SECRET_KEY_FILE === join(env.DATA_DIR, keyName) && (await writer.add(env.DATA_DIR, keyName))
    const summary = {
      version: summaryVersion,
      createdAt: now.toISOString(),
      entries: writer.entries,
      sum: writer.sum(),
      removed: contents.removed(),
    }
    await writer.addText(summaryName, JSON.stringify(summary))
    await writer.end()
    return { entries: writer.entries, bytes: writer.bytes, hasKey }
  } finally {
    contents.close()
  }
}

type Work = { work: string; contents: Contents; writer: BackupWriter }

/** The database of a moment whose files are all in the backup. @throws StoreError when no such moment was found */
async function addDatabase(env: Place, { work, contents, writer }: Work): Promise<void> {
  const snapshot = join(work, databaseName)
  let lost: string[] = []
  for (let round = 1; round <= rounds; round++) {
    await rm(snapshot, { force: true })
    await copyDatabase(env, snapshot)
    contents.attach(snapshot)
    lost = await reconcile({ dataDir: env.DATA_DIR, contents, writer })
    contents.detach()
    if (lost.length > 0) continue
    await writer.add(work, databaseName)
    return
  }
  throw new StoreError(
    `${lost.length} files that the database speaks of cannot be read, the first is ${lost[0]}: portal doctor tells whether they are missing; if not, try again when less is changed`,
  )
}
