// WebP container (RFC 9649): chunks of a name, a size and data that is padded to an even length.

type Chunk = { name: string; data: Buffer }

const riffHead = 12
const chunkHead = 8
/** Position of a frame on its canvas, and its duration. */
const frameHead = 16
const animationFlag = 0b10
const alphaFlag = 0b10000

function* chunksOf(bytes: Buffer): Generator<Chunk> {
  for (let at = 0; at + chunkHead <= bytes.length; ) {
    const size = bytes.readUInt32LE(at + 4)
    const from = at + chunkHead
    yield { name: bytes.toString('latin1', at, at + 4), data: bytes.subarray(from, from + size) }
    at = from + size + (size % 2)
  }
}

function chunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(chunkHead)
  head.write(name, 0, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

/** The extended header of a still WebP with alpha; its size is encoded as in the frame. */
function extended(frame: Buffer): Buffer {
  const data = Buffer.alloc(10)
  data[0] = alphaFlag
  frame.copy(data, 4, 6, 12)
  return chunk('VP8X', data)
}

/** The first frame of an animated WebP as a still image; any other image unchanged. */
export function firstFrame(image: Uint8Array): Uint8Array {
  const bytes = Buffer.from(image.buffer, image.byteOffset, image.byteLength)
  if (bytes.toString('latin1', 0, 4) !== 'RIFF') return image
  const [head, ...chunks] = chunksOf(bytes.subarray(riffHead))
  if (head?.name !== 'VP8X' || !((head.data[0] ?? 0) & animationFlag)) return image
  const frame = chunks.find(({ name, data }) => name === 'ANMF' && data.length > frameHead)?.data
  if (!frame) return image
  const parts = [...chunksOf(frame.subarray(frameHead))]
  const kept = parts.filter(({ name }) => ['ALPH', 'VP8 ', 'VP8L'].includes(name))
  const still = kept.map(({ name, data }) => chunk(name, data))
  const hasAlpha = kept.some(({ name }) => name === 'ALPH')
  const body = Buffer.concat([Buffer.from('WEBP'), ...(hasAlpha ? [extended(frame)] : []), ...still])
  return chunk('RIFF', body)
}
