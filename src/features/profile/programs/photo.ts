import { photoSide } from '../contract/photo.ts'
import { exits } from '../drivers/photo-maker.ts'
import { cropToSquare } from './crop.ts'
import { firstFrame } from './first-frame.ts'

// Makes a photo of what comes in, started by `drivers/photo-maker.ts`: an entry of its own, so that a hostile image meets nothing
// else. What is encoded anew has no metadata of a camera, and is turned the right way up.

const maxPixels = 50_000_000
const quality = 82

const endFor = (error: unknown): number =>
  error instanceof Error && 'code' in error && error.code === 'ERR_IMAGE_TOO_MANY_PIXELS'
    ? exits.tooManyPixels
    : exits.unreadable

const square = (image: Uint8Array) =>
  new Bun.Image(image, { maxPixels }).resize(photoSide, photoSide).webp({ quality }).bytes()

/** The size as it is seen: a camera notes how it was held, and only what is decoded says so. */
async function seenSize(image: Uint8Array): Promise<{ width: number; height: number; png: Uint8Array }> {
  const { width, height } = await new Bun.Image(image, { maxPixels }).metadata()
  const longest = Math.ceil((photoSide * Math.max(width, height)) / Math.min(width, height))
  // Within limits that no real photo meets: a strip of one pixel would become a wall.
  const bound = Math.min(longest, 16 * photoSide)
  const png = await new Bun.Image(image, { maxPixels })
    .resize(bound, bound, { fit: 'inside' })
    .png({ compressionLevel: 0 })
    .bytes()
  return { ...(await new Bun.Image(png).metadata()), png }
}

try {
  const image = firstFrame(await Bun.stdin.bytes())
  const { width, height, png } = await seenSize(image)
  await Bun.write(Bun.stdout, await square(width === height ? image : cropToSquare(png)))
} catch (error) {
  process.exit(endFor(error))
}
