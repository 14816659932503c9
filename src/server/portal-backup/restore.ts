import { existsSync, readdirSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { placeOnce } from '#db/place-file.ts'
import { importFrom, inspectBackup, syncPath } from '#db/restore.ts'
import { StoreError } from '#db/store.ts'
import type { Env } from '#env'
import { databaseName, keyName, summaryName, summary as summarySchema } from './format.ts'
import { NotWhole, type ReadEntry, readEntries } from './tar.ts'
import { sumLine } from './writer.ts'

const places = [
  /^services\/[\da-f-]{36}\/(public|trash|tmp)(\/|$)/,
  /^backups\/[\da-f-]{36}\.zip$/,
  /^certificates(\/|$)/,
  /^outbox\/[^/]+\.eml$/,
  /^(installation\.id|secret\.key|portal\.db|backup\.json)$/,
]
const sqliteMagic = 'SQLite format 3\0'
/** There once everything is unpacked and checked: a restore that was cut off later goes on from here. */
const wholeName = 'whole'

type Place = Pick<Env, 'DATA_DIR' | 'DATABASE_URL'>

/** Whether the file is a database alone, as `backup --database-only` writes it. */
export async function isDatabase(file: string): Promise<boolean> {
  return (
    (await Bun.file(file)
      .slice(0, sqliteMagic.length)
      .text()
      .catch(() => '')) === sqliteMagic
  )
}

/** @throws StoreError when the folder holds anything of an installation */
function assertEmpty(dataDir: string): void {
  const filled = ['services', 'backups', 'certificates', 'outbox'].filter(
    (name) => existsSync(join(dataDir, name)) && readdirSync(join(dataDir, name)).length > 0,
  )
  const files = [databaseName, 'installation.id', keyName].filter((name) => existsSync(join(dataDir, name)))
  const [first] = [...filled, ...files]
  if (first)
    throw new StoreError(
      `${dataDir} holds ${first} already: a whole backup is restored into an empty folder; move what is there away, or set DATA_DIR to another one`,
    )
}

/**
 * The portal of the backup `file` is in the data folder, which was empty, and with an address its rows are in that empty
 * database. A restore that was cut off can be begun again. To be called by the holder of the folder's lock.
 * @throws StoreError when the file is no whole backup, comes from a newer program, or the folder is in use; nothing of it is
 * in place then
 */
export async function restoreBackup(env: Place, file: string): Promise<{ entries: number; hasKey: boolean }> {
  const stage = join(env.DATA_DIR, 'restoring')
  const whole = join(stage, wholeName)
  if (!existsSync(whole)) {
    assertEmpty(env.DATA_DIR)
    await rm(stage, { recursive: true, force: true })
    await mkdir(stage, { recursive: true, mode: 0o700 })
    try {
      const entries = await unpack(file, stage)
      inspectBackup(join(stage, databaseName), file)
      if (env.DATABASE_URL) {
        await importFrom(stage, env.DATABASE_URL)
        await rm(join(stage, databaseName))
      }
      await syncPath(stage)
      await placeOnce(whole, String(entries))
    } catch (error) {
      await rm(stage, { recursive: true, force: true })
      throw error instanceof NotWhole
        ? new StoreError(`${file} is not a whole backup of a portal: ${error.message}`)
        : error
    }
  }
  const entries = Number(await Bun.file(whole).text())
  await putInPlace(stage, env.DATA_DIR)
  await rm(stage, { recursive: true })
  return { entries, hasKey: existsSync(join(env.DATA_DIR, keyName)) }
}

/** The database last: a folder without one is refused, so that nobody starts on half of a restore. */
async function putInPlace(stage: string, dataDir: string): Promise<void> {
  const names = (await readdir(stage)).filter((name) => name !== wholeName)
  for (const name of names.sort((a, b) => Number(a === databaseName) - Number(b === databaseName))) {
    const target = join(dataDir, name)
    // An empty folder may be there, as one that is mounted.
    if (existsSync(target)) await rmdir(target)
    await rename(join(stage, name), target)
    await syncPath(dataDir)
  }
}

/** Everything in the file is below `stage`, checked against its sum; answers how many entries there were. */
async function unpack(file: string, stage: string): Promise<number> {
  if (!existsSync(file)) throw new StoreError(`${file} does not exist`)
  const handle = await open(file, 'r')
  const sum = new Bun.CryptoHasher('sha256')
  let entries = 0
  try {
    for await (const entry of readEntries(handle)) {
      if (!isSafe(entry.path)) throw new NotWhole('it holds a path that is none of a portal')
      if (entry.path === summaryName) {
        await finish(await readAll(entry), stage, { entries, sum: sum.digest('hex') })
        return entries
      }
      sum.update(sumLine(entry, await unpackEntry(entry, stage)))
      entries += 1
    }
  } finally {
    await handle.close()
  }
  throw new NotWhole('its last part is missing')
}

const isSafe = (path: string): boolean =>
  places.some((place) => place.test(path)) &&
  !path.includes('\0') &&
  path.split('/').every((name) => name !== '' && name !== '.' && name !== '..')

async function readAll(entry: ReadEntry): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of entry.read()) parts.push(part)
  return Buffer.concat(parts).toString()
}

/** @throws NotWhole unless the sum is that of the summary */
async function finish(text: string, stage: string, found: { entries: number; sum: string }): Promise<void> {
  const parsed = summarySchema.safeParse(JSON.parse(text))
  if (!parsed.success) throw new NotWhole('its summary is of another version')
  if (parsed.data.entries !== found.entries || parsed.data.sum !== found.sum)
    throw new NotWhole('it is damaged: its sum is another one')
  for (const path of parsed.data.removed)
    if (isSafe(path)) await rm(join(stage, path), { recursive: true, force: true })
}

/** The entry is on disk below `stage`, in place of an earlier one of its path; answers the SHA-256 of a file. */
async function unpackEntry(entry: ReadEntry, stage: string): Promise<string | null> {
  const target = join(stage, entry.path)
  if (entry.kind === 'folder') {
    await mkdir(target, { recursive: true })
    return null
  }
  await mkdir(dirname(target), {
    recursive: true,
    mode: basename(dirname(target)) === 'backups' ? 0o700 : 0o755,
  })
  await rm(target, { recursive: true, force: true })
  const handle = await open(target, 'wx', entry.mode)
  const hasher = new Bun.CryptoHasher('sha256')
  try {
    for await (const piece of entry.read()) {
      hasher.update(piece)
      for (let at = 0; at < piece.length; ) at += (await handle.write(piece, at)).bytesWritten
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return hasher.digest('hex')
}
