import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expectQuiet, looksOf, screenshot } from '../support/browser.ts'
import { startPortal, type TestPortal, visit } from '../support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())

const look = async (page: Page, name: string): Promise<void> => {
  // Controls half below the top bar count as too small.
  await page.evaluate(() => scrollTo(0, 0))
  await expectNoAxeViolations(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await screenshot(page, name)
}

test.each(looksOf({ viewport: 'phone', colourScheme: 'light' }))(
  'a service’s domain is set, changed and removed at $viewport, $colourScheme',
  async (options) => {
    const name = (step: string) => `domain-${options.viewport}-${options.colourScheme}-${step}`
    const person = await portal.customer()
    const order = await portal.order(person)
    await portal.activate(person, order)
    const domain = `shop-${options.viewport}-${options.colourScheme}.example.org`
    const { page, context, trace } = await portal.open(person, options)
    await visit(page, `/server-management/${order.serviceId}?tab=settings`)
    await page.getByRole('button', { name: 'Set domain…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Domain' }).fill(domain)
    await look(page, name('set'))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: domain, level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Dismiss: Domain set' }).click()
    await look(page, name('stands'))
    await page.getByRole('button', { name: 'Remove domain…' }).click()
    await dialog.getByText(`${domain} and www.${domain} stop showing this site immediately`).waitFor()
    await look(page, name('remove'))
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('button', { name: 'Set domain…' }).waitFor()
    expectQuiet(trace)
    await context.close()
  },
)
