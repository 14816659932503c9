import { afterAll, beforeAll, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { type Order, type Person, startPortal, type TestPortal, until } from '../support/portal.ts'

export let portal: TestPortal

type Stats = { uptime: number; processes: number; networkOut: number }

export const statsOf = (person: Person, { serviceId }: Order) =>
  person.call<Stats>(`/api/server-stats/${serviceId}`)

export const statusOf = async (person: Person, { serviceId }: Order) =>
  (await person.call<{ status: string }>(`/api/user-services/${serviceId}`)).status

/** A customer with an active service whose web server runs. */
export async function withServer(domain?: string): Promise<{ person: Person; order: Order; path: string }> {
  const person = await portal.customer()
  const order = await portal.order(person, domain)
  await portal.activate(person, order)
  await until(async () => (await statsOf(person, order)).processes > 0)
  return { person, order, path: `/server-management/${order.serviceId}` }
}

/** An index page; it requests no icon, which would be a 404. */
export const html =
  '<!doctype html><title>Shop</title><link rel="icon" href="data:,"><h1>Open for business</h1>'

const tab = (page: Page, name: string) => page.getByRole('tab', { name })

export const openTab = async (page: Page, name: string) => {
  await tab(page, name).click()
  await page.locator(`[role="tab"][aria-selected="true"]`, { hasText: name }).waitFor()
}

export const noSidewaysScroll = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

/** Starts the fixtures of a test file, and stops them after its last test. */
export function prepare(): void {
  beforeAll(async () => {
    portal = await startPortal()
  })
  afterAll(() => portal.stop())
}
