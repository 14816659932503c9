import { constants } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { ZipFile } from 'yauzl'
import { ancestorsOf } from '#features/files/contract/names.ts'
import { dropStaged, type Staged, stageBytes } from '#features/files/ingest/stage-bytes.ts'
import { makeFolder } from '#features/files/storage/folders.ts'
import { readListing, unwrapListing } from '#features/files/zip/listing.ts'
import { readEntry, readZip } from '#features/files/zip/open-zip.ts'
import { syncTree } from '#server/system/disk.ts'
import { formatLimit } from '#shared/bytes.ts'
import { DomainError, invalid } from '#shared/errors.ts'
import { maxSiteBytes, maxZipBytes } from '../contract/limits.ts'
import { type LeftOut, pickFiles, readTrialPath, tooLarge } from './pick-files.ts'

type Arrived = { path: string; size: number; staged: Staged }

/** Files of a site on disk, and those left out. */
export type Received = { files: number; bytes: number; leftOut: LeftOut }

const isZip = ({ path }: { path: string }): boolean => /\.zip$/i.test(path)

const zipTooLarge = () => invalid('file', `A zip can have at most ${formatLimit(maxZipBytes)}.`)

/** As `stageBytes`, but the limit is not that of a plan. */
async function stage(
  bytes: Parameters<typeof stageBytes>[0],
  folder: string,
  limit: number,
  tooMany: () => DomainError,
) {
  try {
    return await stageBytes(bytes, { folder, id: Bun.randomUUIDv7(), limit })
  } catch (error) {
    throw error instanceof DomainError && error.code === 'TOO_LARGE' ? tooMany() : error
  }
}

/** Writes the files of an upload to disk, one after the other, up to the limits of a site. */
export function createIntake(incoming: string) {
  const arrived: Arrived[] = []
  let taken = 0
  return {
    arrived,
    async take(given: string, bytes: Readable): Promise<void> {
      const path = readTrialPath(given)
      const staged = isZip({ path })
        ? await stage(bytes, incoming, Math.min(maxZipBytes, maxSiteBytes - taken), zipTooLarge)
        : await stage(bytes, incoming, maxSiteBytes - taken, tooLarge)
      taken += staged.size
      arrived.push({ path, size: staged.size, staged })
    },
  }
}

/** Creates the folders above the files. */
async function makeFolders(root: string, files: readonly { path: string }[]): Promise<void> {
  const folders = new Set(files.flatMap(({ path }) => ancestorsOf(path)))
  await makeFolder(root)
  for (const folder of [...folders].sort()) await mkdir(join(root, folder), { recursive: true })
}

const received = (files: readonly { size: number }[], leftOut: LeftOut): Received => ({
  files: files.length,
  bytes: files.reduce((sum, { size }) => sum + size, 0),
  leftOut,
})

const foldersOf = (files: readonly { path: string }[]) =>
  new Set(files.flatMap(({ path }) => ancestorsOf(path)))

async function putFiles(all: readonly Arrived[], root: string): Promise<Received> {
  const { files, leftOut } = pickFiles(unwrapListing({ files: [...all], folders: foldersOf(all) }).files)
  await makeFolders(root, files)
  for (const { path, staged } of files) await rename(staged.path, join(root, path))
  return received(files, leftOut)
}

async function unpack(
  zip: ZipFile,
  { size, incoming, root }: { size: number; incoming: string; root: string },
) {
  const { files, leftOut } = pickFiles(unwrapListing(await readListing(zip, size)).files)
  await makeFolders(root, files)
  for (const file of files) {
    const staged = await stage(readEntry(zip, file.entry), incoming, file.size, tooLarge)
    await rename(staged.path, join(root, readTrialPath(file.path)))
  }
  return received(files, leftOut)
}

async function putZip({ staged }: Arrived, place: { incoming: string; root: string }): Promise<Received> {
  const handle = await open(staged.path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    return await readZip(handle, (zip) => unpack(zip, { ...place, size: staged.size }))
  } finally {
    await handle.close()
    await dropStaged(staged)
  }
}

/**
 * Turns the upload into a site in `root`, synced: a single zip is extracted, other files move as they are.
 * @throws INVALID for a refused archive, and refusals of `pickFiles`
 */
export async function putSite(
  arrived: readonly Arrived[],
  place: { incoming: string; root: string },
): Promise<Received> {
  const [only] = arrived
  if (!only) throw invalid('file', 'Choose a folder, files or a zip.')
  const isArchive = arrived.length === 1 && isZip(only)
  const site = await (isArchive ? putZip(only, place) : putFiles(arrived, place.root))
  await syncTree(dirname(place.root))
  return site
}
