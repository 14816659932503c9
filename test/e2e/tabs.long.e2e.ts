import { expect, test } from 'bun:test'
import type { BrowserContext, Page } from 'playwright-core'
import { openTabs, owner, prepare, proxy, setHidden, streams, tabs } from './tabs-steps.ts'

prepare()

const readingAt = /files\.browse/

/** Every tab receives a change automatically, and is usable: its own request is answered. */
async function expectUsable(pages: Page[], name: string): Promise<void> {
  for (const page of pages) {
    await page.getByRole('list', { name: 'Files' }).locator('.files-name', { hasText: name }).waitFor()
    await page.getByRole('searchbox', { name: 'Search files' }).fill(name)
    await page.waitForResponse(readingAt)
  }
}

test('ten tabs share one stream and stay usable, and none loses it when tabs are closed or killed', async () => {
  const { person, put } = await owner()
  const { context, pages } = await openTabs(person, tabs)
  await streams(1)
  await put('first')
  await expectUsable(pages, 'first')
  expect(proxy.openStreams()).toBe(1)

  // Chromium runs the stream in the process of the oldest tab.
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
