import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { addCookies } from './cookies.ts'

const looks: [string, BrowserContextOptions][] = [
  ['light phone', { viewport: { width: 390, height: 844 }, isMobile: true, colorScheme: 'light' }],
  ['dark desktop', { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' }],
]

// An edge may be smoothed differently when its layer is redrawn; a missing rule moves far more.
const smoothed = 16

/** The number of differing pixels; all of them when the sizes differ. Runs in a page. */
async function countDifferent(pictures: string[]): Promise<number> {
  const [one, other] = await Promise.all(
    pictures.map(async (source) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const { width, height } = image
      const canvas = new OffscreenCanvas(width, height).getContext('2d')
      canvas?.drawImage(image, 0, 0)
      return {
        width,
        height,
        data: new Uint32Array(canvas?.getImageData(0, 0, width, height).data.buffer ?? []),
      }
    }),
  )
  if (!one || !other || one.width !== other.width || one.height !== other.height)
    return Number.POSITIVE_INFINITY
  return one.data.reduce((sum, pixel, i) => sum + (pixel === other.data[i] ? 0 : 1), 0)
}

async function isSame(browser: Browser, pictures: readonly Buffer[]): Promise<boolean> {
  const [one, other] = pictures
  if (one && other?.equals(one)) return true
  const page = await browser.newPage()
  try {
    const sources = pictures.map((picture) => `data:image/png;base64,${picture.toString('base64')}`)
    return (await page.evaluate(countDifferent, sources)) <= smoothed
  } finally {
    await page.close()
  }
}

async function picturesOf(browser: Browser, url: string, cookie: string, look: BrowserContextOptions) {
  const context = await browser.newContext({ ...look, reducedMotion: 'reduce' })
  try {
    await addCookies(context, cookie, url)
    const page = await context.newPage()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.route('**/assets/app-*.css', (route) => released.then(() => route.continue()))
    const sheet = page.waitForResponse('**/assets/app-*.css')
    await page.goto(url)
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    const shoot = () => page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' })
    const before = await shoot()
    release()
    await sheet.then((response) => response.finished())
    await page.waitForFunction(() =>
      [...document.styleSheets].some(({ href }) => href?.includes('/assets/app-')),
    )
    return { before, after: await shoot() }
  } finally {
    await context.close()
  }
}

/**
 * Whether pages look the same with their inlined rules as with the whole style sheet: a difference would be a flash when it
 * arrives. Returns a sentence for each page that changes, with the folder of its two screenshots.
 */
export async function findFlashes(
  browser: Browser,
  pages: readonly { name: string; url: string; cookie: string }[],
): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-flashes-'))
  const flashes: string[] = []
  for (const { name, url, cookie } of pages)
    for (const [look, options] of looks) {
      const { before, after } = await picturesOf(browser, url, cookie, options)
      if (await isSame(browser, [before, after])) continue
      const stem = join(folder, `${name} ${look}`.replaceAll(' ', '-'))
      await Bun.write(`${stem}-inline.png`, before)
      await Bun.write(`${stem}-whole.png`, after)
      flashes.push(`${name}, ${look}: ${stem}-{inline,whole}.png`)
    }
  return flashes
}
