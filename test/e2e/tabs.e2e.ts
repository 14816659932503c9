import { test } from 'bun:test'
import type { Page } from 'playwright-core'
import { openTabs, owner, prepare, setHidden, streams } from './tabs-steps.ts'

prepare()

const setAllHidden = (pages: Page[], isHidden: boolean) =>
  Promise.all(pages.map((page) => setHidden(page, isHidden)))

test('no stream is open while all tabs are hidden, and missed changes are read when one is shown', async () => {
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
