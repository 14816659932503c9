import { afterAll, beforeAll } from 'bun:test'
import type { Page } from 'playwright-core'
import type { PageOptions } from '../support/browser.ts'
import { type Person, startPortal, type TestPortal, visit } from '../support/portal.ts'

export let portal: TestPortal
export let customer: Person
export let server: string

export async function openDashboard(person = customer, options: PageOptions = {}) {
  const opened = await portal.open(person, options)
  await visit(opened.page, '/dashboard')
  await opened.page.evaluate(() => Object.assign(window, { sameDocument: true }))
  return opened
}

export const isSameDocument = (page: Page): Promise<boolean> => page.evaluate(() => 'sameDocument' in window)

/** Starts the fixtures of a test file, and stops them after its last test. */
export function prepare(): void {
  beforeAll(async () => {
    portal = await startPortal()
    customer = await portal.customer()
    const order = await portal.order(customer, 'shell.example.com')
    await portal.activate(customer, order)
    server = `/server-management/${order.serviceId}`
  })
  afterAll(() => portal.stop())
}
