import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { siteFolder } from '#features/hosting/site-folder.ts'
import { codeOf, isMissing, renameDurably, statOrNull, syncPath } from '#server/system/disk.ts'
import { DomainError } from '#shared/errors.ts'

const tmpName = 'tmp'
const trashName = 'trash'
const publicName = 'public'

/** The folder of a service below the data folder, built only from server-side ids. */
export const serviceFolder = (dataDir: string, serviceId: string): string =>
  dirname(siteFolder(dataDir, serviceId))

/** The path of a file within its service's folder. */
export const publicPath = (filePath: string): string => join(publicName, filePath)
export const trashPath = (id: string): string => join(trashName, id)
export const temporaryPath = (id: string): string => join(tmpName, id)

/** Staging folder of uploads whose service is not known yet. */
export const incomingFolder = (dataDir: string): string => join(dataDir, 'incoming')

const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Maps a full disk to 507; other errors pass unchanged. */
export const asDiskError = (error: unknown): unknown =>
  full.has(codeOf(error))
    ? new DomainError('DISK_FULL', 'The disk of the portal is full. Please try again later.')
    : error

const inTheWay = (name: string) => new DomainError('CONFLICT', `"${name}" is not a regular folder.`)

/**
 * Checks that every folder from `root` down to `below` is real, so that no symlink points out of the service (OWASP ASVS 5.3.2);
 * missing ones are not created.
 * @throws CONFLICT when another file is in the way
 */
export async function assertPlain(root: string, below: string): Promise<void> {
  let at = root
  for (const name of below.split('/').filter(Boolean)) {
    at = join(at, name)
    const found = await statOrNull(at)
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
 * Checks that the service's folder exists. Without it the state of a move is unknown: a disk may not be mounted.
 * @throws UNAVAILABLE
 */
export async function assertRoot(root: string): Promise<void> {
  if (!(await statOrNull(root))?.isDirectory()) throw notThere()
}

/**
 * Creates a folder in an existing one and syncs its entry. Never creates the parent, which may be a disk that is not mounted.
 * @throws UNAVAILABLE when the parent is missing
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

/** Creates a folder and syncs its entry. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true })
  if (first) await syncPath(dirname(path))
}

/**
 * Moves a file or folder within a service's folder, synced on return; idempotent.
 * @throws the file system's error when it is neither at its source nor at its target
 */
export async function moveWithin(root: string, from: string, to: string): Promise<void> {
  const [source, target] = [join(root, from), join(root, to)]
  try {
    await renameDurably(source, target)
  } catch (error) {
    if (!isMissing(error) || (await statOrNull(source)) || !(await statOrNull(target))) throw error
  }
}

/**
 * Moves the file at the path to the trash. Done again, it leaves a newer file at the path, so that an interrupted change can be
 * resumed.
 */
export async function setAside(root: string, path: string, trash: string): Promise<void> {
  const [source, target] = [join(root, path), join(root, trash)]
  if ((await statOrNull(target)) || !(await statOrNull(source))) return
  await renameDurably(source, target)
}
