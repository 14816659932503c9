import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { expectQuiet } from '../support/browser.ts'
import { type Person, startPortal, type TestPortal, visit } from '../support/portal.ts'

let portal: TestPortal
let customer: Person
beforeAll(async () => {
  portal = await startPortal()
  customer = await portal.customer()
  await portal.activate(customer, await portal.order(customer, 'keys.example.com'))
})
afterAll(() => portal.stop())

async function open(path: string, person = customer) {
  const opened = await portal.open(person)
  await visit(opened.page, path)
  return opened
}

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })

/** The rows of the sheet: the keys, and their action. */
const rows = (page: Page): Promise<string[]> =>
  sheet(page)
    .locator('.keys-group dl > div')
    .evaluateAll((all) =>
      all.map((row) => `${row.querySelector('dt')?.textContent}: ${row.querySelector('dd')?.textContent}`),
    )

const headingHasFocus = (page: Page) => page.waitForFunction(() => document.activeElement?.matches('main h1'))

test('g and a letter open a page, and a slash focuses the search of its list', async () => {
  const { page, context, trace } = await open('/dashboard')
  await page.keyboard.press('g')
  await page.keyboard.press('f')
  await page.waitForURL('**/files')
  await headingHasFocus(page)
  await page.getByRole('searchbox', { name: 'Search files' }).waitFor()
  await page.keyboard.press('/')
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Search files')
  await page.keyboard.type('gb')
  expect(await page.getByRole('searchbox', { name: 'Search files' }).inputValue()).toBe('gb')
  // The search navigates to its own address, which would end a chord in progress.
  await page.waitForURL('**/files?q=gb')
  await page.evaluate(() => document.querySelector<HTMLElement>('main h1')?.focus())
  await page.keyboard.press('g')
  await page.keyboard.press('b')
  await page.getByRole('heading', { level: 1, name: 'Backups' }).waitFor()
  await headingHasFocus(page)
  // On a page without a searchable list, the slash opens the palette.
  await page.keyboard.press('/')
  await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').waitFor()
  expectQuiet(trace)
  await context.close()
})

test('the shortcut sheet lists the keys and switches single keys off for this browser', async () => {
  const { page, context, trace } = await open('/dashboard')
  await page.keyboard.press('?')
  await sheet(page).getByRole('heading', { name: 'Go to' }).waitFor()
  const listed = await rows(page)
  for (const row of ['Ctrl+K: search and jump', '/: search in this list', 'gthenh: Dashboard'])
    expect(listed).toContain(row)
  expect(listed.filter((row) => row.includes('Admin Panel'))).toEqual([])
  await sheet(page).getByRole('switch', { name: 'Single keys' }).click()
  await page.keyboard.press('Escape')
  await sheet(page).waitFor({ state: 'detached' })
  await visit(page, '/dashboard')
  await page.keyboard.press('?')
  await page.keyboard.press('g')
  await page.keyboard.press('f')
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill('keyboard')
  expect(new URL(page.url()).pathname).toBe('/dashboard')
  // The palette is closed to open the sheet, where keys are switched on again.
  await page.keyboard.press('Enter')
  const single = sheet(page).getByRole('switch', { name: 'Single keys' })
  await single.waitFor()
  expect(await single.isChecked()).toBe(false)
  await single.click()
  await page.keyboard.press('Escape')
  await sheet(page).waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await sheet(page).waitFor()
  expectQuiet(trace)
  await context.close()
})

test('on the desk the shortcut sheet also lists the desk’s keys', async () => {
  const { page, context, trace } = await open('/admin/orders', portal.admin)
  await page.getByRole('list', { name: 'Keys' }).waitFor()
  await page.keyboard.press('?')
  await sheet(page).getByRole('heading', { name: 'Orders' }).waitFor()
  const listed = await rows(page)
  for (const row of ['j: next order', 'a: approve', 'Esc: close the order', 'gthena: Admin Panel'])
    expect(listed).toContain(row)
  expect(new Set(listed.map((row) => row.split(':')[0])).size).toBe(listed.length)
  await page.keyboard.press('Escape')
  await sheet(page).waitFor({ state: 'detached' })
  await page.keyboard.press('/')
  await page.waitForFunction(() => document.activeElement?.matches('.search-field'))
  expectQuiet(trace)
  await context.close()
})
