import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { expectQuiet } from '../support/browser.ts'
import { allServices, row, seededCustomer, startSecluded } from '../support/cloud-page.ts'
import { type TestPortal, until, visit, withOwnStream } from '../support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startSecluded()
})
afterAll(() => portal.stop())

/** Browser behaviour when its tab moves to the background or foreground. */
const show = (page: Page, visibility: DocumentVisibilityState): Promise<void> =>
  page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { get: () => state, configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, visibility)

test('a hidden tab does not poll, and a 304 or a failed poll leaves the screen unchanged', async () => {
  const { page, context, trace } = await portal.open(await seededCustomer(portal))
  await withOwnStream(context)
  await page.route('**/api/events', (route) => route.abort())
  await page.clock.install()
  await visit(page, '/cloud-management?tab=storage')
  const statuses: number[] = []
  page.on('response', (answer) => void (answer.url().endsWith(allServices) && statuses.push(answer.status())))
  const polls = () => trace.requests.filter(({ url }) => url.endsWith(allServices)).length
  const poll = async () => {
    const before = statuses.length
    await page.clock.runFor(5_000)
    await until(async () => statuses.length > before)
  }
  await poll()
  await poll()
  expect(statuses.slice(0, 2)).toEqual([200, 304])
  expect(await row(page, 'ap-south-1').count()).toBeGreaterThan(0)

  await show(page, 'hidden')
  const before = polls()
  await page.clock.runFor(60_000)
  expect(polls()).toBe(before)
  await show(page, 'visible')
  await poll()
  expect(statuses.at(-1)).toBe(304)

  await page.route(`**${allServices}`, (route) => route.abort())
  await page.clock.runFor(5_000)
  await page.getByText('Refresh failed.').waitFor()
  expect(await row(page, 'ap-south-1').count()).toBeGreaterThan(0)
  await page.unroute(`**${allServices}`)
  await poll()
  await page.getByText('Refresh failed.').waitFor({ state: 'detached' })
  await context.close()
})

test('the live metrics move, except in a hidden tab or with reduced motion', async () => {
  const { page, context, trace } = await portal.open(await seededCustomer(portal))
  await page.clock.install()
  await visit(page, '/cloud-management')
  const metrics = () => page.locator('[data-live-metrics]').textContent()
  const chart = () => page.locator('[data-network-chart] .recharts-line-curve').last().getAttribute('d')
  const points = async () => (await chart())?.split(/[ML]/).length
  const still = [await metrics(), await chart()]
  await page.clock.runFor(10_000)
  expect([await metrics(), await chart()]).toEqual(still)

  await page.emulateMedia({ reducedMotion: 'no-preference' })
  // The page may take a moment to restart its timer.
  for (let tries = 0; tries < 20 && (await chart()) === (still[1] ?? null); tries += 1)
    await page.clock.runFor(1_100)
  expect(await chart()).not.toBe(still[1] ?? null)
  await page.clock.runFor(1_000)
  expect(await metrics()).not.toBe(still[0] ?? null)
  expect(await points()).toBe(21)

  await show(page, 'hidden')
  const hidden = [await metrics(), await chart()]
  await page.clock.runFor(10_000)
  expect([await metrics(), await chart()]).toEqual(hidden)
  expectQuiet(trace)
  await context.close()
})
