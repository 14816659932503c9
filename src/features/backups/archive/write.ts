import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { renameDurably } from './durable.ts'
import { chunkBytes, filesPrefix, manifestName } from './limits.ts'
import { foldName, type Item, type Manifest } from './manifest.ts'
import { isMissing } from './refused.ts'
import { type Found, walk } from './walk.ts'

const folderType = 0o040000
const fileType = 0o100000

export type Source = {
  /** The folder whose contents go in; a missing one is an empty one. */
  root: string
  describe: Omit<Manifest, 'version' | 'skipped' | 'items'>
  /** Told how far it is, 0 to 1. May throw to stop. */
  onProgress?: (done: number) => Promise<void>
}

export type Written = { sizeBytes: number; sha256: string; manifest: Manifest }

/**
 * The archive of the source is at `path`, on the disk and whole, or not at all. It streams: memory does not grow with the files.
 * What `temporary` names is begun anew.
 */
export async function writeArchive(
  source: Source,
  { path, temporary }: { path: string; temporary: string },
): Promise<Written> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const handle = await open(temporary, 'w', 0o600)
  try {
    const written = await pour(source, handle)
    await handle.sync()
    await handle.close()
    await renameDurably(temporary, path)
    return written
  } catch (error) {
    await handle.close().catch(() => {})
    await rm(temporary, { force: true })
    throw error
  }
}

async function pour(source: Source, handle: FileHandle): Promise<Written> {
  const zip = new ZipFile()
  const output = new PassThrough({ highWaterMark: 4 * chunkBytes })
  zip.outputStream.pipe(output)
  const failed = new Promise<never>((_, reject) => zip.on('error', reject))
  failed.catch(() => {})
  const draining = drain(output, handle)
  draining.catch(() => {})
  const stop = new AbortController()
  const adding = addAll(zip, source, stop.signal)
  adding.catch(() => {})
  try {
    const manifest = await Promise.race([adding, failed, draining.then(() => never())])
    return { ...(await Promise.race([draining, failed])), manifest }
  } finally {
    stop.abort()
    output.destroy()
    // The file that was being read is closed when this is through: a handle left to the collector ends the process.
    await Promise.allSettled([adding, draining])
  }
}

const never = (): never => {
  throw new Error('the archive ended early')
}

async function drain(output: Readable, handle: FileHandle): Promise<{ sizeBytes: number; sha256: string }> {
  const hasher = new Bun.CryptoHasher('sha256')
  let sizeBytes = 0
  for await (const chunk of output as AsyncIterable<Buffer>) {
    hasher.update(chunk)
    await handle.writev([chunk])
    sizeBytes += chunk.byteLength
  }
  return { sizeBytes, sha256: hasher.digest('hex') }
}

/** Gives every path an entry name that no other one of the archive can be taken for. */
function namer(): (path: string) => string {
  const taken = new Set<string>([manifestName])
  return (path) => {
    for (let count = 1; ; count++) {
      const name = `${filesPrefix}${path}${count === 1 ? '' : `~${count}`}`
      if (taken.has(foldName(name))) continue
      taken.add(foldName(name))
      return name
    }
  }
}

async function addAll(zip: ZipFile, source: Source, signal: AbortSignal): Promise<Manifest> {
  const { found, skipped, totalBytes } = await walk(source.root)
  const nameOf = namer()
  const items: Item[] = []
  let doneBytes = 0
  for (const each of found) {
    signal.throwIfAborted()
    const name = nameOf(each.path)
    const item =
      each.kind === 'folder'
        ? addFolder(zip, each, name)
        : await addFile(zip, join(source.root, each.path), { each, name, signal })
    if (item) items.push(item)
    else skipped.push(each.path)
    doneBytes += each.sizeBytes
    await source.onProgress?.((doneBytes + items.length) / (totalBytes + found.length))
  }
  const manifest: Manifest = { version: 1, ...source.describe, skipped, items }
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), manifestName)
  zip.end()
  return manifest
}

function addFolder(zip: ZipFile, { path, mode }: Found, name: string): Item {
  zip.addEmptyDirectory(`${name}/`, { mode: folderType | mode })
  return { name, path, kind: 'folder', sizeBytes: 0, sha256: null, mode }
}

/** The file as one entry; `null` when it went away since the tree was walked, or is no file any more. */
async function addFile(
  zip: ZipFile,
  from: string,
  { each, name, signal }: { each: Found; name: string; signal: AbortSignal },
): Promise<Item | null> {
  const handle = await open(from, constants.O_RDONLY | constants.O_NOFOLLOW).catch((error) => {
    if (isMissing(error)) return null
    throw error
  })
  if (!handle) return null
  const hasher = new Bun.CryptoHasher('sha256')
  let sizeBytes = 0
  async function* read(file: FileHandle) {
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, null)
      if (bytesRead === 0) return
      const chunk = buffer.subarray(0, bytesRead)
      hasher.update(chunk)
      sizeBytes += bytesRead
      yield chunk
    }
  }
  try {
    const stream = Readable.from(read(handle), { objectMode: false, signal })
    const ended = new Promise<void>((resolve, reject) => stream.on('end', resolve).on('error', reject))
    zip.addReadStream(stream, name, { mode: fileType | each.mode })
    await ended
  } finally {
    await handle.close()
  }
  return { name, path: each.path, kind: 'file', sizeBytes, sha256: hasher.digest('hex'), mode: each.mode }
}
