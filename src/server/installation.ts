import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { inArray, ne } from 'drizzle-orm'
import { closeUnless } from '#db/engine.ts'
import { StoreError } from '#db/errors.ts'
import { ensureInstallation, readInstallation, rememberKey } from '#db/installation.ts'
import { type DataLock, openDataLock } from '#db/locks/data-lock.ts'
import { isMigrated, migrate } from '#db/migrations/migrate.ts'
import type { OutageListener } from '#db/outage.ts'
import { openStore } from '#db/store.ts'
import type { Store } from '#db/types.ts'
import { assertRestored, removeEnded } from './portal-backup/stage.ts'
import type { Sealer } from './secrets.ts'
import type { Env } from './settings.ts'
import { placeOnce, replaceFile } from './system/disk.ts'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
/** The number of names in a folder to compare with rows: enough to distinguish two installations. */
const sampleNames = 200

/** The file in the data folder with the installation id. */
export const installationFile = (dataDir: string): string => join(dataDir, 'installation.id')

type StorageSettings = Pick<Env, 'DATA_DIR' | 'DATABASE_URL' | 'SECRET_KEY_FILE'>

/** The installation id of the data folder; null for a folder that was never used, or not since ids exist. */
export function readFolderId(dataDir: string): string | null {
  const file = installationFile(dataDir)
  if (!existsSync(file)) return null
  const id = readFileSync(file, 'utf8').trim()
  if (!uuid.test(id)) throw new StoreError(`${file} is damaged: it contains no id`)
  return id
}

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : [])

/** Lists the traces in the folder that only a running portal leaves. */
function listRemains(dataDir: string): string[] {
  const filled = ['services', 'backups'].filter((name) => namesIn(join(dataDir, name)).length > 0)
  const files = ['secret.key', 'installation.id'].filter((name) => existsSync(join(dataDir, name)))
  return [...filled.map((name) => `${name}/`), ...files]
}

const remedy = 'if the two belong together anyway, portal adopt joins them'

const besideRemains = ({ DATA_DIR, DATABASE_URL }: StorageSettings): StoreError => {
  const remains = `${DATA_DIR} holds ${listRemains(DATA_DIR).join(', ')} of an installation, but its database is`
  const elsewhere = 'to restore a complete backup or to start fresh, set DATA_DIR to an empty folder'
  return new StoreError(
    DATABASE_URL
      ? `${remains} empty: restore it, for example with pg_restore; ${elsewhere}; ${remedy}`
      : `${remains} missing or empty: put portal.db back, or run portal restore with a database-only backup; ${elsewhere}; ${remedy}`,
  )
}

const ofAnother = ({ DATA_DIR }: StorageSettings): StoreError =>
  new StoreError(
    `the database and ${DATA_DIR} are of different installations: put back the one that belongs here; ${remedy}`,
  )

const withoutId = ({ DATA_DIR }: StorageSettings): StoreError =>
  new StoreError(
    `the database belongs to a different folder than ${DATA_DIR}, which has no installation.id: mount or restore the right one; ${remedy}`,
  )

/** Refuses to start a new database beside the data of a missing one. @throws StoreError with the remedy */
function assertNotBeside(place: StorageSettings): void {
  if (place.DATABASE_URL) return
  const file = join(place.DATA_DIR, 'portal.db')
  const isThere = existsSync(file) && !(statSync(file).isFile() && statSync(file).size === 0)
  // A leftover log of the database has its own error message.
  if (isThere || existsSync(`${file}-wal`)) return
  if (listRemains(place.DATA_DIR).length > 0) throw besideRemains(place)
}

const hasRows = async (store: Store, name: 'users' | 'userServices' | 'backups'): Promise<boolean> => {
  const { [name]: table } = store.t
  return (await store.read.select({ id: table.id }).from(table).limit(1)).length > 0
}

/** Whether the database refers to anything in its folder. */
async function hasFiles(store: Store): Promise<boolean> {
  const { userServices } = store.t
  const [service] = await store.read
    .select({ id: userServices.id })
    .from(userServices)
    .where(ne(userServices.status, 'pending'))
    .limit(1)
  return service !== undefined || (await hasRows(store, 'backups'))
}

/** Ids after which a folder names services or archives. */
const idsIn = (dataDir: string, name: 'services' | 'backups'): string[] =>
  namesIn(join(dataDir, name))
    .map((entry) => entry.replace(/\.zip$/, ''))
    .filter((entry) => uuid.test(entry))
    .slice(0, sampleNames)

/**
 * Accepts a folder that predates ids if the database knows at least one of the names in it.
 * @throws StoreError otherwise
 */
async function assertNames(store: Store, place: StorageSettings): Promise<void> {
  const { userServices, backups } = store.t
  const [services, archives] = [idsIn(place.DATA_DIR, 'services'), idsIn(place.DATA_DIR, 'backups')]
  if (services.length + archives.length === 0) {
    const isUnmounted = place.DATABASE_URL !== undefined && !existsSync(place.SECRET_KEY_FILE)
    if (isUnmounted || (await hasFiles(store))) throw withoutId(place)
    return
  }
  const known = [
    ...(await store.read
      .select({ id: userServices.id })
      .from(userServices)
      .where(inArray(userServices.id, services))
      .limit(1)),
    ...(await store.read
      .select({ id: backups.id })
      .from(backups)
      .where(inArray(backups.id, archives))
      .limit(1)),
  ]
  if (known.length === 0) throw ofAnother(place)
}

/**
 * Checks without writing that the database and the data folder belong to one installation, as far as can be determined.
 * @throws StoreError with the remedy when they do not, or when one of them is new
 */
