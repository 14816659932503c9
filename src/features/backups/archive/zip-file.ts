import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { inflateRawSync } from 'node:zlib'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { isMissing } from '#server/system/disk.ts'
import { chunkBytes, smallBytes } from './limits.ts'
import { readChunks } from './output.ts'
import { Damaged, Missing, missingText, Refused } from './refused.ts'

const isDeflated = 8

/** Directory and entries are read alternately. */
const windows = 2

/** Chunks of a file read ahead: consecutive headers and small entries need no reads of their own. */
class ReadAhead {
  /** Most recently used first. */
  #pieces: { from: number; bytes: Buffer }[] = []

  constructor(readonly handle: FileHandle) {}

  /** The bytes, if they were read ahead. */
  peek(position: number, length: number): Buffer | null {
    for (const [at, piece] of this.#pieces.entries()) {
      const start = position - piece.from
      if (start < 0 || start + length > piece.bytes.byteLength) continue
      if (at > 0) this.#pieces = [piece, ...this.#pieces.filter((other) => other !== piece)]
      return piece.bytes.subarray(start, start + length)
    }
    return null
  }

  /** Reads the bytes; fewer at the end of the file. */
  async read(position: number, length: number): Promise<Buffer> {
    const size = Math.max(chunkBytes, length)
    const { buffer, bytesRead } = await this.handle.read(Buffer.allocUnsafe(size), 0, size, position)
    const bytes = buffer.subarray(0, bytesRead)
    this.#pieces = [{ from: position, bytes }, ...this.#pieces].slice(0, windows)
    return bytes.subarray(0, length)
  }
}

class WindowedReader extends RandomAccessReader {
  constructor(readonly ahead: ReadAhead) {
    super()
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    const answer = (bytes: Buffer) => callback(null, bytes.copy(buffer, offset))
    const ready = this.ahead.peek(position, length)
    if (ready) answer(ready)
    else this.ahead.read(position, length).then(answer, callback)
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(readChunks(this.ahead.handle, { from: start, to: end }), { objectMode: false })
  }
}

/** An open zip file: its entries once, in directory order, and random access to their bytes. */
export type OpenZip = {
  count: number
  entries: AsyncIterator<Entry>
  /** The unpacked bytes of an entry, exactly as many as its directory states. @throws Damaged */
  read(entry: Entry): AsyncGenerator<Buffer>
  close(): Promise<void>
}

/** Any error of the zip reader means damage. */
async function asDamaged<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refused) throw error
    if (isMissing(error)) throw new Missing(missingText)
    throw new Damaged('This archive is damaged.')
  }
}

async function readSmall(zip: ZipFile, ahead: ReadAhead, entry: Entry): Promise<Buffer> {
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
  const { compressedSize: length } = entry
  const packed = ahead.peek(fileDataStart, length) ?? (await ahead.read(fileDataStart, length))
  const bytes =
    entry.compressionMethod === isDeflated
      ? inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.uncompressedSize) })
      : Buffer.from(packed)
  if (bytes.byteLength !== entry.uncompressedSize) throw new Damaged('This archive is damaged.')
  return bytes
}

async function* readEntry(zip: ZipFile, ahead: ReadAhead, entry: Entry): AsyncGenerator<Buffer> {
  const isSmall = entry.uncompressedSize <= smallBytes && entry.compressedSize <= 2 * smallBytes
  if (isSmall) return yield await asDamaged(readSmall(zip, ahead, entry))
  const stream = (await asDamaged(zip.openReadStreamPromise(entry))) as Readable
  const pieces = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { value, done } = await asDamaged(pieces.next())
      if (done) return
      yield value
    }
  } finally {
    stream.destroy()
  }
}

/** Opens a zip file, including Zip64; its directory is not held in memory. @throws Damaged when it is missing or invalid */
export async function openZip(path: string): Promise<OpenZip> {
  const handle = await asDamaged(open(path, 'r'))
  try {
    const { size } = await handle.stat()
    const ahead = new ReadAhead(handle)
    const zip = await asDamaged(
      fromRandomAccessReaderPromise(new WindowedReader(ahead), size, {
        lazyEntries: true,
        autoClose: false,
        strictFileNames: true,
        validateEntrySizes: true,
      }),
    )
    const each = zip.eachEntry()
    return {
      count: zip.entryCount,
      entries: { next: () => asDamaged(each.next()) },
      read: (entry) => readEntry(zip, ahead, entry),
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}
