import { afterAll, beforeAll, expect } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { expectNoAxeViolationsInBothSchemes } from '../support/axe.ts'
import { type Order, type Person, startPortal, type TestPortal } from '../support/portal.ts'

export let portal: TestPortal

export const longName = `${'long-'.repeat(50)}.txt`

export const names = ['a.txt', 'b.txt', 'c.txt', 'd.zip', '🎉 ملف.png', longName]

export async function customerWithFiles(files = names): Promise<{ person: Person; order: Order }> {
  const person = await portal.customer()
  const order = await portal.order(person)
  await portal.activate(person, order)
  for (const name of files) await portal.upload(person, order, name, `words of ${name}`)
  return { person, order }
}

export const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name })

export const box = (page: Page, name: string): Locator =>
  page.getByRole('checkbox', { name: `Select ${name}` })

export async function expectFits(page: Page): Promise<void> {
  await expectNoAxeViolationsInBothSchemes(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
}

/** Starts the fixtures of a test file, and stops them after its last test. */
export function prepare(): void {
  beforeAll(async () => {
    portal = await startPortal()
  })
  afterAll(() => portal.stop())
}
