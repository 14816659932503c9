import type { Readable } from 'node:stream'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { chunkBytes, filesPrefix, manifestName, maxEntries, maxManifestBytes } from './limits.ts'
import { foldName, type Item, isPlainPath, type Manifest, parseManifest } from './manifest.ts'
import { Damaged } from './refused.ts'

const kindMask = 0o170000
const kinds = { file: [0, 0o100000], folder: [0, 0o040000] }
const deflated = 8

/** One entry, checked by its place in the archive; its contents are checked while they are read. */
export type Sealed = { item: Item; entry: Entry }

export type OpenArchive = {
  manifest: Manifest
  entries: Sealed[]
  totalBytes: number
  /** The contents in pieces. @throws Damaged at the end unless they are what the list of contents says */
  read(sealed: Sealed): AsyncGenerator<Buffer>
  close(): void
}

/**
 * Opens an archive as a stranger's: no name leads out of a folder or is taken for another, nothing is a link, and entries and
 * list of contents are the same things. @throws Damaged, with the sentence that says why
 */
export async function openArchive(path: string, { maxBytes }: { maxBytes: number }): Promise<OpenArchive> {
  const zip = await asDamaged(
    openPromise(path, {
      lazyEntries: true,
      autoClose: false,
      strictFileNames: true,
      validateEntrySizes: true,
    }),
  )
  try {
    const listed = await listEntries(zip)
    const found = listed.get(manifestName)
    if (!found || found.uncompressedSize > maxManifestBytes)
      throw new Damaged('This archive has no list of contents.')
    const manifest = parseManifest(await readWhole(zip, found))
    listed.delete(manifestName)
    const entries = pair(manifest, listed)
    const totalBytes = entries.reduce((sum, { item }) => sum + item.sizeBytes, 0)
    if (totalBytes > maxBytes) throw new Damaged('This archive holds more than the plan has room for.')
    return {
      manifest,
      entries,
      totalBytes,
      read: (sealed) => readChecked(zip, sealed),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

/** What the reader of the format refuses is damage, whatever it calls it. */
async function asDamaged<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Damaged) throw error
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new Damaged('The archive of this backup is missing.')
    throw new Damaged('This archive is damaged.')
  }
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > maxEntries + 1) throw new Damaged(`This archive has more than ${maxEntries} entries.`)
  const listed = new Map<string, Entry>()
  const folds = new Set<string>()
  const each = zip.eachEntry()
  for (;;) {
    const { value: entry, done } = await asDamaged(each.next())
    if (done) return listed
    const fold = foldName(entry.fileName.replace(/\/$/, ''))
    if (folds.has(fold)) throw new Damaged('Two entries of this archive have the same name.')
    if (folds.size > maxEntries) throw new Damaged(`This archive has more than ${maxEntries} entries.`)
    folds.add(fold)
    refuseOddEntry(entry)
    listed.set(entry.fileName, entry)
  }
}

function refuseOddEntry(entry: Entry): void {
  const isFolder = entry.fileName.endsWith('/')
  const name = isFolder ? entry.fileName.slice(0, -1) : entry.fileName
  if (!isPlainPath(name)) throw new Damaged('An entry of this archive leads out of its folder.')
  const kind = (entry.externalFileAttributes >>> 16) & kindMask
  if (!kinds[isFolder ? 'folder' : 'file'].includes(kind))
    throw new Damaged('An entry of this archive is neither a file nor a folder.')
  const isReadable = entry.compressionMethod === 0 || entry.compressionMethod === deflated
  if (entry.isEncrypted() || !isReadable) throw new Damaged('An entry of this archive cannot be read.')
}

/** Each item with its entry; none is left over on either side. */
function pair({ items }: Manifest, listed: Map<string, Entry>): Sealed[] {
  const paths = new Map<string, Item['kind']>()
  const entries = items.map((item): Sealed => {
    const entry = listed.get(item.kind === 'folder' ? `${item.name}/` : item.name)
    const isSame =
      entry?.uncompressedSize === item.sizeBytes && (item.sha256 !== null) === (item.kind === 'file')
    if (!entry || !isSame || !item.name.startsWith(filesPrefix))
      throw new Damaged('This archive is not what its list of contents says.')
    const parent = item.path.includes('/') ? item.path.slice(0, item.path.lastIndexOf('/')) : null
    // Folders come before what is in them, so that nothing is put below a file.
    const isPlaced = parent === null || paths.get(parent) === 'folder'
    if (!isPlainPath(item.path) || paths.has(item.path) || !isPlaced)
      throw new Damaged('A path of this archive leads out of its folder or is there twice.')
    paths.set(item.path, item.kind)
    return { item, entry }
  })
  if (new Set(items.map(({ name }) => foldName(name))).size !== listed.size || items.length !== listed.size)
    throw new Damaged('This archive is not what its list of contents says.')
  return entries
}

const openEntry = (zip: ZipFile, entry: Entry): Promise<Readable> =>
  asDamaged(zip.openReadStreamPromise(entry))

async function readWhole(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const parts: Buffer[] = []
  const stream = await openEntry(zip, entry)
  await asDamaged(
    (async () => {
      for await (const part of stream as AsyncIterable<Buffer>) parts.push(part)
    })(),
  )
  return Buffer.concat(parts)
}

async function* readChecked(zip: ZipFile, { entry, item }: Sealed): AsyncGenerator<Buffer> {
  if (item.kind === 'folder') return
  const hasher = new Bun.CryptoHasher('sha256')
  const stream = await openEntry(zip, entry)
  const pieces = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { value, done } = await asDamaged(pieces.next())
      if (done) break
      hasher.update(value)
      yield value
    }
  } finally {
    stream.destroy()
  }
  if (hasher.digest('hex') !== item.sha256) throw new Damaged('A file in this archive is damaged.')
}

/** SHA-256 of a whole file, read in pieces. @throws Damaged when it is missing */
export async function hashFile(path: string): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  const file = Bun.file(path)
  if (!(await file.exists())) throw new Damaged('The archive of this backup is missing.')
  for await (const chunk of file.stream()) {
    for (let at = 0; at < chunk.byteLength; at += chunkBytes)
      hasher.update(chunk.subarray(at, at + chunkBytes))
  }
  return hasher.digest('hex')
}

/** Every file in the archive is, byte for byte, what its list says. @throws Damaged */
export async function verifyArchive(
  path: string,
  { maxBytes, onProgress }: { maxBytes: number; onProgress?: (done: number) => Promise<void> },
): Promise<void> {
  const archive = await openArchive(path, { maxBytes })
  let doneBytes = 0
  try {
    for (const sealed of archive.entries) {
      for await (const piece of archive.read(sealed)) doneBytes += piece.byteLength
      await onProgress?.(doneBytes / Math.max(archive.totalBytes, 1))
    }
  } finally {
    archive.close()
  }
}
