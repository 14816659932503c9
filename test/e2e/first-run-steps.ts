import { afterAll, beforeAll, expect } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { TracedPage } from '../support/browser.ts'
import { makeTestFolder } from '../support/folders.ts'
import { startPortal, type TestPortal, visit } from '../support/portal.ts'

export let portal: TestPortal
export let folder: string

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30"/></svg>'

export const site = [
  {
    path: 'index.html',
    content:
      '<!doctype html><link rel="stylesheet" href="css/site.css"><h1>Mine</h1><img src="img/box.svg" alt="box">',
  },
  { path: 'css/site.css', content: 'h1 { color: rgb(1, 2, 3) }' },
  { path: 'img/box.svg', content: picture },
]

export async function openDashboard(domain?: string): Promise<TracedPage> {
  const person = await portal.customer()
  await portal.activate(person, await portal.order(person, domain))
  const opened = await portal.open(person)
  await visit(opened.page, '/dashboard')
  return opened
}

/** Checks that the site has its image and colours. */
export async function expectStyled(shown: Page): Promise<void> {
  await shown.waitForLoadState()
  const heading = shown.getByRole('heading', { name: 'Mine' })
  await heading.waitFor()
  expect(await heading.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(1, 2, 3)')
  expect(await shown.getByAltText('box').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40)
}

export const steps = (page: Page) => page.getByRole('region', { name: 'First steps' })

/** Starts the fixtures of a test file, and stops them after its last test. */
export function prepare(): void {
  beforeAll(async () => {
    portal = await startPortal()
    folder = join(makeTestFolder(), 'my-site')
    for (const { path, content } of site) {
      mkdirSync(join(folder, path, '..'), { recursive: true })
      writeFileSync(join(folder, path), content)
    }
  })
  afterAll(() => portal.stop())
}
