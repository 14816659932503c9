import { constants, type Stats } from 'node:fs'
import { lstat, mkdir, open, readdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { siteFolder } from '#features/hosting/site-folder.ts'
import { DomainError } from '#shared/errors.ts'

const tmpName = 'tmp'
const trashName = 'trash'
const publicName = 'public'

/** The folder of a service below the data folder; made of server-side ids only. */
export const serviceFolder = (dataDir: string, serviceId: string): string =>
  dirname(siteFolder(dataDir, serviceId))

/** Where a file lies within its service's folder. */
export const publicPath = (filePath: string): string => join(publicName, filePath)
export const trashPath = (id: string): string => join(trashName, id)
export const temporaryPath = (id: string): string => join(tmpName, id)

/** Where the bytes of uploads wait whose service is not named yet. */
export const incomingFolder = (dataDir: string): string => join(dataDir, 'incoming')

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

export const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT'

const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** A full disk as the 507 it is; anything else as it was. */
export const asDiskError = (error: unknown): unknown =>
  full.has(codeOf(error))
    ? new DomainError('DISK_FULL', 'The disk of the portal is full. Please try again later.')
    : error

/** What is at a path, links not followed; `null` when nothing is. */
export async function lookAt(path: string): Promise<Stats | null> {
  try {
    return await lstat(path)
  } catch (error) {
    if (isMissing(error) || codeOf(error) === 'ENOTDIR') return null
    throw error
  }
}

const inTheWay = (name: string) =>
  new DomainError('CONFLICT', `"${name}" is in the way: it is no plain folder.`)

/**
 * Every folder from `root` down to `below` is a plain one, so that no link leads out of the service (OWASP ASVS 5.3.2);
 * what does not exist is left so.
 * @throws CONFLICT when something else stands in the way
 */
export async function assertPlain(root: string, below: string): Promise<void> {
  let at = root
  for (const name of below.split('/').filter(Boolean)) {
    at = join(at, name)
    const found = await lookAt(at)
    if (!found) return
    if (!found.isDirectory()) throw inTheWay(name)
  }
}

/** What a folder names is on disk after a power cut too. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const notThere = () =>
  new DomainError('UNAVAILABLE', 'The files of this service cannot be reached now. Please try again later.', {
    retryAfterSeconds: 30,
  })

/**
 * The service's folder is there. Without it, nothing can be said of what was to be moved within: a disk may not be mounted.
 * @throws UNAVAILABLE
 */
export async function assertRoot(root: string): Promise<void> {
  if (!(await lookAt(root))?.isDirectory()) throw notThere()
}

/**
 * The folder exists in one that is there already, and its own entry is on disk. Never makes the one above it, which may be a
 * disk that is not mounted.
 * @throws UNAVAILABLE when the one above it is missing
 */
export async function makeFolderWithin(path: string): Promise<void> {
  try {
    await mkdir(path)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return
    throw isMissing(error) ? notThere() : error
  }
  await syncFolder(dirname(path))
}

/** The folder exists, and its own entry is on disk. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true })
  if (first) await syncFolder(dirname(path))
}

/** The file or folder is on disk with all that is in it; links have no bytes of their own. */
export async function syncTree(path: string): Promise<void> {
  const found = await lookAt(path)
  if (found?.isDirectory()) {
    for (const name of await readdir(path)) await syncTree(join(path, name))
    await syncFolder(path)
  } else if (found?.isFile()) {
    const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
    await handle.sync().finally(() => handle.close())
  }
}

/**
 * Moves a file or folder within a service's folder, on disk once this returns.
 * `false` when it was not there and the target is: somebody did it before.
 * @throws what the file system says when it is neither there nor at its target
 */
export async function moveWithin(root: string, from: string, to: string): Promise<boolean> {
  const [source, target] = [join(root, from), join(root, to)]
  try {
    await rename(source, target)
  } catch (error) {
    if (isMissing(error) && !(await lookAt(source)) && (await lookAt(target))) return false
    throw error
  }
  await syncFolder(dirname(target))
  if (dirname(source) !== dirname(target)) await syncFolder(dirname(source))
  return true
}
