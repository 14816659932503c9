import type { Entry } from 'yauzl'
import { createYield } from '#features/files/storage/yield.ts'
import { exists, sha256Of } from '#server/system/disk.ts'
import { type Contents, nextEntry, withContents } from './contents.ts'
import { databasesPrefix, filesPrefix, mailPrefix } from './limits.ts'
import { foldName, isPlainPath, type Listed } from './manifest.ts'
import { NameSet } from './name-set.ts'
import { Damaged, Missing, missingText } from './refused.ts'
import { type OpenZip, openZip } from './zip-file.ts'

const kindMask = 0o170000
const kinds = { file: [0, 0o100000], folder: [0, 0o040000] }
const deflated = 8

/** An entry whose position in the archive has been checked; its contents are checked while they are read. */
export type Sealed = {
  item: Listed
  /** The contents in chunks. @throws Damaged at the end unless they match the list of contents */
  read(): AsyncGenerator<Buffer>
}

const notAsListed = () => new Damaged('This archive does not match its list of contents.')

function refuseOddEntry(entry: Entry): void {
  const isFolder = entry.fileName.endsWith('/')
  const name = isFolder ? entry.fileName.slice(0, -1) : entry.fileName
  if (!isPlainPath(name)) throw new Damaged('An entry of this archive points outside its folder.')
  const kind = (entry.externalFileAttributes >>> 16) & kindMask
  if (!kinds[isFolder ? 'folder' : 'file'].includes(kind))
    throw new Damaged('An entry of this archive is neither a file nor a folder.')
  const isReadable = entry.compressionMethod === 0 || entry.compressionMethod === deflated
  if (entry.isEncrypted() || !isReadable) throw new Damaged('An entry of this archive cannot be read.')
}

const prefixes: Record<Listed['kind'], string> = {
  database: databasesPrefix,
  file: filesPrefix,
  folder: filesPrefix,
  message: mailPrefix,
}

/** Asserts that the entry matches its line. */
function refuseOther(item: Listed, entry: Entry | null): asserts entry is Entry {
  const name = item.kind === 'folder' ? `${item.name}/` : item.name
  const isSame =
    entry?.fileName === name &&
    entry.uncompressedSize === item.sizeBytes &&
    (item.sha256 === null) === (item.kind === 'folder')
  if (!isSame || !item.name.startsWith(prefixes[item.kind])) throw notAsListed()
  if ('path' in item && !isPlainPath(item.path))
    throw new Damaged('A path in this archive points outside its folder.')
}

async function* readChecked(zip: OpenZip, item: Listed, entry: Entry): AsyncGenerator<Buffer> {
  if (item.kind === 'folder') return
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const piece of zip.read(entry)) {
    hasher.update(piece)
    yield piece
  }
  if (hasher.digest('hex') !== item.sha256) throw new Damaged('A file in this archive is damaged.')
}

/** Pairs list and directory: exactly one entry for each line, and none left over. */
async function* pair(contents: Contents, zip: OpenZip): AsyncGenerator<Sealed> {
  const names = new NameSet()
  const pause = createYield()
  const next = async (): Promise<Entry | null> => {
    await pause()
    const entry = await nextEntry(zip)
    if (!entry) return null
    if (!names.add(foldName(entry.fileName.replace(/\/$/, ''))))
      throw new Damaged('Two entries of this archive have the same name.')
    refuseOddEntry(entry)
    return entry.fileName === contents.listName ? next() : entry
  }
  for await (const item of contents.items()) {
    const entry = await next()
    refuseOther(item, entry)
    yield { item, read: () => readChecked(zip, item, entry) }
  }
  if (await next()) throw notAsListed()
}

export type OpenArchive = {
  totalBytes: number
  hasFiles: boolean
  /** The entries in order, readable once. @throws Damaged */
  sealed: AsyncGenerator<Sealed>
}

/**
 * Opens an untrusted archive: no name points outside a folder or collides with another, nothing is a link, and the entries match
 * the list of contents in order. Memory use is a few bytes per entry. Its files take at most `maxBytes`.
 * @throws Damaged with the reason as a sentence
 */
export const withArchive = <T>(
  path: string,
  { maxBytes }: { maxBytes: number },
  use: (archive: OpenArchive) => Promise<T>,
): Promise<T> =>
  withContents(path, async (contents) => {
    if (contents.totalBytes - contents.databaseBytes - contents.mailBytes > maxBytes)
      throw new Damaged('This archive holds more than the plan has room for.')
    // A zip directory can be read only once, and finding a list that is not its first entry has used it up.
    const zip = await openZip(path)
    try {
      return await use({ ...contents, sealed: pair(contents, zip) })
    } finally {
      await zip.close()
    }
  })

/** SHA-256 of a whole file, read in chunks. @throws Missing */
export async function hashFile(path: string): Promise<string> {
  if (!(await exists(path))) throw new Missing(missingText)
  return sha256Of(path)
}

/** Checks every byte of the archive against its list. @throws Damaged */
export const verifyArchive = (
  path: string,
  { maxBytes, onProgress }: { maxBytes: number; onProgress?: (done: number) => Promise<void> },
): Promise<void> =>
  withArchive(path, { maxBytes }, async ({ totalBytes, sealed }) => {
    let doneBytes = 0
    for await (const each of sealed) {
      for await (const piece of each.read()) doneBytes += piece.byteLength
      await onProgress?.(doneBytes / Math.max(totalBytes, 1))
    }
  })
