import { DomainError, invalid } from '#shared/errors.ts'

const startsWith =
  (...bytes: number[]) =>
  (image: Uint8Array): boolean =>
    bytes.every((byte, at) => image[at] === byte)

const words = (image: Uint8Array, from: number, to: number): string =>
  Buffer.from(image.subarray(from, to)).toString('latin1')

const isPng = startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const isJpeg = startsWith(0xff, 0xd8, 0xff)
const isGif = (image: Uint8Array) => ['GIF87a', 'GIF89a'].includes(words(image, 0, 6))
const isWebp = (image: Uint8Array) => words(image, 0, 4) === 'RIFF' && words(image, 8, 12) === 'WEBP'

/** A JPEG ends after its last scan (ITU T.81, B.2.1); the decoder would draw the rest of a truncated one grey. */
function isWhole(image: Uint8Array): boolean {
  const bytes = Buffer.from(image.buffer, image.byteOffset, image.byteLength)
  const lastScan = bytes.lastIndexOf(Buffer.from([0xff, 0xda]))
  return lastScan > 0 && bytes.indexOf(Buffer.from([0xff, 0xd9]), lastScan) > 0
}

/**
 * Checks the image's signature, whatever content type was sent.
 * @throws UNSUPPORTED_MEDIA_TYPE for anything but PNG, JPEG, WebP and GIF, INVALID for a truncated JPEG
 */
export function assertPhotoType(image: Uint8Array): void {
  if (![isPng, isJpeg, isGif, isWebp].some((is) => is(image)))
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 'Please select a PNG, JPEG, WebP or GIF image.')
  if (isJpeg(image) && !isWhole(image)) throw invalid('photo', 'This image is damaged and cannot be read.')
}
