import { existsSync, readdirSync, statSync } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { importFrom, inspectBackup, setLogAside } from '#db/backup/restore.ts'
import { StoreError } from '#db/errors.ts'
import type { DataFolder } from '../feature.ts'
import type { Env } from '../settings.ts'
import { placeOnce, syncPath, writeAll } from '../system/disk.ts'
import { databaseName, keyName, type Summary, summaryName, summary as summarySchema } from './format.ts'
import { endStage, stageOf } from './stage.ts'
import { NotWhole, type ReadEntry, readEntries } from './tar.ts'
import { sumLine } from './writer.ts'

const ownFiles = /^(installation\.id|secret\.key|portal\.db|backup\.json)$/
const sqliteMagic = 'SQLite format 3\0'
/** Present once everything is unpacked and checked: a restore interrupted later continues from here with the same backup. */
const wholeName = 'whole'
const wholeSchema = z.object({ name: z.string(), sum: z.string() })
/** Files that only a portal leaves in its folder, besides the folders of features. */
const ownNames = [databaseName, `${databaseName}-wal`, `${databaseName}-shm`, 'installation.id', keyName]
/** Moved into place last, so that no portal starts on a partial restore: with rows in PostgreSQL the id, else the database. */
const lastNames = ['installation.id', databaseName]

type StorageSettings = Pick<Env, 'DATA_DIR' | 'DATABASE_URL'>
type Folders = readonly DataFolder[]
type Restored = { summary: Summary; hasKey: boolean }

/** Whether the file is only a database, as written by `backup --database-only`. */
export async function isDatabase(file: string): Promise<boolean> {
  return (
    (await Bun.file(file)
      .slice(0, sqliteMagic.length)
      .text()
      .catch(() => '')) === sqliteMagic
  )
}

const isFilled = (path: string): boolean =>
  existsSync(path) && !(statSync(path).isDirectory() && readdirSync(path).length === 0)

/** Removes empty folders with these names. @throws StoreError when one of the names is in use */
async function makeRoom(dataDir: string, names: string[]): Promise<void> {
  const first = names.find((name) => isFilled(join(dataDir, name)))
  if (first)
    throw new StoreError(
      `${dataDir} already contains ${first}: a complete backup is restored into an empty folder; move its contents away, or set DATA_DIR to another one`,
    )
  for (const name of names.filter((name) => existsSync(join(dataDir, name))))
    await rmdir(join(dataDir, name)).catch((error: { code?: string }) => {
      throw new StoreError(
        `${join(dataDir, name)} cannot be replaced (${error.code}): mount or link the whole data folder and nothing below it until the backup is restored`,
      )
    })
}

/**
 * Restores the backup `file` into the empty data folder and, if there is an address, its rows into that empty database. An
 * interrupted restore can be started again with the same backup; `report` is called before the restore ends, so that this is
 * possible even if its message was lost. The caller must hold the folder's lock.
 * @throws StoreError when the file is not a complete backup, comes from a newer program, or the folder is in use; nothing is in
 * place then
 */
export async function restoreBackup(
  env: StorageSettings,
  file: string,
  { now, folders }: { now: Date; folders: Folders },
  report: (restored: Restored) => Promise<void> = async () => {},
): Promise<Restored> {
  const stage = stageOf(env.DATA_DIR)
  const summary = existsSync(join(stage, wholeName))
    ? await resumeRestore(stage, file, env.DATA_DIR)
    : await begin(env, file, { stage, folders })
  await moveIntoPlace(stage, env.DATA_DIR, now)
  const restored = { summary, hasKey: existsSync(join(env.DATA_DIR, keyName)) }
  await report(restored)
  await endStage(env.DATA_DIR)
  return restored
}

/** Unpacks the backup into `stage`, checks it and imports its rows. */
async function begin(
  env: StorageSettings,
  file: string,
  { stage, folders }: { stage: string; folders: Folders },
): Promise<Summary> {
  await makeRoom(env.DATA_DIR, [...folders.map(({ folder }) => folder), ...ownNames])
  await rm(stage, { recursive: true, force: true })
  await mkdir(stage, { recursive: true, mode: 0o700 })
  try {
    const summary = await readWith(file, (handle) => unpack(handle, { stage, folders }))
    inspectBackup(join(stage, databaseName), file)
    if (env.DATABASE_URL) {
      await importFrom(stage, env.DATABASE_URL)
      await rm(join(stage, databaseName))
    }
    await syncPath(stage)
    await placeOnce(join(stage, wholeName), JSON.stringify({ name: basename(file), sum: summary.sum }))
    return summary
  } catch (error) {
    await rm(stage, { recursive: true, force: true })
    throw error
  }
}

