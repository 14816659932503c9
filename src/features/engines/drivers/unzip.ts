import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { codeOf } from '#server/system/disk.ts'
import { EngineRefused } from '#server/system/programs/engine-refused.ts'

/** Chunk size for files that unpack to thousands of times their size; each chunk is read on demand. */
const pieceBytes = 64 * 1_024

const damaged = 'The file is damaged: gzip cannot unpack it.'
const cutOff =
  'The file ends too early: the end of its gzip data is missing. Copy or download it again, and compare its size.'

/**
 * Unpacks gzip in chunks, yielding to other work in between. @throws EngineRefused when it is damaged, and errors of the source
 */
export async function* unzip(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: pieceBytes })
  const source = Readable.from(packed)
  let broken: Error | null = null
  source.on('error', (error) => {
    broken = error
    gunzip.destroy(error)
  })
  try {
    yield* source.pipe(gunzip)
  } catch (error) {
    if (broken) throw broken
    throw new EngineRefused(codeOf(error) === 'Z_BUF_ERROR' ? cutOff : damaged)
  } finally {
    source.destroy()
    gunzip.destroy()
  }
}
