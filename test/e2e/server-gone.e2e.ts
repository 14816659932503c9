import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { findAxeViolations } from '../support/axe.ts'
import { screenshot, viewports } from '../support/browser.ts'
import { seededCustomer } from '../support/cloud-page.ts'
import { type FragilePortal, startFragilePortal } from '../support/outage.ts'
import { type Order, type Person, ready, visit } from '../support/portal.ts'

let fragile: FragilePortal
beforeAll(async () => {
  fragile = await startFragilePortal()
})
afterAll(() => fragile.stop())

type File = { id: string; name: string }

async function makeProject(person: Person): Promise<string> {
  const { id } = await person.call<{ id: string }>('/api/projects', { name: 'Shop' })
  const create = (name: string, type: string) =>
    person.call<File>('/api/projects/files', { projectId: id, name, type, content: 'stored' })
  const file = await create('notes.md', 'md')
  await create('other.md', 'md')
  return `/projects?project=${id}&file=${file.id}`
}

const banner = (page: Page) => page.getByText('Connection lost, retrying')
const editor = (page: Page) => page.locator('.code-editor .cm-content')

async function type(page: Page, text: string): Promise<void> {
  await page.locator('.code-editor .cm-editor').waitFor()
  await editor(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.insertText(text)
}

/** The screen at both widths and in both schemes. */
async function lookAt(page: Page, name: string): Promise<void> {
  for (const viewport of ['phone', 'desktop'] as const) {
    await page.setViewportSize(viewports[viewport])
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await findAxeViolations(page, { rules: colorScheme === 'dark' ? 'all' : 'colours' })).toEqual([])
      await screenshot(page, `${name}-${viewport}-${colorScheme}`)
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  }
}

test('when the server goes while the editor holds unsaved text, the page stays, says so, and saves on its return', async () => {
  const { portal } = fragile
  const person = await portal.customer()
  const { page, context } = await portal.open(person)
  await visit(page, await makeProject(person))
  await type(page, ' and typed')
  await fragile.takeAway()
  await banner(page).waitFor()
  await page.keyboard.insertText(' without a server')
  await page.keyboard.press('Control+s')
  await page.locator('.toast', { hasText: 'The connection to the server was lost' }).waitFor()
  await lookAt(page, 'gone-editor')
  await page.getByRole('button', { name: 'Delete file…' }).click()
  await page.locator('.toast', { hasText: 'This cannot be opened until it is back.' }).waitFor()
  await page.getByRole('link', { name: 'Download' }).click()
  await page.locator('.toast', { hasText: 'This link cannot be followed until it is back.' }).waitFor()
  await page.locator('.shell-rail').getByRole('link', { name: 'Backups' }).click()
  const toast = page.locator('.toast', { hasText: 'This page cannot be opened until it is back.' })
  await toast.waitFor()
  expect(new URL(page.url()).pathname).toBe('/projects')
  expect(await editor(page).textContent()).toBe('stored and typed without a server')
  await fragile.bringBack()
  await banner(page).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('File saved successfully').waitFor()
  await page.getByRole('button', { name: 'Delete file…' }).click()
  await page.getByRole('dialog', { name: 'Delete notes.md?' }).waitFor()
  await context.close()
})

test('a text that was never saved is offered again after a crash, in another tab', async () => {
  const { portal } = fragile
  const person = await portal.customer()
  const { page, context } = await portal.open(person)
  const path = await makeProject(person)
  await visit(page, path)
  await type(page, ' before the crash')
  // The tab's process is killed within a second of the last key.
  await Bun.sleep(400)
  await page.goto('chrome://crash').catch(() => undefined)
  const other = await context.newPage()
  await visit(other, path)
  await other.getByText('are kept in this browser').waitFor()
  await lookAt(other, 'draft-offer')
  await other.getByRole('button', { name: 'Restore them' }).click()
  await other.getByText('before the crash').first().waitFor()
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await other.getByText('File saved successfully').waitFor()
  await other.reload()
  await other.locator('.code-editor .cm-editor').waitFor()
  expect(await editor(other).textContent()).toBe('stored before the crash')
  expect(await other.getByText('are kept in this browser').count()).toBe(0)
  await context.close()
})

async function activeCustomer(): Promise<{ person: Person; order: Order }> {
  const { portal } = fragile
  const person = await portal.customer()
  const order = await portal.order(person)
  await portal.activate(person, order)
  return { person, order }
}

