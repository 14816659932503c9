import type { DatabaseType } from '../contract/kinds.ts'
import { headBytes, refuseForeign } from './recognise.ts'
import { unzip } from './unzip.ts'

type Chunks = AsyncGenerator<Uint8Array>

/** A stream whose first bytes are known. */
export type KnownFile = { head: Buffer; all: Chunks }

const gzipMagic = Buffer.from([0x1f, 0x8b])
/** A byte order mark, which Windows editors write. */
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

const startsWith = (bytes: Buffer, beginning: Buffer) => bytes.subarray(0, beginning.length).equals(beginning)

async function* chunksOf(content: ReadableStream<Uint8Array>): Chunks {
  for await (const chunk of content) if (chunk.length > 0) yield chunk
}

async function peek(chunks: Chunks): Promise<KnownFile> {
  let head = Buffer.alloc(0)
  while (head.length < headBytes) {
    const { done, value } = await chunks.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  const all = async function* () {
    try {
      if (head.length > 0) yield head
      yield* chunks
    } finally {
      await chunks.return(undefined)
    }
  }
  return { head, all: all() }
}

async function* without(count: number, chunks: Chunks): Chunks {
  let left = count
  for await (const chunk of chunks) {
    if (chunk.length > left) yield chunk.subarray(left)
    left = Math.max(0, left - chunk.length)
  }
}

/**
 * A file to load: unpacked if it is gzip, without a UTF-8 byte order mark.
 * @throws EngineRefused when it is not a dump for this engine type
 */
export async function readFile(content: ReadableStream<Uint8Array>, type: DatabaseType): Promise<KnownFile> {
  let file = await peek(chunksOf(content))
  if (startsWith(file.head, gzipMagic)) file = await peek(unzip(file.all))
  if (startsWith(file.head, byteOrderMark)) {
    const { length } = byteOrderMark
    file = { head: file.head.subarray(length), all: without(length, file.all) }
  }
  refuseForeign(file.head, type)
  return file
}
