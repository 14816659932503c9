import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { seededCustomer } from '../support/cloud-page.ts'
import { visit } from '../support/portal.ts'
import {
  activeCustomer,
  banner,
  checkScreen,
  editor,
  fragile,
  makeProject,
  prepare,
  type,
} from './server-gone-steps.ts'

prepare()

test('a text that was never saved is offered again after a crash, in another tab', async () => {
  const { portal } = fragile
  const person = await portal.customer()
  const { page, context } = await portal.open(person)
  const path = await makeProject(person)
  await visit(page, path)
  await type(page, ' before the crash')
  // Kills the tab’s process within a second of the last key.
  await Bun.sleep(400)
  await page.goto('chrome://crash').catch(() => undefined)
  const other = await context.newPage()
  await visit(other, path)
  await other.getByText('stored in this browser').waitFor()
  await checkScreen(other, 'draft-offer')
  await other.getByRole('button', { name: 'Restore' }).click()
  await other.getByText('before the crash').first().waitFor()
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await other.getByText('File saved successfully').waitFor()
  await other.reload()
  await other.locator('.code-editor .cm-editor').waitFor()
  expect(await editor(other).textContent()).toBe('stored before the crash')
  expect(await other.getByText('stored in this browser').count()).toBe(0)
  await context.close()
})

test('without a server, Delete, Upload and Trash in the file manager show a message and leave the page unchanged', async () => {
  const { portal } = fragile
  const { person, order } = await activeCustomer()
  await portal.upload(person, order, 'a.txt')
  const { page, context } = await portal.open(person)
  await visit(page, '/files')
  // Chromium never retries a chunk that failed to load: the page’s chunks load before the server stops.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/list-')),
  )
  await fragile.kill()
  await page.getByRole('button', { name: 'Actions for a.txt' }).click()
  await page.getByRole('button', { name: 'Delete a.txt' }).click()
  await page.locator('.toast', { hasText: 'Delete Failed' }).waitFor()
  await banner(page).waitFor()
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.locator('.toast', { hasText: 'This cannot be opened until the connection is back.' }).waitFor()
  await page.getByRole('link', { name: 'Trash' }).click()
  await page
    .locator('.toast', { hasText: 'This page cannot be opened until the connection is back.' })
    .waitFor()
  expect(new URL(page.url()).search).toBe('')
  await page.getByRole('list', { name: 'Files' }).locator('.files-name', { hasText: 'a.txt' }).waitFor()
  await checkScreen(page, 'gone-files')
  await fragile.bringBack()
  await banner(page).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.getByRole('dialog', { name: 'Upload files' }).waitFor()
  await context.close()
})

test('a drawer that cannot be loaded affects only users who open it, and opens on the next click', async () => {
  const { portal } = fragile
  const { page, context, trace } = await portal.open(await seededCustomer(portal))
  await visit(page, '/cloud-management?tab=compute')
  await fragile.kill()
  await banner(page).waitFor()
  expect(trace.requests.some(({ url }) => url.includes('resource-drawer'))).toBe(false)
  const link = page.getByRole('link', { name: 'web-1' })
  await link.click()
  await page.locator('.toast', { hasText: 'This cannot be opened until the connection is back.' }).waitFor()
  await page.waitForURL('**/cloud-management?tab=compute')
  await fragile.bringBack()
  await banner(page).waitFor({ state: 'detached' })
  await link.click()
  await page.getByRole('dialog', { name: 'web-1' }).waitFor()
  await context.close()
})

const chunkBytes = 1_000_000

/** Chooses files with the dialog’s field; the first one is too large to upload in one request. */
async function chooseFiles(page: Page, count: number): Promise<void> {
  await page
    .getByRole('dialog')
    .locator('.drop-zone input:not([webkitdirectory])')
    .setInputFiles(
      Array.from({ length: count }, (_, place) => ({
        name: `page-${place}.txt`,
        mimeType: 'text/plain',
        buffer: Buffer.alloc(place === 0 ? 8 * chunkBytes : 10, 'x'),
      })),
    )
}

test('an upload of a hundred files resumes automatically when the server stops in the middle, and completes', async () => {
  const { portal } = fragile
  const { person } = await activeCustomer()
  const { page, context } = await portal.open(person)
  await visit(page, '/files')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload files' })
  await dialog.waitFor()
  await chooseFiles(page, 100)
  // A slow connection, so that the first file is still uploading when the server stops.
  const session = await context.newCDPSession(page)
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 2 * chunkBytes }
  await session.send('Network.emulateNetworkConditions', slow)
  await dialog.getByRole('button', { name: 'Start Upload' }).click()
  await dialog.waitFor({ state: 'detached' })
  const tray = page.getByRole('region', { name: 'Uploads' })
  await tray.getByText('Uploading 100 files').waitFor()
  await fragile.kill()
  await tray.getByText('Waiting for the connection').first().waitFor()
  await checkScreen(page, 'gone-upload')
  await session.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
  await fragile.bringBack()
  await page.locator('.shell-rail').getByRole('link', { name: 'Backups' }).click()
  await page.getByRole('heading', { level: 1, name: 'Backups' }).waitFor()
  await tray.getByText('100 uploaded').waitFor()
  await checkScreen(page, 'upload-done')
  const site = tray.getByRole('link', { name: 'Open site' })
  expect(await site.getAttribute('href')).toStartWith('http')
  const files = await person.call<{ fileName: string }[]>('/api/files')
  expect(files.filter(({ fileName }) => fileName.startsWith('page-'))).toHaveLength(100)
  await tray.getByRole('button', { name: 'Close: Uploads' }).click()
  await tray.waitFor({ state: 'detached' })
  await context.close()
})
