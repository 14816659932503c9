import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { animatedGif, bombPng, cameraJpeg, coloursAcross, greyPng, stripedPng } from '#test/support/images.ts'
import { offeredAddress, sendImage, uploadPhoto } from '#test/support/profile.ts'

let app: TestApp
let cookie: string
beforeAll(async () => {
  app = await createTestApp()
  cookie = (await app.addCustomer()).cookie
})
afterAll(() => app.close())

const red = [255, 0, 0] as [number, number, number]
const blue = [0, 0, 255] as [number, number, number]
const square = stripedPng(64, 64, [red])
const encode = (type: 'jpeg' | 'webp') => new Bun.Image(square)[type]().bytes()

async function send(image: Uint8Array, type?: string) {
  return sendImage(app, await offeredAddress(app, cookie), image, type)
}

async function make(image: Uint8Array): Promise<Uint8Array> {
  const address = await uploadPhoto(app, cookie, image)
  const init = { headers: { cookie } }
  const shown = await app.portal.fetch(new Request(`http://portal.test${address}`, init), () => '192.0.2.1')
  return shown.bytes()
}

test('accepts PNG, JPEG, WebP and GIF, whatever the content type', async () => {
  const images = [square, await encode('jpeg'), await encode('webp'), animatedGif()]
  for (const image of images) expect((await send(image, 'text/html')).status).toBe(200)
})

test.each([
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['an HTML page', '<!doctype html><img src=x>'],
  ['a PDF', '%PDF-1.7\n'],
  ['nothing', ''],
  ['a BMP', 'BM\x3a\0\0\0\0\0\0\0\x36\0\0\0'],
])('answers 415 for %s, also as image/png', async (_, text) => {
  expect((await send(Buffer.from(text, 'latin1'), 'image/png')).status).toBe(415)
})

test('refuses a PNG of 30,000 × 30,000', async () => {
  const bomb = bombPng()
  expect(bomb.length).toBeLessThan(200_000)
  const reply = await send(bomb)
  expect(reply.status).toBe(422)
  expect((reply.body as { message: string }).message).toBe(
    'This image has too many pixels. Please select a smaller one.',
  )
})

test('refuses images that are cut off or lack pixels', async () => {
  const jpeg = await new Bun.Image(stripedPng(300, 300, [red, blue])).jpeg().bytes()
  const broken = [
    square.subarray(0, square.length - 30),
    jpeg.subarray(0, Math.floor(jpeg.length / 2)),
    (await encode('webp')).subarray(0, 30),
    animatedGif().subarray(0, 12),
    greyPng(4_000, 4_000, Buffer.alloc(10)),
    Buffer.concat([square.subarray(0, 8), Buffer.alloc(100)]),
  ]
  for (const image of broken) expect((await send(image)).status).toBe(422)
})

test('keeps only the pixels of a polyglot file', async () => {
  const page = Buffer.from('<script>alert(document.domain)</script>')
  const polyglots = [
    Buffer.concat([square, page]),
    Buffer.concat([animatedGif(), page, Buffer.from('PK\x05\x06')]),
    Buffer.concat([await cameraJpeg(square, 1), page]),
  ]
  for (const image of polyglots) expect(Buffer.from(await make(image)).includes('script')).toBe(false)
})

test('turns a camera photo upright and removes its location', async () => {
  // Held upside down, so left and right change sides.
  const image = await cameraJpeg(stripedPng(64, 64, [red, blue]), 3)
  expect(image.includes('GPSHERE')).toBe(true)
  const made = Buffer.from(await make(image))
  expect(made.includes('GPSHERE')).toBe(false)
  expect(made.includes('Exif')).toBe(false)
  const [left, right] = await coloursAcross(made, 2)
  expect([(left?.[2] ?? 0) > 200, (right?.[0] ?? 0) > 200]).toEqual([true, true])
})

test('crops an oblong camera photo after turning it', async () => {
  // Held on its side, so its width becomes its height.
  const made = await make(await cameraJpeg(stripedPng(120, 40, [blue, red, blue]), 6))
  const [colour] = await coloursAcross(made, 1)
  expect([(colour?.[0] ?? 0) > 200, (colour?.[2] ?? 255) < 40]).toEqual([true, true])
})

test('keeps the first frame of an animation', async () => {
  expect(await new Bun.Image(await make(animatedGif())).metadata()).toEqual({
    width: 512,
    height: 512,
    format: 'webp',
  })
})

test('accepts or refuses the thinnest strip, without much memory', async () => {
  const reply = await send(stripedPng(20_000, 1, [red]))
  expect([200, 422]).toContain(reply.status)
})
