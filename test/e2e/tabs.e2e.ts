import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { BrowserContext, Page } from 'playwright-core'
import { type CountingProxy, startCountingProxy } from '../support/counting-proxy.ts'
import { allow, type Person, startPortal, type TestPortal, until, visit } from '../support/portal.ts'

let portal: TestPortal
let proxy: CountingProxy
beforeAll(async () => {
  portal = await startPortal()
  proxy = startCountingProxy(portal.url)
})
afterAll(async () => {
  await proxy.stop()
  await portal.stop()
})

const tabs = 10
const readingAt = /files\.browse/

/** A window of somebody whose tabs all show their files. */
async function openTabs(person: Person, count: number, init?: () => void) {
  const opened = await portal.open(null, { baseUrl: proxy.url })
  const { context } = opened
  await opened.page.close()
  await allow(context, proxy.url, person)
  if (init) await context.addInitScript(init)
  const pages: Page[] = []
  while (pages.length < count) {
    const page = await context.newPage()
    await visit(page, '/files')
    pages.push(page)
  }
  return { context, pages }
}

async function owner(): Promise<{ person: Person; put: (name: string) => Promise<void> }> {
  const person = await portal.customer()
  const { serviceId } = await portal.order(person)
  const orders = await person.call<{ id: string }[]>('/api/user/orders')
  await portal.activate(person, { id: orders[0]?.id ?? '', serviceId })
  const put = async (name: string) => {
    await person.call('/api/files/folders', { serviceId, path: name })
  }
  return { person, put }
}

/** Every tab hears of a change by itself, and can be used: a request of its own is answered. */
async function expectUsable(pages: Page[], name: string): Promise<void> {
  for (const page of pages) {
    await page.getByRole('list', { name: 'Files' }).locator('.files-name', { hasText: name }).waitFor()
    await page.getByRole('searchbox', { name: 'Search files' }).fill(name)
    await page.waitForResponse(readingAt)
  }
}

const streams = (count: number) => until(async () => proxy.openStreams() === count)

/** What a page is told when its tab is hidden or shown; headless tabs are all visible. */
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { get: () => hidden, configurable: true })
    Object.defineProperty(document, 'visibilityState', {
      get: () => (hidden ? 'hidden' : 'visible'),
      configurable: true,
    })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, isHidden)

const setAllHidden = (pages: Page[], isHidden: boolean) =>
  Promise.all(pages.map((page) => setHidden(page, isHidden)))

test('ten tabs share one stream and stay usable, and none is left without it when tabs are closed or killed', async () => {
  const { person, put } = await owner()
  const { context, pages } = await openTabs(person, tabs)
  await streams(1)
  await put('first')
  await expectUsable(pages, 'first')
  expect(proxy.openStreams()).toBe(1)

  // Chromium holds the stream in the process of the tab that was there first.
  const [first, second] = pages.splice(0, 2)
  await first?.goto('chrome://crash').catch(() => undefined)
  await second?.close()
  await put('second')
  const [last] = pages.slice(-1)
  if (!last) throw new Error('no tab is left')
  await last.getByRole('searchbox', { name: 'Search files' }).fill('')
  await last.getByRole('list', { name: 'Files' }).locator('.files-name', { hasText: 'second' }).waitFor()
  await streams(1)
  await context.close()
  await streams(0)
})

test('no stream is open while all tabs are hidden, and what was missed is read when one is shown', async () => {
  const { person, put } = await owner()
  const { context, pages } = await openTabs(person, 2)
  await streams(1)
  await setAllHidden(pages, true)
  await streams(0)
  await put('meanwhile')
  const [page] = pages
  if (!page) throw new Error('no tab')
  await setHidden(page, false)
  await page.getByRole('list', { name: 'Files' }).locator('.files-name', { hasText: 'meanwhile' }).waitFor()
  await streams(1)
  await context.close()
  await streams(0)
})

async function expectOwnStream(context: BrowserContext, page: Page, put: (name: string) => Promise<void>) {
  await streams(1)
  await put('told')
  await page.getByRole('list', { name: 'Files' }).locator('.files-name', { hasText: 'told' }).waitFor()
  await setHidden(page, true)
  await streams(0)
  await put('later')
  await setHidden(page, false)
  await page.getByRole('list', { name: 'Files' }).locator('.files-name', { hasText: 'later' }).waitFor()
  await context.close()
  await streams(0)
}

test('a browser without shared workers has a stream in the visible tab', async () => {
  const { person, put } = await owner()
  const { context, pages } = await openTabs(person, 1, () => Reflect.deleteProperty(window, 'SharedWorker'))
  const [page] = pages
  if (!page) throw new Error('no tab')
  await expectOwnStream(context, page, put)
})
