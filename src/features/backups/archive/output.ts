import { type FileHandle, open, rm } from 'node:fs/promises'
import { writeAll } from '#server/system/disk.ts'
import { chunkBytes } from './limits.ts'

/** Buffers bytes for a file, writes them in large chunks and hashes them. */
export class Output {
  sizeBytes = 0
  readonly #hasher = new Bun.CryptoHasher('sha256')
  readonly #waiting = Buffer.allocUnsafe(chunkBytes)
  #length = 0

  constructor(readonly handle: FileHandle) {}

  async write(bytes: Uint8Array): Promise<void> {
    this.sizeBytes += bytes.byteLength
    if (this.#length + bytes.byteLength > chunkBytes) await this.flush()
    if (bytes.byteLength > chunkBytes) return this.#put(bytes)
    this.#waiting.set(bytes, this.#length)
    this.#length += bytes.byteLength
  }

  /** Flushes the buffer. */
  async flush(): Promise<void> {
    const length = this.#length
    this.#length = 0
    if (length > 0) await this.#put(this.#waiting.subarray(0, length))
  }

  sha256 = (): string => this.#hasher.digest('hex')

  async #put(bytes: Uint8Array): Promise<void> {
    this.#hasher.update(bytes)
    await writeAll(this.handle, bytes)
  }
}

/** A range of a file in chunks; the whole file by default. */
export async function* readChunks(
  handle: FileHandle,
  { from = 0, to = Number.POSITIVE_INFINITY }: { from?: number; to?: number } = {},
): AsyncGenerator<Buffer> {
  for (let at = from; at < to; ) {
    const most = Math.min(chunkBytes, to - at)
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(most), 0, most, at)
    if (bytesRead === 0) return
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

/** A temporary file beside the archive, for data too large for memory. */
export type Spool = { output: Output; chunks(): AsyncGenerator<Buffer>; discard(): Promise<void> }

export async function openSpool(path: string): Promise<Spool> {
  const handle = await open(path, 'w+', 0o600)
  const output = new Output(handle)
  return {
    output,
    async *chunks() {
      await output.flush()
      yield* readChunks(handle)
    },
    async discard() {
      await handle.close().catch(() => {})
      await rm(path, { force: true })
    },
  }
}
