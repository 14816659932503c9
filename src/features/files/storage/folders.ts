import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { siteFolder } from '#features/hosting/site-folder.ts'
import { codeOf, isMissing, lookAt, renameDurably, syncPath } from '#server/system/disk.ts'
import { DomainError } from '#shared/errors.ts'

const tmpName = 'tmp'
const trashName = 'trash'
const publicName = 'public'

/** The folder of a service below the data folder; built from server-side ids only. */
export const serviceFolder = (dataDir: string, serviceId: string): string =>
  dirname(siteFolder(dataDir, serviceId))

/** The path of a file within its service's folder. */
export const publicPath = (filePath: string): string => join(publicName, filePath)
export const trashPath = (id: string): string => join(trashName, id)
export const temporaryPath = (id: string): string => join(tmpName, id)

/** Where the bytes of uploads wait whose service is not named yet. */
export const incomingFolder = (dataDir: string): string => join(dataDir, 'incoming')

const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** A full disk as the 507 it is; anything else as it was. */
export const asDiskError = (error: unknown): unknown =>
  full.has(codeOf(error))
    ? new DomainError('DISK_FULL', 'The disk of the portal is full. Please try again later.')
    : error

const inTheWay = (name: string) => new DomainError('CONFLICT', `"${name}" is not a regular folder.`)

/**
 * Every folder from `root` down to `below` is a real one, so that no link leads out of the service (OWASP ASVS 5.3.2);
 * missing ones are not created.
 * @throws CONFLICT when something else is in the way
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

const notThere = () =>
  new DomainError(
    'UNAVAILABLE',
    'The files of this service cannot be reached right now. Please try again later.',
    {
      retryAfterSeconds: 30,
    },
  )

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
  await syncPath(dirname(path))
}

/** The folder exists, and its own entry is on disk. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true })
  if (first) await syncPath(dirname(path))
}

/**
 * A file or folder has moved within a service's folder, on disk once this returns; one that was moved before stays so.
 * @throws what the file system says when it is neither there nor at its target
 */
export async function moveWithin(root: string, from: string, to: string): Promise<void> {
  const [source, target] = [join(root, from), join(root, to)]
  try {
    await renameDurably(source, target)
  } catch (error) {
    if (!isMissing(error) || (await lookAt(source)) || !(await lookAt(target))) throw error
  }
}

/**
 * What stood at the path lies in the trash. Done again it leaves what has come to the path since, so that a change which was
 * cut off can be carried on.
 */
export async function setAside(root: string, path: string, trash: string): Promise<void> {
  const [source, target] = [join(root, path), join(root, trash)]
  if ((await lookAt(target)) || !(await lookAt(source))) return
  await renameDurably(source, target)
}
