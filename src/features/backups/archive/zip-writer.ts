import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib'
import type { Output, Spool } from './output.ts'
import {
  descriptor,
  directoryRecord,
  type EntryRecord,
  endOfDirectory,
  localHeader,
  most32,
} from './zip-format.ts'

type Facts = Pick<EntryRecord, 'name' | 'mode' | 'modifiedMs'>

/** Sizes from which the deflated size might exceed 32 bits. */
const largeBytes = most32 - 64 * 1_024 * 1_024

/**
 * Writes a zip file sequentially. Memory use does not grow with the number of entries: the directory goes to a spool file.
 * (Zip libraries hold all entries in memory until the end.)
 */
export class ZipWriter {
  #count = 0
  #first: Buffer | null = null

  constructor(
    readonly output: Output,
    readonly directory: Spool,
  ) {}

  async addFolder(facts: Facts): Promise<void> {
    await this.addBytes(facts, Buffer.alloc(0))
  }

  /** Adds a small entry, deflated if that is smaller. */
  async addBytes(facts: Facts, bytes: Buffer): Promise<void> {
    const deflated = bytes.byteLength > 64 ? deflateRawSync(bytes) : bytes
    const isSmaller = deflated.byteLength < bytes.byteLength
    const packed = isSmaller ? deflated : bytes
    const entry: EntryRecord = {
      ...facts,
      method: isSmaller ? 'deflated' : 'stored',
      crc: crc32(bytes),
      packedBytes: packed.byteLength,
      sizeBytes: bytes.byteLength,
      offset: this.output.sizeBytes,
      isStreamed: false,
      isLarge: false,
    }
    await this.output.write(localHeader(entry))
    await this.output.write(packed)
    await this.#list(entry)
  }

  /** Adds an entry of any size up to `mostBytes`. `isFirst` lists it first in the directory. */
  async addStream(
    facts: Facts,
    chunks: AsyncIterable<Buffer>,
    { mostBytes, isFirst = false }: { mostBytes: number; isFirst?: boolean },
  ): Promise<void> {
    const entry: EntryRecord = {
      ...facts,
      method: 'deflated',
      crc: 0,
      packedBytes: 0,
      sizeBytes: 0,
      offset: this.output.sizeBytes,
      isStreamed: true,
      isLarge: mostBytes > largeBytes,
    }
    await this.output.write(localHeader(entry))
    const counted = async function* () {
      for await (const chunk of chunks) {
        entry.crc = crc32(chunk, entry.crc)
        entry.sizeBytes += chunk.byteLength
        yield chunk
      }
    }
    await pipeline(Readable.from(counted(), { objectMode: false }), createDeflateRaw(), async (packed) => {
      for await (const part of packed as AsyncIterable<Buffer>) {
        entry.packedBytes += part.byteLength
        await this.output.write(part)
      }
    })
    await this.output.write(descriptor(entry))
    await this.#list(entry, isFirst)
  }

  /** Writes the directory after the entries; the archive is complete once the output is flushed. */
  async finish(): Promise<void> {
    const offset = this.output.sizeBytes
    if (this.#first) await this.output.write(this.#first)
    for await (const chunk of this.directory.chunks()) await this.output.write(chunk)
    const bytes = this.output.sizeBytes - offset
    await this.output.write(endOfDirectory({ count: this.#count, offset, bytes }))
    await this.output.flush()
  }

  async #list(entry: EntryRecord, isFirst = false): Promise<void> {
    this.#count += 1
    if (isFirst) this.#first = directoryRecord(entry)
    else await this.directory.output.write(directoryRecord(entry))
  }
}