async function assertPair(store: Store, place: StorageSettings): Promise<void> {
  // A portal that starts with both new writes the row, the file, the key and then accounts. Read in reverse order, none of them
  // seems to be missing while another node is writing them.
  const hasUsers = (await isMigrated(store)) && (await hasRows(store, 'users'))
  const known = await readInstallation(store)
  const folderId = readFolderId(place.DATA_DIR)
  if (known && folderId) {
    if (known.id !== folderId) throw ofAnother(place)
    return
  }
  if (known) {
    // SQLite's database is in the folder itself.
    const isUsed = place.DATABASE_URL ? hasUsers || known.keyCheck !== null : await hasFiles(store)
    if (isUsed) throw withoutId(place)
    return
  }
  if (!hasUsers) {
    // Another node may have started with both new in the meantime.
    if (listRemains(place.DATA_DIR).length > 0 && !(await readInstallation(store))) throw besideRemains(place)
    return
  }
  if (folderId) throw ofAnother(place)
  await assertNames(store, place)
}

type Locking = StorageSettings & Pick<Env, 'SHARED_DATA' | 'RUN_DIR'>

/**
 * Checks that the pair may be opened, as far as possible without leaving a trace in either.
 * @throws StoreError with the remedy
 */
export async function assertOpenable(env: StorageSettings): Promise<void> {
  assertRestored(env.DATA_DIR)
  assertNotBeside(env)
  if (env.DATABASE_URL) await tryDatabase(env, assertPair)
}

/** Tries a remote database before anything is written: if it cannot be used, the folder stays unchanged. */
async function tryDatabase(
  place: StorageSettings,
  check: (store: Store, place: StorageSettings) => Promise<void> = async () => {},
): Promise<void> {
  const store = await openStore({ dataDir: place.DATA_DIR, databaseUrl: place.DATABASE_URL })
  try {
    await check(store, place)
  } finally {
    await store.close()
  }
}

/**
 * Locks the folder for this process. A file system lock separates the processes of one machine; on a shared folder it would have
 * no effect.
 * @throws StoreError when the pair may not be opened; nothing was written then
 */
export async function lockInstallation(env: Locking, { adopt = false } = {}): Promise<DataLock> {
  if (!adopt) await assertOpenable(env)
  else if (env.DATABASE_URL) await tryDatabase(env)
  return openDataLock(env.SHARED_DATA ? env.RUN_DIR : env.DATA_DIR)
}

/**
 * The store of an installation for a command that inspects it unchanged: no migration runs.
 * @throws StoreError when there is none
 */
export async function openAsIs(env: StorageSettings): Promise<Store> {
  assertRestored(env.DATA_DIR)
  const store = await openStore({ dataDir: env.DATA_DIR, databaseUrl: env.DATABASE_URL, mustExist: true })
  return closeUnless(store, assertBegun(store, env))
}

async function assertBegun(store: Store, place: StorageSettings): Promise<void> {
  if (await isMigrated(store)) return
  if (listRemains(place.DATA_DIR).length > 0) throw besideRemains(place)
  throw new StoreError('the database is empty: no portal has used it yet, so there is nothing to inspect')
}

type Opening = {
  /** The database must exist already. */
  mustExist?: boolean
  /** Declares that the two belong together from now on, whatever they belonged to before. */
  adopt?: boolean
  onOutage?: OutageListener
  /** Migrates the schema to this program's version; one of several nodes takes its place before that. */
  migrateBy?: (store: Store) => Promise<unknown>
}

/**
 * The store of the data folder, with the current schema and the same id in both.
 * @throws StoreError with the remedy when the database is missing, empty or another installation's beside a used folder: nothing
 * was changed then
 */
export async function openInstallation(
  env: StorageSettings,
  { adopt = false, mustExist = false, migrateBy = migrate, ...listening }: Opening = {},
): Promise<Store> {
  assertRestored(env.DATA_DIR)
  if (!adopt) assertNotBeside(env)
  const store = await openStore({
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    mustExist,
    ...listening,
  })
  try {
    if (!adopt) await assertPair(store, env)
    await migrateBy(store)
    // The row first: after a crash between the two the database refers to no files yet, and is accepted.
    const { id } = await ensureInstallation(store, new Date())
    const file = installationFile(env.DATA_DIR)
    if (adopt) await replaceFile(file, `${id}\n`)
    else await placeOnce(file, `${id}\n`)
    if (readFolderId(env.DATA_DIR) !== id) throw ofAnother(env)
    await removeEnded(env.DATA_DIR)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

const place = 'installation:key'
const checkText = 'portal'

/** Whether the key opens the database's check text; a database without a check text gets one. */
export async function isKeyOf(store: Store, secrets: Sealer): Promise<boolean> {
  const keyCheck = (await readInstallation(store))?.keyCheck
  if (!keyCheck) return true
  try {
    return secrets.open(keyCheck, place) === checkText
  } catch {
    return false
  }
}

/** Stores a check text of the key in the database. */
export const adoptKey = (store: Store, secrets: Sealer): Promise<void> =>
  rememberKey(store, secrets.seal(checkText, place))

/** @throws StoreError when another key sealed the data; the first key used is recorded */
export async function assertKey(store: Store, secrets: Sealer, keyFile: string): Promise<void> {
  if (!(await isKeyOf(store, secrets)))
    throw new StoreError(
      `${keyFile} is not the key that sealed this data: put that key back; portal adopt continues without it, but sealed data stays closed`,
    )
  if (!(await readInstallation(store))?.keyCheck) await adoptKey(store, secrets)
}
