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

/** What the reader of the format throws is damage; a refusal or the system's own fault stays what it is. */
async function asDamaged<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof DomainError || /^E[A-Z]+$/.test(codeOf(error)) ? error : damaged()
  }
}

/** The bytes of an entry. @throws INVALID unless they are as many, and have the sum, that the directory says */
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

/** Does work on a zip that is open. @throws INVALID when it is none, or damaged */
export function readZip<T>({ fd }: FileHandle, work: (zip: ZipFile) => Promise<T>): Promise<T> {
  // Names are decoded by us: what is odd about one is told in a sentence of its own.
  const options = { lazyEntries: true, autoClose: false, decodeStrings: false }
  return asDamaged(fromFdPromise(fd, options).then(work))
}

/**
 * Opens a stored file as a zip for the time of the work; it may be renamed or deleted meanwhile.
 * @throws NOT_FOUND when its bytes are not there, INVALID when they are no zip
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