test('without a server, Delete, Upload and Trash in the file manager show a sentence and leave the page unchanged', async () => {
  const { portal } = fragile
  const { person, order } = await activeCustomer()
  await portal.upload(person, order, 'a.txt')
  const { page, context } = await portal.open(person)
  await visit(page, '/files')
  await fragile.takeAway()
  await page.getByRole('button', { name: 'Delete a.txt' }).click()
  await page.locator('.toast', { hasText: 'Delete Failed' }).waitFor()
  await banner(page).waitFor()
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.locator('.toast', { hasText: 'This cannot be opened until it is back.' }).waitFor()
  await page.getByRole('link', { name: 'Trash' }).click()
  await page.locator('.toast', { hasText: 'This page cannot be opened until it is back.' }).waitFor()
  expect(new URL(page.url()).search).toBe('')
  await page.getByRole('list', { name: 'Files' }).locator('.files-name', { hasText: 'a.txt' }).waitFor()
  await lookAt(page, 'gone-files')
  await fragile.bringBack()
  await banner(page).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.getByRole('dialog', { name: 'Upload files' }).waitFor()
  await context.close()
})

test('after a deploy that removed the scripts, a dialog says so, and a page is reloaded', async () => {
  const { portal } = fragile
  const { page, context } = await portal.open((await activeCustomer()).person)
  await visit(page, '/files')
  let isOld = true
  await page.route(/assets\/(backups-page|upload-dialog)-/, (route) =>
    isOld ? route.fulfill({ status: 404, body: 'Not found' }) : route.continue(),
  )
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isOld = false
  })
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.locator('.toast', { hasText: 'The portal may have been updated.' }).waitFor()
  await page.getByRole('list', { name: 'Files' }).or(page.getByText('No Files Found')).waitFor()
  await page.locator('.shell-rail').getByRole('link', { name: 'Backups' }).click()
  await page.getByRole('heading', { level: 1, name: 'Backups' }).waitFor()
  await ready(page)
  expect(isOld).toBe(false)
  await context.close()
})

test('a drawer that cannot be loaded affects only those who open it, and opens at the next press', async () => {
  const { portal } = fragile
  const { page, context, trace } = await portal.open(await seededCustomer(portal))
  await visit(page, '/cloud-management?tab=compute')
  await fragile.takeAway()
  await banner(page).waitFor()
  expect(trace.requests.some(({ url }) => url.includes('resource-drawer'))).toBe(false)
  const link = page.getByRole('link', { name: 'web-1' })
  await link.click()
  await page.locator('.toast', { hasText: 'This cannot be opened until it is back.' }).waitFor()
  await page.waitForURL('**/cloud-management?tab=compute')
  await fragile.bringBack()
  await banner(page).waitFor({ state: 'detached' })
  await link.click()
  await page.getByRole('dialog', { name: 'web-1' }).waitFor()
  await context.close()
})

const chunkBytes = 1_000_000

/** Chooses files by the dialog's field; the first one is too large to be there at once. */
async function chooseFiles(page: Page, count: number): Promise<void> {
  await page.locator('.drop-zone input:not([webkitdirectory])').setInputFiles(
    Array.from({ length: count }, (_, place) => ({
      name: `page-${place}.txt`,
      mimeType: 'text/plain',
      buffer: Buffer.alloc(place === 0 ? 8 * chunkBytes : 10, 'x'),
    })),
  )
}

test('an upload of a hundred files resumes by itself when the server goes in the middle, and ends at the site', async () => {
  const { portal } = fragile
  const { person } = await activeCustomer()
  const { page, context } = await portal.open(person)
  await visit(page, '/files')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload files' })
  await dialog.waitFor()
  await chooseFiles(page, 100)
  // A slow way to the server, so that the first file is still on it when the server goes.
  const session = await context.newCDPSession(page)
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 2 * chunkBytes }
  await session.send('Network.emulateNetworkConditions', slow)
  await dialog.getByRole('button', { name: 'Start Upload' }).click()
  await dialog.waitFor({ state: 'detached' })
  const tray = page.getByRole('region', { name: 'Uploads' })
  await tray.getByText('Uploading 100 files').waitFor()
  await fragile.takeAway()
  await tray.getByText('Uploads wait for the connection').waitFor()
  await lookAt(page, 'gone-upload')
  await session.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
  await fragile.bringBack()
  await page.locator('.shell-rail').getByRole('link', { name: 'Backups' }).click()
  await page.getByRole('heading', { level: 1, name: 'Backups' }).waitFor()
  await tray.getByText('100 uploaded').waitFor()
  await lookAt(page, 'upload-done')
  const site = tray.getByRole('link', { name: 'Open site' })
  expect(await site.getAttribute('href')).toStartWith('http')
  const files = await person.call<{ fileName: string }[]>('/api/files')
  expect(files.filter(({ fileName }) => fileName.startsWith('page-'))).toHaveLength(100)
  await tray.getByRole('button', { name: 'Close: Uploads' }).click()
  await tray.waitFor({ state: 'detached' })
  await context.close()
})
