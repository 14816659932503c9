import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { makeTestFolder } from '#test/support/folders.ts'
import { coloursAcross } from '#test/support/images.ts'
import { offeredAddress, sendImage } from '#test/support/profile.ts'
import { required } from '#test/support/required.ts'
import { exiftool, imagemagick, whyMissing } from '../../../scripts/testing/tools.ts'

const tools = [imagemagick, exiftool]
const isTested = tools.every((tool) => tool.find() !== null) || required.includes('imagemagick')
if (!isTested) console.log(`images of other programs are not tested: ${whyMissing(tools)}`)

let app: TestApp
let cookie: string
const folder = makeTestFolder()
beforeAll(async () => {
  app = await createTestApp()
  cookie = (await app.addCustomer()).cookie
})
afterAll(() => app.close())

const run = (program: string, ...given: string[]): string => {
  const { exitCode, stdout, stderr } = Bun.spawnSync([program, ...given], { cwd: folder })
  if (exitCode !== 0) throw new Error(`${program} ${given.join(' ')}: ${stderr}`)
  return stdout.toString()
}
const draw = (...given: string[]) => run(imagemagick.find() ?? '', ...given)
const read = (name: string) => Bun.file(join(folder, name)).bytes()

/** The portal's response to an upload, and the photo, as `made.webp`. */
async function upload(name: string) {
  const offered = await offeredAddress(app, cookie)
  const reply = await sendImage(app, offered, await read(name))
  const request = new Request(`http://portal.test${offered.split('?')[0]}`, { headers: { cookie } })
  const shown = await app.portal.fetch(request, () => '192.0.2.1')
  if (shown.status === 200) await Bun.write(join(folder, 'made.webp'), shown)
  return reply
}

describe.if(isTested)('images of other programs', () => {
  test.each(['png', 'gif', 'jpg', 'webp'])(
    'refuses a %s with more pixels than its bytes suggest',
    async (type) => {
      const name = `bomb.${type}`
      draw('-size', '7200x7200', 'xc:white', name)
      expect(Bun.file(join(folder, name)).size).toBeLessThan(250_000)
      const { status, body } = await upload(name)
      expect(status).toBe(422)
      expect(body).toMatchObject({ message: 'This image has too many pixels. Please select a smaller one.' })
    },
  )

  test('removes all camera metadata, and turns the photo upright', async () => {
    draw('-size', '300x200', 'xc:red', '-size', '300x200', 'xc:blue', '-append', 'camera.jpg')
    const place = ['-GPSLatitude=12.9716', '-GPSLatitudeRef=N', '-GPSLongitude=77.5946', '-GPSLongitudeRef=E']
    const notes = ['-Make=Camera', '-XMP:Creator=Asha', '-IPTC:City=Bengaluru', '-Comment=hello']
    run('exiftool', '-q', '-overwrite_original', ...place, ...notes, '-Orientation#=6', 'camera.jpg')
    expect(run('exiftool', '-GPSPosition', 'camera.jpg')).toContain('12 deg')
    expect((await upload('camera.jpg')).status).toBe(200)
    const groups = JSON.parse(run('exiftool', '-json', '-G0', '-all', 'made.webp'))[0]
    const told = Object.keys(groups).map((key) => key.split(':')[0])
    expect([...new Set(told)].sort()).toEqual(['Composite', 'ExifTool', 'File', 'RIFF', 'SourceFile'])
    // Turned to the right, the top is on the right.
    const [left, right] = await coloursAcross(await read('made.webp'), 2)
    expect([(left?.[2] ?? 0) > 200, (right?.[0] ?? 0) > 200]).toEqual([true, true])
  })

  test.each([
    ['anim.gif', []],
    ['anim.webp', []],
    ['lossless.webp', ['-define', 'webp:lossless=true']],
  ])('keeps the first frame of the animation %s', async (name, options) => {
    draw('-delay', '10', '-size', '300x300', 'xc:red', 'xc:blue', ...options, name)
    expect((await upload(name)).status).toBe(200)
    const [colour] = await coloursAcross(await read('made.webp'), 1)
    expect([(colour?.[0] ?? 0) > 200, (colour?.[2] ?? 255) < 40]).toEqual([true, true])
  })

  test.each([
    ['deep.png', ['-depth', '16']],
    ['grey.png', ['-colorspace', 'gray']],
    ['palette.png', ['-colors', '16', '-type', 'Palette']],
    ['interlaced.png', ['-interlace', 'PNG']],
    ['progressive.jpg', ['-interlace', 'JPEG']],
    ['printed.jpg', ['-colorspace', 'CMYK']],
  ])('accepts %s as a photo', async (name, options) => {
    draw('-size', '120x80', 'gradient:red-blue', ...options, name)
    expect((await upload(name)).status).toBe(200)
    expect(await new Bun.Image(await read('made.webp')).metadata()).toMatchObject({ width: 512, height: 512 })
  })

  test.each(['tiff', 'bmp', 'pcx'])('refuses a %s', async (type) => {
    draw('-size', '20x20', 'xc:red', `other.${type}`)
    expect((await upload(`other.${type}`)).status).toBe(415)
  })
})
