import { photoSide } from '../contract/photo.ts'
import { exits } from '../drivers/photo-maker.ts'
import { cropToSquare } from './crop.ts'
import { firstFrame } from './first-frame.ts'

// Makes a photo from stdin, started by `drivers/photo-maker.ts` as a separate entry, so that a hostile image reaches no other
// code. Encoding anew drops camera metadata and turns the photo upright.

const maxPixels = 50_000_000
const quality = 82

const endFor = (error: unknown): number =>
  error instanceof Error && 'code' in error && error.code === 'ERR_IMAGE_TOO_MANY_PIXELS'
    ? exits.tooManyPixels
    : exits.unreadable

const square = (image: Uint8Array) =>
  new Bun.Image(image, { maxPixels }).resize(photoSide, photoSide).webp({ quality }).bytes()

/** The size after rotation: only decoding applies the camera's orientation. */
async function uprightSize(image: Uint8Array): Promise<{ width: number; height: number; png: Uint8Array }> {
  const { width, height } = await new Bun.Image(image, { maxPixels }).metadata()
  const longest = Math.ceil((photoSide * Math.max(width, height)) / Math.min(width, height))
  // Limits that no real photo reaches: scaling would make a one-pixel strip enormous.
  const bound = Math.min(longest, 16 * photoSide)
  const png = await new Bun.Image(image, { maxPixels })
    .resize(bound, bound, { fit: 'inside' })
    .png({ compressionLevel: 0 })
    .bytes()
  return { ...(await new Bun.Image(png).metadata()), png }
}

try {
  const image = firstFrame(await Bun.stdin.bytes())
  const { width, height, png } = await uprightSize(image)
  await Bun.write(Bun.stdout, await square(width === height ? image : cropToSquare(png)))
} catch (error) {
  process.exit(endFor(error))
}
