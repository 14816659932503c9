import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expectQuiet } from '../support/browser.ts'
import { seededCustomer, startSecluded } from '../support/cloud-page.ts'
import { type Person, type TestPortal, visit } from '../support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startSecluded()
})
afterAll(() => portal.stop())

/** The right edge of an element’s text, without padding. */
const endOfText = (element: Locator): Promise<number> =>
  element.evaluate((node) => {
    const range = document.createRange()
    range.selectNodeContents(node)
    return range.getBoundingClientRect().right
  })

test('the header of a number column aligns with the numbers, before and after sorting by it', async () => {
  const { page, context, trace } = await portal.open(await seededCustomer(portal))
  await visit(page, '/cloud-management?tab=storage')
  const header = page.getByRole('columnheader', { name: 'Size' })
  const figure = page.locator('td[data-label="Size"] .tabular').first()
  for (const order of ['none', 'ascending', 'descending']) {
    expect(await header.getAttribute('aria-sort')).toBe(order)
    expect(Math.abs((await endOfText(header.getByRole('button'))) - (await endOfText(figure)))).toBeLessThan(
      1,
    )
    await header.getByRole('button').click()
  }
  expectQuiet(trace)
  await context.close()
})

async function customerWithFile(name: string): Promise<Person> {
  const person = await portal.customer()
  const order = await portal.order(person)
  await portal.activate(person, order)
  await portal.upload(person, order, name)
  return person
}

test.each(['phone', 'desktop'] as const)('selecting a file shifts nothing: %s', async (viewport) => {
  const { page, context, trace } = await portal.open(await customerWithFile('notes.txt'), { viewport })
  await visit(page, '/files')
  const file = page.getByRole('button', { name: 'notes.txt', exact: true })
  const remove = page.getByRole('button', { name: 'Delete', exact: true, disabled: false })
  expect(await remove.count()).toBe(0)
  const before = await file.boundingBox()
  await file.click()
  await remove.waitFor()
  expect(await file.boundingBox()).toEqual(before)
  expectQuiet(trace)
  await context.close()
})

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

test('on a phone the actions of a row are in its ⋯ menu, which regains the focus afterwards', async () => {
  const { page, context, trace } = await portal.open(await seededCustomer(portal), { viewport: 'phone' })
  await visit(page, '/cloud-management')
  const more = page.getByRole('button', { name: 'Actions for Simulator (sample data)' })
  const remove = page.getByRole('button', { name: 'Remove Simulator (sample data)', exact: true })
  expect(await remove.isVisible()).toBe(false)
  await more.click()
  await remove.waitFor()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await remove.waitFor({ state: 'hidden' })
  expect(await focused(page)).toBe('Actions for Simulator (sample data)')

  await more.click()
  await remove.click()
  const dialog = page.getByRole('dialog', { name: 'Remove Simulator (sample data)?' })
  await dialog.waitFor()
  expect(await remove.isVisible()).toBe(false)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.waitForFunction(
    () => document.activeElement?.getAttribute('aria-label') === 'Actions for Simulator (sample data)',
  )
  expectQuiet(trace)
  await context.close()
})
