import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expectQuiet, widthsOf } from '../support/browser.ts'
import { doToFile } from '../support/file-verbs.ts'
import { startPortal, type TestPortal, visit } from '../support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())

/** Drops a file on the selected element, as the desktop does. */
async function drop(page: Page, selector: string, name: string, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([name, text]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text ?? ''], name ?? '', { type: 'text/plain' }))
      return transfer
    },
    [name, text],
  )
  await page.dispatchEvent(selector, 'drop', { dataTransfer })
}

async function uploadByDrop(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Upload Your First File' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload files' })
  await dialog.waitFor()
  await drop(page, '[role="dialog"] .drop-zone', 'notes.txt', 'first words')
  await dialog.getByText('notes.txt').waitFor()
  await expectNoAxeViolations(page)
  // Escape asks first, so that a key does not discard a chosen file.
  await page.keyboard.press('Escape')
  await dialog.getByText('The chosen file has not been uploaded yet.').waitFor()
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Keep choosing' }).click()
  await dialog.getByRole('button', { name: 'Start Upload' }).click()
  await dialog.waitFor({ state: 'detached' })
  const tray = page.getByRole('region', { name: 'Uploads' })
  await tray.getByText('1 uploaded').waitFor()
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await drop(page, '[role="dialog"] .drop-zone', 'notes.txt', 'second words')
  await dialog.getByRole('button', { name: 'Start Upload' }).click()
  await tray.getByText('1 file needs an answer').waitFor()
  await expectNoAxeViolations(page)
  await tray.getByRole('button', { name: 'Keep both' }).click()
  await tray.getByText('1 uploaded').waitFor()
  await expectNoAxeViolations(page)
  await tray.getByRole('button', { name: 'Close: Uploads' }).click()
  await tray.waitFor({ state: 'detached' })
}

test.each(widthsOf('phone'))(
  'a file is uploaded, opened, downloaded, deleted and restored: %s',
  async (viewport) => {
    const person = await portal.customer()
    await portal.activate(person, await portal.order(person))
    const { page, context, trace } = await portal.open(person, { viewport })
    await visit(page, '/files')
    await page.getByText('No Files Found').waitFor()
    await expectNoAxeViolations(page)
    await uploadByDrop(page)
    const list = page.getByRole('list', { name: 'Files' })
    await list.getByRole('button', { name: 'notes (2).txt', exact: true }).waitFor()
    await expectNoAxeViolations(page)
    await page.getByRole('link', { name: 'Edit notes.txt', exact: true }).click()
    await page.locator('.cm-content', { hasText: 'first words' }).waitFor()
    await expectNoAxeViolations(page)
    await page.getByRole('navigation', { name: 'Folder' }).getByRole('link', { name: 'All files' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      doToFile(page, 'Download', 'notes (2).txt'),
    ])
    expect(await readFile(await download.path(), 'utf8')).toBe('second words')
    await list.getByRole('button', { name: 'notes.txt', exact: true }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('The file has been deleted successfully.').waitFor()
    await list.getByRole('button', { name: 'notes.txt', exact: true }).waitFor({ state: 'detached' })
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Undo' }).click()
    await list.getByRole('button', { name: 'notes.txt', exact: true }).waitFor()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    // A taken name is a 409, which the page asks about.
    expectQuiet(trace, [/409/])
    await context.close()
  },
)

async function moveToFolder(page: Page, name: string, folder: string): Promise<void> {
  await doToFile(page, 'Move', name)
  const dialog = page.getByRole('dialog', { name: `Move ${name}` })
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(folder)
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Shares a file and answers the path of its link. */
async function share(page: Page, name: string): Promise<string> {
  await doToFile(page, 'Share', name)
  const dialog = page.getByRole('dialog', { name: `Share ${name}` })
  await dialog.getByLabel('The link works for').selectOption('1 day')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'detached' })
  return new URL(link).pathname
}

test('a file is moved, read through a link without a session, and restored from the trash', async () => {
  const person = await portal.customer()
  const order = await portal.order(person)
  await portal.activate(person, order)
  await portal.upload(person, order, 'plan.txt', 'for everybody')
  const { page, context, trace } = await portal.open(person)
  const visitor = await portal.open(null)
  await visit(page, '/files')
  await moveToFolder(page, 'plan.txt', 'papers')
  const list = page.getByRole('list', { name: 'Files' })
  await list.getByRole('link', { name: 'papers', exact: true }).click()
  await page.getByRole('navigation', { name: 'Folder' }).getByText('papers').waitFor()
  await list.locator('.files-name', { hasText: 'plan.txt' }).waitFor()
  const link = await share(page, 'plan.txt')
  const shown = await visitor.page.goto(portal.url + link)
  expect([shown?.status(), await shown?.text()]).toEqual([200, 'for everybody'])
  await doToFile(page, 'Delete', 'plan.txt')
  await list.locator('.files-name', { hasText: 'plan.txt' }).waitFor({ state: 'detached' })
  expect((await visitor.page.goto(portal.url + link))?.status()).toBe(404)
  await page.getByRole('link', { name: 'Trash' }).click()
  const trash = page.getByRole('list', { name: 'Deleted files' })
  await trash.getByText('papers/plan.txt').waitFor()
  await expectNoAxeViolations(page)
  await trash.getByRole('button', { name: 'Restore' }).click()
  await page.getByText('The trash is empty').waitFor()
  // Deleting the file revoked its link permanently.
  expect((await visitor.page.goto(portal.url + link))?.status()).toBe(404)
  expectQuiet(trace)
  await visitor.context.close()
  await context.close()
})
