import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { expectQuiet, type PageOptions, screenshot } from '../support/browser.ts'
import { action, allServices, row, seededCustomer, startSecluded } from '../support/cloud-page.ts'
import { type TestPortal, until, visit, withOwnStream } from '../support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startSecluded()
})
afterAll(() => portal.stop())

/** Together with the costs of the overview, all that is stored; models are rows of Analytics. */
const tabs: [name: string, ...headings: string[]][] = [
  ['Compute', 'Instances', 'Load balancers'],
  ['Storage', 'Storage buckets', 'CDN distributions'],
  ['Databases', 'Databases'],
  ['Serverless', 'Functions', 'API gateways', 'Messaging'],
  ['Containers', 'Containers', 'DevOps'],
  ['Analytics', 'Analytics', 'Metrics'],
  ['Security', 'Security', 'Monitoring'],
]

const looks: Required<Pick<PageOptions, 'viewport' | 'colourScheme'>>[] = [
  { viewport: 'phone', colourScheme: 'dark' },
  { viewport: 'desktop', colourScheme: 'light' },
]

test.each(looks)('the eight tabs mark every metric as simulated at $viewport', async (options) => {
  const { page, context, trace } = await portal.open(await seededCustomer(portal), options)
  const look = async (name: string) => {
    const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(width).toBeLessThanOrEqual(0)
    await screenshot(page, `cloud-${options.viewport}-${options.colourScheme}-${name}`)
  }
  const everyRowSaysSo = async (place: string) => {
    const rows = page.locator(`${place} .data-table tbody tr`)
    await rows.first().waitFor()
    const words = rows.getByText('simulated', { exact: true })
    expect(await words.count()).toBe(await rows.count())
    for (const word of await words.all()) expect(await word.isVisible()).toBe(true)
  }
  await visit(page, '/cloud-management')
  expect(await page.locator('.workspace-tiles[data-strip] a').count()).toBe(8)
  const sections = page.locator('.cloud-section:has(.metrics) h2, .cloud-bars figcaption')
  expect(await sections.count()).toBe(5)
  for (const section of await sections.all())
    expect(await section.getByText('simulated', { exact: true }).isVisible()).toBe(true)
  expect(await page.getByText('Network traffic, simulated').first().isVisible()).toBe(true)
  await page.getByText('View as table: Costs by month').click()
  await page.locator('.cloud-bars .data-table:visible').waitFor()
  await look('Overview')
  await page.getByText('Every cost, by resource and month').click()
  await everyRowSaysSo('.cloud-fold')
  for (const [name, ...headings] of tabs) {
    await page.getByRole('navigation', { name: 'Cloud resources' }).getByRole('link', { name }).click()
    await page.waitForURL(`**/cloud-management?tab=${name.toLowerCase()}`)
    for (const heading of headings) {
      const section = page.getByRole('region', { name: new RegExp(`^${heading} \\d+$`) })
      await section.locator('tbody tr').first().waitFor()
    }
    await page.waitForFunction(() => {
      const current = document.querySelector('.tabs [aria-current]')?.getBoundingClientRect()
      return current !== undefined && current.left >= 0 && current.right <= window.innerWidth
    })
    await everyRowSaysSo('.cloud')
    await look(name)
  }
  expectQuiet(trace)
  await context.close()
})

test('search, sort and drawer are in the address, and going back closes the drawer', async () => {
  const { page, context, trace } = await portal.open(await seededCustomer(portal))
  await visit(page, '/cloud-management?tab=compute')
  const names = () => page.locator('.data-table').first().locator('tbody .cloud-name-link').allTextContents()
  await action(page, 'Name').first().click()
  await page.waitForURL('**/cloud-management?tab=compute&sort=instances.name')
  expect(await names()).toEqual(['build-1', 'web-1', 'worker-1'])
  await action(page, 'Name').first().click()
  await page.waitForURL('**/cloud-management?tab=compute&sort=-instances.name')
  expect(await names()).toEqual(['worker-1', 'web-1', 'build-1'])

  await page.getByRole('searchbox', { name: 'Search Compute' }).fill('web')
  await page.waitForURL('**q=web*')
  expect(await names()).toEqual(['web-1'])
  await page.getByRole('searchbox').fill('nothing-like-it')
  await page.getByText('Nothing in Instances matches “nothing-like-it”').waitFor()
  await page.getByRole('searchbox').fill('web')

  await page.getByRole('link', { name: 'web-1' }).click()
  const drawer = page.getByRole('dialog', { name: 'web-1' })
  await drawer.getByText('Security groups').waitFor()
  expect(await drawer.getByText('simulated', { exact: true }).isVisible()).toBe(true)
  expect(await drawer.getByText('Simulator (sample data)').isVisible()).toBe(true)
  await drawer.getByText('cpuUtilization, simulated').first().waitFor()
  const address = page.url()
  await page.goBack()
  await drawer.waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.textContent === 'web-1')
  expect(await names()).toEqual(['web-1'])

  await page.goto(address)
  await drawer.getByText('Security groups').waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.has('selected')).toBe(false)
  expectQuiet(trace)
  await context.close()
})

/** What a browser does when its tab goes to the back or comes to the front. */
const show = (page: Page, visibility: DocumentVisibilityState): Promise<void> =>
  page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { get: () => state, configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, visibility)

test('a hidden tab polls nothing, and a 304 or a failed poll leaves the screen unchanged', async () => {
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
  expect(await row(page, 'simulated').count()).toBeGreaterThan(2)

  await show(page, 'hidden')
  const before = polls()
  await page.clock.runFor(60_000)
  expect(polls()).toBe(before)
  await show(page, 'visible')
  await poll()
  expect(statuses.at(-1)).toBe(304)

  await page.route(`**${allServices}`, (route) => route.abort())
  await page.clock.runFor(5_000)
  await page.getByText('Could not be refreshed.').waitFor()
  expect(await row(page, 'simulated').count()).toBeGreaterThan(2)
  await page.unroute(`**${allServices}`)
  await poll()
  await page.getByText('Could not be refreshed.').waitFor({ state: 'detached' })
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
  expect(await page.getByText('They stand still because').isVisible()).toBe(true)

  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.getByText('They stand still because').waitFor({ state: 'detached' })
  // The page may take a moment to set its timer again.
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
