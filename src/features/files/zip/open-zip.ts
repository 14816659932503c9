import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl'
import { codeOf } from '#server/system/disk.ts'
import { DomainError, invalid, notFound } from '#shared/errors.ts'
import type { FileRow } from '../service/rows.ts'
import { assertPlain, publicPath, serviceFolder } from '../storage/folders.ts'

const damaged = () => invalid('id', 'This archive is damaged.')

/** Errors of the zip reader mean damage; refusals and system errors pass unchanged. */
async function asDamaged<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof DomainError || /^E[A-Z]+$/.test(codeOf(error)) ? error : damaged()
  }
}

/** The bytes of an entry. @throws INVALID unless their length and checksum match the directory */
export async function* readEntry(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  const stream = (await asDamaged(zip.openReadStreamPromise(entry))) as Readable
  const pieces = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  let sum = 0
  try {
    for (;;) {
      const { value, done } = await asDamaged(pieces.next())
      if (done) break
      sum = crc32(value, sum)
      yield value
    }
  } finally {
    stream.destroy()
  }
  if (sum !== entry.crc32) throw damaged()
}

/** Runs work on an open zip. @throws INVALID when it is not a zip, or damaged */
export function readZip<T>({ fd }: FileHandle, work: (zip: ZipFile) => Promise<T>): Promise<T> {
  // Names are decoded by us, for errors with their own messages.
  const options = { lazyEntries: true, autoClose: false, decodeStrings: false }
  return asDamaged(fromFdPromise(fd, options).then(work))
}

/**
 * Opens a stored file as a zip during the work; it may be renamed or deleted meanwhile.
 * @throws NOT_FOUND when its bytes are missing, INVALID when they are not a zip
 */
export async function withZip<T>(
  dataDir: string,
  file: FileRow,
  work: (zip: ZipFile) => Promise<T>,
): Promise<T> {
  const root = serviceFolder(dataDir, file.serviceId)
  await assertPlain(root, publicPath(file.path))
  const path = join(root, publicPath(file.filePath))
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => null)
  if (!handle) throw notFound('This file')
  try {
    return await readZip(handle, work)
  } finally {
    await handle.close()
  }
}
