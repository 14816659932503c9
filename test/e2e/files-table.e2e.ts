import { expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { expectQuiet, looksOf, screenshot, viewports } from '../support/browser.ts'
import { visit } from '../support/portal.ts'
import {
  box,
  customerWithFiles,
  expectFits,
  longName,
  names,
  portal,
  prepare,
  row,
} from './files-table-steps.ts'

prepare()

const bar = (page: Page): Locator => page.getByRole('region', { name: 'Selection' })

/** The distance of an element from the top of the page, independent of scrolling. */
const placeOf = (found: Locator): Promise<number> =>
  found.evaluate((element) => element.getBoundingClientRect().top + window.scrollY)

test.each(looksOf({ viewport: 'desktop', colourScheme: 'dark' }))(
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
    await bar(page).getByText('2 selected (28 Bytes)').waitFor()
    // With room for all rows, none is half below a bar, as while scrolling.
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

test('the headers select all rows or some, Shift selects ranges, and the order is in the address', async () => {
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
  await bar(page).waitFor({ state: 'detached' })
  await sortedBy(page, 'Name', 'ascending').waitFor()
  await page.getByRole('columnheader', { name: 'Size' }).getByRole('button').click()
  await page.waitForURL('**/files?view=list&sort=size')
  await sortedBy(page, 'Size', 'ascending').waitFor()
  expect(await sortedBy(page, 'Name', 'ascending').count()).toBe(0)
  await page.getByRole('columnheader', { name: 'Size' }).getByRole('button').click()
  await page.waitForURL('**/files?view=list&sort=-size')
  await sortedBy(page, 'Size', 'descending').waitFor()
  await page.locator('tbody tr').first().locator('.files-name', { hasText: longName }).waitFor()
  // Sorting keeps the selection.
  await box(page, 'b.txt').check()
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await page.waitForURL('**/files?view=list&sort=name')
  await bar(page).getByText('1 selected').waitFor()
  await bar(page).getByRole('button', { name: 'Clear the selection' }).click()
  expect(await box(page, 'b.txt').isChecked()).toBe(false)
  await page.getByRole('button', { name: 'Show as grid' }).click()
  await page.getByRole('list', { name: 'Files' }).waitFor()
  expectQuiet(trace)
  await context.close()
})
