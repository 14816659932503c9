import type { Entry, ZipFile } from 'yauzl'
import { mib } from '#shared/bytes.ts'
import { invalid } from '#shared/errors.ts'
import { maxExtracted } from '../contract/extract.ts'
import { ancestorsOf } from '../contract/names.ts'
import { startNames } from '../contract/start-names.ts'
import { readEntryName } from './entry-name.ts'

type ListedFile = { path: string; size: number; entry: Entry }

/** The contents of an archive by its directory; the folders include every parent of a file. */
export type Listing<File extends { path: string } = ListedFile> = { files: File[]; folders: Set<string> }

// macOS adds an entry for each file.
const maxEntries = 4 * maxExtracted

/** Deflate packs text to a twentieth of its size and zeros to a thousandth. */
const mostRatio = 200
const freeBytes = 16 * mib

const kindMask = 0o170000
const kinds = { file: [0, 0o100000], folder: [0, 0o040000] }
const readable = new Set([0, 8])

const tooMany = () =>
  invalid('id', `This archive contains more than ${maxExtracted.toLocaleString('en')} files and folders.`)
const bomb = () => invalid('id', 'This archive expands to far more than its size allows.')

function assertPlainEntry(entry: Entry, path: string, isFolder: boolean): void {
  const kind = (entry.externalFileAttributes >>> 16) & kindMask
  if (!kinds[isFolder ? 'folder' : 'file'].includes(kind))
    throw invalid('id', `"${path}" in this archive is neither a file nor a folder.`)
  if (entry.isEncrypted()) throw invalid('id', 'This archive is password-protected.')
  if (!readable.has(entry.compressionMethod))
    throw invalid('id', `"${path}" in this archive uses an unsupported compression method.`)
}

const twice = (path: string) => invalid('id', `This archive contains "${path}" twice.`)

/** @throws INVALID when a file has the name of a folder, or there are too many of both */
function assertTree({ files, folders }: Listing): void {
  const clash = files.find(({ path }) => folders.has(path))
  if (clash) throw twice(clash.path)
  if (files.length + folders.size > maxExtracted) throw tooMany()
}

/**
 * Reads the directory of an untrusted archive: no entry may point out of a folder, be a link or a device, or be larger than an
 * honest archive of `zipBytes` could hold.
 * @throws INVALID with the reason
 */
export async function readListing(zip: ZipFile, zipBytes: number): Promise<Listing> {
  if (zip.entryCount > maxEntries) throw tooMany()
  const files = new Map<string, ListedFile>()
  const folders = new Set<string>()
  let [packed, unpacked] = [0, 0]
  for await (const entry of zip.eachEntry()) {
    const name = readEntryName(entry)
    if (!name) continue
    const { path, isFolder } = name
    assertPlainEntry(entry, path, isFolder)
    for (const folder of ancestorsOf(path)) folders.add(folder)
    if (isFolder) {
      folders.add(path)
      continue
    }
    if (files.has(path)) throw twice(path)
    files.set(path, { path, size: entry.uncompressedSize, entry })
    packed += entry.compressedSize
    unpacked += entry.uncompressedSize
    // Overlapping entries add up to more than the archive.
    if (packed > zipBytes || unpacked > Math.max(freeBytes, mostRatio * zipBytes)) throw bomb()
    if (files.size > maxExtracted) throw tooMany()
  }
  const listing = { files: [...files.values()], folders }
  assertTree(listing)
  if (listing.files.length === 0) throw invalid('id', 'This archive contains no files.')
  return listing
}

/** The listing without a single folder around the whole site; unchanged without one. */
export function unwrapListing<File extends { path: string }>(listing: Listing<File>): Listing<File> {
  const [top = ''] = listing.files[0]?.path.split('/') ?? []
  const prefix = `${top}/`
  if (!listing.files.some(({ path }) => startNames.some((name) => path === prefix + name))) return listing
  if (!listing.files.every(({ path }) => path.startsWith(prefix))) return listing
  if (![...listing.folders].every((path) => path === top || path.startsWith(prefix))) return listing
  const below = (path: string) => path.slice(prefix.length)
  return {
    files: listing.files.map((file) => ({ ...file, path: below(file.path) })),
    folders: new Set([...listing.folders].filter((path) => path !== top).map(below)),
  }
}
