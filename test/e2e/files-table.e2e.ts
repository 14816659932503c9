import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { expectNoAxeViolationsInBothSchemes } from '../support/axe.ts'
import { bothWidths, expectQuiet, screenshot, viewports } from '../support/browser.ts'
import { type Order, type Person, startPortal, type TestPortal, visit } from '../support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())

const longName = `${'long-'.repeat(50)}.txt`
const names = ['a.txt', 'b.txt', 'c.txt', 'd.zip', '🎉 ملف.png', longName]

async function customerWithFiles(files = names): Promise<{ person: Person; order: Order }> {
  const person = await portal.customer()
  const order = await portal.order(person)
  await portal.activate(person, order)
  for (const name of files) await portal.upload(person, order, name, `words of ${name}`)
  return { person, order }
}

const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name })
const box = (page: Page, name: string): Locator => page.getByRole('checkbox', { name: `Select ${name}` })
const bar = (page: Page): Locator => page.getByRole('region', { name: 'Selection' })
const field = (page: Page, name: string): Locator =>
  page.getByRole('textbox', { name: `New name of ${name}` })

/** How far from the top of the page something is, wherever that is scrolled to. */
const placeOf = (found: Locator): Promise<number> =>
  found.evaluate((element) => element.getBoundingClientRect().top + window.scrollY)

async function openMenu(page: Page, name: string, verb: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('button', { name: `${verb} ${name}` }).click()
}