/** Continues an interrupted restore. @throws StoreError unless `file` is the backup in `stage` */
async function resumeRestore(stage: string, file: string, dataDir: string): Promise<Summary> {
  const begun = wholeSchema.parse(await Bun.file(join(stage, wholeName)).json())
  const summary = await readWith(file, readSummary)
  if (summary.sum !== begun.sum)
    throw new StoreError(
      `${dataDir} has a partial restore of ${begun.name}: finish that one first, or set DATA_DIR to an empty folder`,
    )
  return summary
}

async function moveIntoPlace(stage: string, dataDir: string, now: Date): Promise<void> {
  // A draft of the mark may be beside it.
  const names = (await readdir(stage)).filter((name) => !name.startsWith(wholeName))
  await makeRoom(dataDir, names)
  for (const name of names.sort((a, b) => lastNames.indexOf(a) - lastNames.indexOf(b))) {
    const target = join(dataDir, name)
    if (name === databaseName) await setLogAside(target, now)
    await rename(join(stage, name), target)
    await syncPath(dataDir)
  }
}

/** @throws StoreError when the file does not exist or `read` finds it incomplete */
async function readWith<T>(file: string, read: (handle: FileHandle) => Promise<T>): Promise<T> {
  if (!existsSync(file)) throw new StoreError(`${file} does not exist`)
  const handle = await open(file, 'r')
  try {
    return await read(handle)
  } catch (error) {
    throw error instanceof NotWhole
      ? new StoreError(`${file} is not a complete backup of a portal: ${error.message}`)
      : error
  } finally {
    await handle.close()
  }
}

/** The backup's summary; skips the contents of its entries. */
async function readSummary(handle: FileHandle): Promise<Summary> {
  for await (const entry of readEntries(handle))
    if (entry.path === summaryName) return parseSummary(await readAll(entry))
  throw withoutEnd()
}

/** Unpacks everything in the file below `stage` and checks it against its hash. */
async function unpack(
  handle: FileHandle,
  { stage, folders }: { stage: string; folders: Folders },
): Promise<Summary> {
  const sum = new Bun.CryptoHasher('sha256')
  let entries = 0
  for await (const entry of readEntries(handle)) {
    const folder = folders.find(({ paths }) => paths.test(entry.path))
    if (!isPlain(entry.path) || !(folder || ownFiles.test(entry.path)))
      throw new NotWhole("it contains a path that is not a portal's")
    if (entry.path === summaryName)
      return finish(parseSummary(await readAll(entry)), stage, { entries, sum: sum.digest('hex') })
    sum.update(sumLine(entry, await unpackEntry(entry, stage, folder?.isPrivate ? 0o700 : 0o755)))
    entries += 1
  }
  throw withoutEnd()
}

const withoutEnd = () => new NotWhole('its last part is missing')

/** Whether the path stays below its root. */
const isPlain = (path: string): boolean =>
  !path.includes('\0') && path.split('/').every((name) => name !== '' && name !== '.' && name !== '..')

async function readAll(entry: ReadEntry): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of entry.read()) parts.push(part)
  return Buffer.concat(parts).toString()
}

function parseSummary(text: string): Summary {
  const parsed = summarySchema.safeParse(JSON.parse(text))
  if (!parsed.success) throw new NotWhole('its summary has an unsupported version')
  return parsed.data
}

/** Deletes from `stage` the paths that the summary lists as removed. @throws NotWhole unless the hash matches the summary */
async function finish(
  summary: Summary,
  stage: string,
  found: { entries: number; sum: string },
): Promise<Summary> {
  if (summary.entries !== found.entries || summary.sum !== found.sum)
    throw new NotWhole('it is damaged: its checksum does not match')
  for (const path of summary.removed)
    if (isPlain(path)) await rm(join(stage, path), { recursive: true, force: true })
  return summary
}

/** Writes the entry to disk below `stage`, replacing an earlier one at its path; returns the SHA-256 of a file. */
async function unpackEntry(entry: ReadEntry, stage: string, folderMode: number): Promise<string | null> {
  const target = join(stage, entry.path)
  if (entry.kind === 'folder') {
    await mkdir(target, { recursive: true, mode: folderMode })
    return null
  }
  await mkdir(dirname(target), { recursive: true, mode: folderMode })
  await rm(target, { recursive: true, force: true })
  const handle = await open(target, 'wx', entry.mode)
  const hasher = new Bun.CryptoHasher('sha256')
  try {
    for await (const piece of entry.read()) {
      hasher.update(piece)
      await writeAll(handle, piece)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return hasher.digest('hex')
}
