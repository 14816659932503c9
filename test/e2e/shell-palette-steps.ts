import { afterAll, beforeAll } from 'bun:test'
import type { Page } from 'playwright-core'
import type { PageOptions } from '../support/browser.ts'
import { type Order, type Person, startPortal, type TestPortal, visit } from '../support/portal.ts'

export let portal: TestPortal
export let customer: Person
export let order: Order

export async function open(person = customer, path = '/dashboard', options: PageOptions = {}) {
  const opened = await portal.open(person, options)
  await visit(opened.page, path)
  return opened
}

export const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' })

export const field = (page: Page) => palette(page).getByRole('combobox')

export const options = (page: Page) => palette(page).getByRole('option')

export const button = (page: Page) => page.getByRole('button', { name: 'Search', exact: true })

export async function openByKey(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await field(page).waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox')
}

/** The option that Enter would choose, as announced to a screen reader. */
export const activeOption = (page: Page): Promise<string | null> =>
  field(page).evaluate(
    (input) =>
      document
        .getElementById(input.getAttribute('aria-activedescendant') ?? '')
        ?.querySelector('.palette-label')?.textContent ?? null,
  )

/** Starts the fixtures of a test file, and stops them after its last test. */
export function prepare(): void {
  beforeAll(async () => {
    portal = await startPortal()
    customer = await portal.customer()
    order = await portal.order(customer, 'palette.example.com')
    await portal.activate(customer, order)
    await customer.call('/api/projects', { name: 'Temple bells' })
  })
  afterAll(() => portal.stop())
}
