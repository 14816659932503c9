import { crc32, deflateSync, inflateSync } from 'node:zlib'

// PNG, "8 Chunk layout" and "9.2 Filter types for filter method 0" (W3C, third edition): 8 bits a sample, RGBA, as Bun.Image writes it.
const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
const pixelBytes = 4

type Chunk = { name: string; data: Buffer }

function* chunksOf(png: Buffer): Generator<Chunk> {
  for (let at = signature.length; at < png.length; ) {
    const size = png.readUInt32BE(at)
    yield { name: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + size) }
    at += 12 + size
  }
}

function chunk({ name, data }: Chunk): Buffer {
  const bytes = Buffer.alloc(12 + data.length)
  bytes.writeUInt32BE(data.length, 0)
  bytes.write(name, 4, 'latin1')
  data.copy(bytes, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length)
  return bytes
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}

const predictors: ((left: number, up: number, corner: number) => number)[] = [
  () => 0,
  (left) => left,
  (_, up) => up,
  (left, up) => (left + up) >> 1,
  paeth,
]

/** The unfiltered samples of all rows. */
function samplesOf(filtered: Buffer, width: number, height: number): Buffer {
  const stride = width * pixelBytes
  const samples = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y += 1) {
    const from = y * (stride + 1)
    const predict = predictors[filtered[from] ?? 0]
    if (!predict) throw new Error('an unknown filter')
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x
      const left = x < pixelBytes ? 0 : (samples[at - pixelBytes] ?? 0)
      const up = y === 0 ? 0 : (samples[at - stride] ?? 0)
      const corner = x < pixelBytes || y === 0 ? 0 : (samples[at - stride - pixelBytes] ?? 0)
      samples[at] = (filtered[from + 1 + x] ?? 0) + predict(left, up, corner)
    }
  }
  return samples
}

/** Crops the central square of a PNG that Bun.Image wrote, keeping its colour profile. */
export function cropToSquare(given: Uint8Array): Buffer {
  const chunks = [...chunksOf(Buffer.from(given))]
  const header = chunks.find(({ name }) => name === 'IHDR')?.data
  if (header?.[8] !== 8 || header[9] !== 6) throw new Error('not the expected PNG')
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const data = chunks.filter(({ name }) => name === 'IDAT').map((each) => each.data)
  const samples = samplesOf(inflateSync(Buffer.concat(data)), width, height)
  const side = Math.min(width, height)
  const [left, top] = [(width - side) >> 1, (height - side) >> 1]
  const rows = Buffer.alloc((side * pixelBytes + 1) * side)
  for (let y = 0; y < side; y += 1) {
    const from = ((top + y) * width + left) * pixelBytes
    samples.copy(rows, y * (side * pixelBytes + 1) + 1, from, from + side * pixelBytes)
  }
  const cropped = Buffer.from(header)
  cropped.writeUInt32BE(side, 0)
  cropped.writeUInt32BE(side, 4)
  const profile = chunks.filter(({ name }) => name === 'iCCP')
  return Buffer.concat([
    signature,
    chunk({ name: 'IHDR', data: cropped }),
    ...profile.map(chunk),
    chunk({ name: 'IDAT', data: deflateSync(rows, { level: 1 }) }),
    chunk({ name: 'IEND', data: Buffer.alloc(0) }),
  ])
}
