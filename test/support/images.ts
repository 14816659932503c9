import { crc32, deflateSync, inflateSync } from 'node:zlib'

const pngSignature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  size.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, sum])
}

/** A PNG that claims this size; `samples` are its rows with their filters, one bit a pixel. */
export function greyPng(width: number, height: number, samples: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(samples)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([pngSignature, ...parts])
}

/** A photo with 90 million bytes of pixels in a hundred kilobytes. */
export const bombPng = (): Buffer => greyPng(30_000, 30_000, Buffer.alloc(30_000 * 3_751))

type Colour = [red: number, green: number, blue: number]

/** A PNG of vertical stripes of equal width. */
export function stripedPng(width: number, height: number, stripes: Colour[]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  header[9] = 2
  const row = Buffer.alloc(1 + 3 * width)
  for (let x = 0; x < width; x++) {
    const colour = stripes[Math.floor((x * stripes.length) / width)] ?? [0, 0, 0]
    row.set(colour, 1 + 3 * x)
  }
  const rows = Buffer.concat(Array.from({ length: height }, () => row))
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([pngSignature, ...parts])
}

const toJpeg = (png: Buffer): Promise<Uint8Array> => new Bun.Image(png).jpeg({ quality: 95 }).bytes()

/** An EXIF block (JEITA CP-3451): the camera's orientation, and a GPS latitude with the words `GPSHERE`. */
function exif(orientation: number): Buffer {
  const tiff = Buffer.alloc(8 + 2 + 12 + 4)
  tiff.write('MM', 0, 'latin1')
  tiff.writeUInt16BE(42, 2)
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(0x0112, 10)
  tiff.writeUInt16BE(3, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  const body = Buffer.concat([
    Buffer.from('Exif\0\0', 'latin1'),
    tiff,
    Buffer.from('GPSHERE 12.9716 N', 'latin1'),
  ])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

/** A JPEG as a phone takes it: with an orientation flag and the location. */
export async function cameraJpeg(png: Buffer, orientation: number): Promise<Buffer> {
  const jpeg = Buffer.from(await toJpeg(png))
  return Buffer.concat([jpeg.subarray(0, 2), exif(orientation), jpeg.subarray(2)])
}

/** Two pictures of one pixel, shown in turn. */
export function animatedGif(): Buffer {
  const frame = '21f90400640000002c0000000001000100000202440100'
  const head = '47494638396101000100800000ff000000ff00'
  const loop = '21ff0b4e45545343415045322e300301000000'
  return Buffer.from(`${head}${loop}${frame}${frame}3b`, 'hex')
}

/** The colours of an image from left to right, cut into `across` parts. */
export async function coloursAcross(image: Uint8Array, across: number): Promise<Colour[]> {
  const small = new Bun.Image(image).resize(across, 1, { filter: 'box' }).png({ compressionLevel: 0 })
  const png = Buffer.from(await small.bytes())
  const at = png.indexOf('IDAT')
  const row = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)))
  return Array.from({ length: across }, (_, x) => {
    const [red = 0, green = 0, blue = 0] = row.subarray(1 + 4 * x)
    return [red, green, blue]
  })
}
