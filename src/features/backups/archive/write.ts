import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createYield } from '#features/files/storage/yield.ts'
import { isMissing, renameDurably } from '#server/disk.ts'
import { filesPrefix, linesName, manifestName, smallBytes } from './limits.ts'
import { type About, foldName, type Item, writeHeader, writeLine, writeSkipped } from './manifest.ts'
import { NameSet } from './name-set.ts'
import { Output, openSpool, readChunks, type Spool } from './output.ts'
import { type Found, walk } from './walk.ts'
import { ZipWriter } from './zip-writer.ts'

const folderType = 0o040000
const fileType = 0o100000

/** The contents of an archive. */
export type Sums = { items: number; totalBytes: number }

export type Source = {
  /** The folder whose contents go in; a missing one is an empty one. */
  root: string
  describe: About
  /** Told what is written so far. May throw to stop. */
  onProgress?: (done: Sums) => Promise<void>
}

export type Written = Sums & { sizeBytes: number; sha256: string }

/**
 * The archive of the source is at `path`, on the disk and whole, or not at all. It streams: memory grows neither with the
 * files nor with their number. What `temporary` names is begun anew. `confirm` is asked before the archive takes its place;
 * it may throw to stop there.
 */
export async function writeArchive(
  source: Source,
  { path, temporary, confirm }: { path: string; temporary: string; confirm?: () => Promise<void> },
): Promise<Written> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const opened: { close(): Promise<void> }[] = []
  try {
    const handle = await open(temporary, 'w', 0o600)
    opened.push({ close: () => handle.close().catch(() => {}) })
    const list = await openSpool(`${temporary}.list.tmp`)
    opened.push({ close: list.discard })
    const directory = await openSpool(`${temporary}.directory.tmp`)
    opened.push({ close: directory.discard })
    const output = new Output(handle)
    const sums = await pour(source, new ZipWriter(output, directory), list)
    await handle.sync()
    await handle.close()
    await confirm?.()
    await renameDurably(temporary, path)
    return { ...sums, sizeBytes: output.sizeBytes, sha256: output.sha256() }
  } finally {
    for (const each of opened) await each.close()
    await rm(temporary, { force: true })
  }
}

/** Gives every path an entry name that no other one of the archive can be taken for. */
function createNamer(): (path: string) => string {
  const taken = new NameSet()
  for (const name of [manifestName, linesName]) taken.add(name)
  return (path) => {
    for (let count = 1; ; count++) {
      const name = `${filesPrefix}${path}${count === 1 ? '' : `~${count}`}`
      if (taken.add(foldName(name))) return name
    }
  }
}

async function pour(source: Source, zip: ZipWriter, list: Spool): Promise<Sums> {
  const nameOf = createNamer()
  const pause = createYield()
  const sums: Sums = { items: 0, totalBytes: 0 }
  for await (const found of walk(source.root)) {
    const item = await add(zip, source.root, found, nameOf)
    await list.output.write(Buffer.from(item ? writeLine(item) : writeSkipped(found.path)))
    if (item) {
      sums.items += 1
      sums.totalBytes += item.sizeBytes
    }
    await source.onProgress?.(sums)
    await pause()
  }
  const header = Buffer.from(writeHeader(source.describe, sums))
  const lines = async function* () {
    yield header
    yield* list.chunks()
  }
  const facts = {
    name: linesName,
    mode: fileType | 0o644,
    modifiedMs: Date.parse(source.describe.createdAt) || 0,
  }
  const mostBytes = header.byteLength + list.output.sizeBytes
  await zip.addStream(facts, lines(), { mostBytes, isFirst: true })
  await zip.finish()
  return sums
}

/** One entry; `null` for what cannot go in, went away since it was found, or is no file any more. */
async function add(
  zip: ZipWriter,
  root: string,
  found: Found,
  nameOf: (path: string) => string,
): Promise<Item | null> {
  const { path, kind, mode, modifiedMs } = found
  if (kind === 'odd') return null
  if (kind === 'folder') {
    const name = nameOf(path)
    await zip.addFolder({ name: `${name}/`, mode: folderType | mode, modifiedMs })
    return { name, path, kind, sizeBytes: 0, sha256: null, mode, modifiedMs }
  }
  const handle = await open(join(root, path), constants.O_RDONLY | constants.O_NOFOLLOW).catch((error) => {
    if (isMissing(error)) return null
    throw error
  })
  if (!handle) return null
  try {
    const name = nameOf(path)
    const facts = { name, mode: fileType | mode, modifiedMs }
    const packed = await addFile(zip, handle, { facts, sizeBytes: found.sizeBytes })
    return { name, path, kind, mode, modifiedMs, ...packed }
  } finally {
    await handle.close()
  }
}

type File = { facts: Parameters<ZipWriter['addBytes']>[0]; sizeBytes: number }

/** The bytes of a file, as many as it had when it was found; one that grows meanwhile does so without an end. */
async function addFile(zip: ZipWriter, handle: FileHandle, { facts, sizeBytes }: File) {
  const hasher = new Bun.CryptoHasher('sha256')
  if (sizeBytes <= smallBytes) {
    const parts: Buffer[] = []
    for await (const chunk of readChunks(handle, { to: sizeBytes })) parts.push(chunk)
    const bytes = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
    await zip.addBytes(facts, bytes)
    return { sizeBytes: bytes.byteLength, sha256: hasher.update(bytes).digest('hex') }
  }
  let readBytes = 0
  const hashed = async function* () {
    for await (const chunk of readChunks(handle, { to: sizeBytes })) {
      hasher.update(chunk)
      readBytes += chunk.byteLength
      yield chunk
    }
  }
  await zip.addStream(facts, hashed(), { mostBytes: sizeBytes })
  return { sizeBytes: readBytes, sha256: hasher.digest('hex') }
}
