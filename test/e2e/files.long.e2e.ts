import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expectQuiet } from '../support/browser.ts'
import { type Order, startPortal, type TestPortal, visit } from '../support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())

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

test('files that exceed one page are paged, searched and sorted across all pages, and the address holds the page', async () => {
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
  // Sorting returns to the first page, with the last of all rows.
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

test('a phone shows five files without scrolling, and the selection above its bar', async () => {
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
  const before = await item.first().boundingBox()
  await item.first().getByRole('button', { name: 'a.txt', exact: true }).click()
  await card.getByText('1 selected').waitFor()
  await card.getByRole('link', { name: 'Download' }).waitFor()
  await card.getByRole('button', { name: 'Delete' }).waitFor()
  expect(await item.first().boundingBox()).toEqual(before)
  await expectNoAxeViolations(page)
  expectQuiet(trace)
  await context.close()
})