async function expectFits(page: Page): Promise<void> {
  await expectNoAxeViolationsInBothSchemes(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
}

test.each(bothWidths)(
  'rows are selected, moved, undone and deleted at $viewport, $colourScheme',
  async (options) => {
    const look = async (page: Page, step: string) => {
      await expectFits(page)
      await screenshot(page, `table-${options.viewport}-${options.colourScheme}-${step}`)
    }
    const { person } = await customerWithFiles()
    const { page, context, trace } = await portal.open(person, options)
    await visit(page, '/files?view=list')
    await look(page, 'list')
    const before = await placeOf(box(page, 'b.txt'))
    await box(page, 'a.txt').check()
    await bar(page).getByText('1 selected').waitFor()
    expect(await placeOf(box(page, 'b.txt'))).toBe(before)
    await box(page, 'b.txt').check()
    await bar(page).getByText('2 selected, 28 Bytes').waitFor()
    // In a window with room for all rows none lies half below a bar, as while it is scrolled.
    await page.setViewportSize({ ...viewports[options.viewport], height: 2_000 })
    await look(page, 'selected')
    await page.setViewportSize(viewports[options.viewport])
    await bar(page).getByRole('button', { name: 'Move' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move 2 files and folders' })
    await dialog.getByRole('textbox', { name: 'Folder' }).fill('papers')
    await look(page, 'move')
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await page.getByText('2 files and folders are now in papers.').waitFor()
    await row(page, 'papers').getByRole('link', { name: 'papers' }).waitFor()
    expect(await box(page, 'a.txt').count()).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await box(page, 'a.txt').waitFor()
    await page.getByRole('link', { name: 'papers' }).click()
    await page.getByText('This folder is empty.').waitFor()
    await look(page, 'empty')
    await page.getByRole('navigation', { name: 'Folder' }).getByRole('link', { name: 'All files' }).click()
    await box(page, 'c.txt').check()
    await bar(page).getByRole('button', { name: 'Delete' }).click()
    await page.getByText('The file has been deleted successfully.').waitFor()
    await box(page, 'c.txt').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await box(page, 'c.txt').waitFor()
    expectQuiet(trace)
    await context.close()
  },
)

const sortedBy = (page: Page, name: string, way: 'ascending' | 'descending'): Locator =>
  page.locator(`th[aria-sort="${way}"]`).filter({ hasText: name })

test('the heads select all rows or some, ranges are selected with Shift, and the order lives in the address', async () => {
  const { person } = await customerWithFiles()
  const { page, context, trace } = await portal.open(person)
  await visit(page, '/files?view=list')
  const all = page.getByRole('checkbox', { name: 'Select all rows' })
  const isMixed = () => all.evaluate((input: HTMLInputElement) => input.indeterminate)
  await box(page, 'a.txt').check()
  expect(await isMixed()).toBe(true)
  await box(page, 'd.zip').click({ modifiers: ['Shift'] })
  await bar(page).getByText('4 selected').waitFor()
  await all.check()
  await bar(page).getByText(`${names.length} selected`).waitFor()
  expect(await isMixed()).toBe(false)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    bar(page).getByRole('button', { name: 'Download' }).click(),
  ])
  const bytes = (await readFile(await download.path())).toString('latin1')
  for (const name of ['a.txt', 'd.zip', longName]) expect(bytes).toContain(name)
  await all.uncheck()
  await bar(page).getByRole('status').getByText('0', { exact: true }).waitFor()
  await sortedBy(page, 'Name', 'ascending').waitFor()
  await page.getByRole('columnheader', { name: 'Size' }).getByRole('button').click()
  await page.waitForURL('**/files?view=list&sort=size')
  await sortedBy(page, 'Size', 'ascending').waitFor()
  expect(await sortedBy(page, 'Name', 'ascending').count()).toBe(0)
  await page.getByRole('columnheader', { name: 'Size' }).getByRole('button').click()
  await page.waitForURL('**/files?view=list&sort=-size')
  await sortedBy(page, 'Size', 'descending').waitFor()
  await page.locator('tbody tr').first().locator('.files-name', { hasText: longName }).waitFor()
  // The other view has the same selection.
  await box(page, 'b.txt').check()
  await page.getByRole('button', { name: 'Show as grid' }).click()
  const card = page.getByRole('list', { name: 'Files' }).getByRole('button', { name: 'b.txt', exact: true })
  expect(await card.getAttribute('aria-pressed')).toBe('true')
  await bar(page).getByRole('button', { name: 'Clear the selection' }).click()
  expect(await card.getAttribute('aria-pressed')).toBe('false')
  expectQuiet(trace)
  await context.close()
})

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

test('a name is changed where it stands by F2, and what is refused stays in the field', async () => {
  const { person } = await customerWithFiles(['a.txt', 'b.txt'])
  const { page, context, trace } = await portal.open(person)
  await visit(page, '/files?view=list')
  await box(page, 'a.txt').focus()
  await page.keyboard.press('F2')
  await field(page, 'a.txt').waitFor()
  // Typing replaces the name up to its ending.
  await page.keyboard.type('b')
  await page.keyboard.press('Enter')
  await page.locator('.files-rename-problem').getByText('"b.txt" exists already in this folder.').waitFor()
  expect(await field(page, 'a.txt').inputValue()).toBe('b.txt')
  await expectFits(page)
  await page.keyboard.press('Escape')
  await row(page, 'a.txt').waitFor()
  expect(await focused(page)).toBe('a.txt')
  await page.keyboard.press('F2')
  await page.keyboard.type('plan')
  await page.keyboard.press('Enter')
  await box(page, 'plan.txt').waitFor()
  expect(await focused(page)).toBe('plan.txt')
  expectQuiet(trace, [/409/])
  await context.close()
})

test('a name that was changed elsewhere meanwhile is not overwritten, and the refusal says the present one', async () => {
  const { person } = await customerWithFiles(['draft.txt'])
  const [{ id } = { id: '' }] = await person.call<{ id: string }[]>('/api/files')
  const { page, context, trace } = await portal.open(person, { viewport: 'phone' })
  await visit(page, '/files?view=list')
  await openMenu(page, 'draft.txt', 'Rename')
  await field(page, 'draft.txt').fill('plan.txt')
  await person.call(`/api/files/${id}`, { name: 'other.txt' }, 'PATCH')
  await page.getByRole('button', { name: 'Save the name' }).click()
  await page.locator('.files-rename-problem').getByText('and is "other.txt" now').waitFor()
  await expectFits(page)
  await page.getByRole('button', { name: 'Keep the old name' }).click()
  await box(page, 'other.txt').waitFor()
  expectQuiet(trace, [/409/])
  await context.close()
})

test.each(['', '&view=list'])('matches say in which folder they lie, with the way there%s', async (view) => {
  const { person, order } = await customerWithFiles(['report.txt'])
  const body = new FormData()
  body.append('serviceId', order.serviceId)
  body.append('path', 'papers/2026')
  body.append('file', new File(['x'], 'report-2.txt'))
  await fetch(`${portal.url}/api/files`, { method: 'POST', body, headers: { cookie: person.cookie } })
  const { page, context, trace } = await portal.open(person)
  await visit(page, `/files?q=report${view}`)
  const place = (name: string) => page.locator('tr, li').filter({ hasText: name }).locator('.files-folder')
  expect(await place('report.txt').textContent()).toBe('All files')
  await expectFits(page)
  await place('report-2.txt').click()
  await page.getByRole('navigation', { name: 'Folder' }).getByText('2026').waitFor()
  expect(new URL(page.url()).searchParams.get('path')).toBe('papers/2026')
  expect(await page.getByRole('searchbox', { name: 'Search files' }).inputValue()).toBe('')
  await page.getByText('report-2.txt').first().waitFor()
  expectQuiet(trace)
  await context.close()
})

test('a shared file says so in its row, and files that could not be loaded are read again', async () => {
  const { person } = await customerWithFiles(['a.txt'])
  const { page, context } = await portal.open(person)
  await visit(page, '/files?view=list')
  await openMenu(page, 'a.txt', 'Share')
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await row(page, 'a.txt').getByText('Shared').waitFor()
  await page.route(/files\.browse/, (route) => route.fulfill({ status: 500, body: 'gone' }))
  await page.getByRole('searchbox', { name: 'Search files' }).fill('a')
  await page.getByText('Your files could not be loaded').waitFor()
  await expectFits(page)
  await page.unroute(/files\.browse/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await row(page, 'a.txt').waitFor()
  await context.close()
})
