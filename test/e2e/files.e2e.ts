import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expectQuiet } from '../support/browser.ts'
import { doToFile } from '../support/file-verbs.ts'
import { type Order, startPortal, type TestPortal, visit } from '../support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())

/** Drops a file on what the selector finds, as the desktop does. */
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
  await drop(page, '.drop-zone', 'notes.txt', 'first words')
  await dialog.getByText('notes.txt').waitFor()
  await expectNoAxeViolations(page)
  // Escape asks first: a file that was chosen is not dropped by a key.
  await page.keyboard.press('Escape')
  await dialog.getByText('The chosen file has not been uploaded yet.').waitFor()
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Keep choosing' }).click()
  await dialog.getByRole('button', { name: 'Start Upload' }).click()
  await dialog.waitFor({ state: 'detached' })
  const tray = page.getByRole('region', { name: 'Uploads' })
  await tray.getByText('1 uploaded').waitFor()
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await drop(page, '.drop-zone', 'notes.txt', 'second words')
  await dialog.getByRole('button', { name: 'Start Upload' }).click()
  await tray.getByText('1 file needs an answer').waitFor()
  await expectNoAxeViolations(page)
  await tray.getByRole('button', { name: 'Keep both' }).click()
  await tray.getByText('1 uploaded').waitFor()
  await expectNoAxeViolations(page)
  await tray.getByRole('button', { name: 'Close: Uploads' }).click()
  await tray.waitFor({ state: 'detached' })
}

test.each(['phone', 'desktop'] as const)(
  'a file is uploaded, viewed, downloaded, deleted and restored: %s',
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
    await doToFile(page, 'View', 'notes.txt')
    const text = page.getByRole('textbox', { name: 'Text of notes.txt' })
    await text.waitFor()
    await page.waitForFunction(() => document.querySelector('textarea')?.value === 'first words')
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Close: notes.txt' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
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
    // The question about a taken name is a 409.
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
  // Deleting the file revoked its link for good.
  expect((await visitor.page.goto(portal.url + link))?.status()).toBe(404)
  expectQuiet(trace)
  await visitor.context.close()
  await context.close()
})

const many = 250

/** Rows of files as the portal would have stored them; more than a test has time to upload. */
function addRows({ serviceId }: Order): void {
  const db = new Database(join(portal.server.dataDir, 'portal.db'))
  const name = (number: number) => `${String(number).padStart(4, '0')}.txt`
  const insert = db.query(
    `insert into file_manager (id, user_id, service_id, file_name, path, file_path, path_key, file_type, file_size,
       is_folder, uploaded_at, updated_at)
     select ?1, user_id, id, ?2, '', ?2, ?2, 'text/plain', ?3, 0, created_at, created_at from user_services where id = ?4`,
  )
  try {
    db.run('pragma busy_timeout = 5000')
    db.transaction(() => {
      for (let number = 0; number < many; number += 1)
        insert.run(Bun.randomUUIDv7(), name(number), number, serviceId)
      db.query(
        `insert into file_totals (user_id, path, service_id, files, bytes)
         select f.user_id, p.path, f.service_id, count(*), sum(f.file_size)
         from file_manager f, (select '' as path union all select '/') p where f.service_id = ?1
         group by f.user_id, p.path`,
      ).run(serviceId)
    })()
  } finally {
    db.close()
  }
}

test('more files than a page holds are paged, searched and sorted as a whole, and the address keeps the page', async () => {
  const person = await portal.customer()
  const order = await portal.order(person)
  await portal.activate(person, order)
  addRows(order)
  const { page, context, trace } = await portal.open(person)
  await visit(page, '/files')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  for (const number of [2, 3]) {
    await pages.getByRole('link', { name: 'Next page' }).click()
    await pages.getByText(`Page ${number} of 3`).waitFor()
  }
  await pages.getByText(`Page 3 of 3 · ${many} files and folders`).waitFor()
  const list = page.getByRole('list', { name: 'Files' })
  expect(await list.getByRole('listitem').count()).toBe(50)
  await list.locator('.files-name', { hasText: '0249.txt' }).waitFor()
  await expectNoAxeViolations(page)
  await pages.getByRole('link', { name: 'Previous page' }).click()
  await list.locator('.files-name', { hasText: '0100.txt' }).waitFor()
  await pages.getByText('Page 2 of 3').waitFor()
  const second = new URL(page.url()).search
  expect(second).toStartWith('?at=')
  // Another order begins at the first page, with the last of all rows.
  await page.getByRole('button', { name: 'Ascending' }).click()
  await list.locator('.files-name', { hasText: '0249.txt' }).waitFor()
  expect(new URL(page.url()).searchParams.get('at')).toBeNull()
  await page.getByRole('searchbox', { name: 'Search files' }).fill('0003')
  await list.locator('.files-name', { hasText: '0249.txt' }).waitFor({ state: 'detached' })
  await list.locator('.files-name', { hasText: '0003.txt' }).waitFor()
  expect(await list.getByRole('listitem').count()).toBe(1)
  await page.getByText('Total Files').waitFor()
  expectQuiet(trace)
  await context.close()
})

test('a phone shows five files and the card of what is selected without scrolling', async () => {
  const person = await portal.customer()
  const order = await portal.order(person)
  await portal.activate(person, order)
  for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt', 'f.txt'])
    await portal.upload(person, order, name)
  const { page, context, trace } = await portal.open(person, { viewport: 'phone' })
  await visit(page, '/files')
  const item = page.getByRole('list', { name: 'Files' }).getByRole('listitem')
  const fifth = await item.nth(4).boundingBox()
  const bar = await page.getByRole('navigation', { name: 'Main, short' }).boundingBox()
  expect((fifth?.y ?? 0) + (fifth?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  const card = page.getByRole('region', { name: 'Selection' })
  await card.getByText('Selected', { exact: true }).waitFor()
  const before = await item.first().boundingBox()
  await item.first().getByRole('button', { name: 'a.txt', exact: true }).click()
  await card.getByRole('link', { name: 'Download' }).waitFor()
  await card.getByRole('button', { name: 'Delete' }).waitFor()
  expect(await item.first().boundingBox()).toEqual(before)
  await expectNoAxeViolations(page)
  expectQuiet(trace)
  await context.close()
})
