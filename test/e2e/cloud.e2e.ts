import { afterAll, beforeAll, expect, test } from 'bun:test'
import { expectQuiet, looksOf, screenshot } from '../support/browser.ts'
import { action, seededCustomer, startSecluded } from '../support/cloud-page.ts'
import { expectSoon } from '../support/expect-soon.ts'
import { type TestPortal, visit } from '../support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startSecluded()
})
afterAll(() => portal.stop())

/** Together with the costs of the overview, all stored resources; models are rows of Analytics. */
const tabs: [name: string, ...headings: string[]][] = [
  ['Compute', 'Instances', 'Load balancers'],
  ['Storage', 'Storage buckets', 'CDN distributions'],
  ['Databases', 'Database instances'],
  ['Serverless', 'Functions', 'API gateways', 'Queues and topics'],
  ['Containers', 'Container services', 'Pipelines'],
  ['Analytics', 'Data sets and models', 'Latest measurements'],
  ['Security', 'Security services', 'Monitoring services'],
]

test.each(looksOf({ viewport: 'phone', colourScheme: 'dark' }))(
  'each of the eight tabs says once that its data is a sample at $viewport',
  async (options) => {
    const { page, context, trace } = await portal.open(await seededCustomer(portal), options)
    const look = async (name: string) => {
      const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(width).toBeLessThanOrEqual(0)
      await screenshot(page, `cloud-${options.viewport}-${options.colourScheme}-${name}`)
    }
    const saysSoOnce = async () => {
      expect(await page.getByText('This is all sample data').isVisible()).toBe(true)
      expect(await page.getByText('Sample', { exact: true }).count()).toBe(0)
    }
    await visit(page, '/cloud-management')
    expect(await page.locator('.workspace-tiles a').count()).toBe(8)
    await saysSoOnce()
    expect(await page.getByText('Simulated figures').isVisible()).toBe(true)
    expect(await page.getByText('Network traffic').first().isVisible()).toBe(true)
    await page.getByText('View as table: Costs by month').click()
    await page.locator('.cloud-bars .data-table:visible').waitFor()
    await look('Overview')
    await page.getByText('All costs, by resource and month').click()
    await page.locator('.cloud-fold .data-table tbody tr').first().waitFor()
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
      await saysSoOnce()
      await look(name)
    }
    expectQuiet(trace)
    await context.close()
  },
)

test('the address holds search, sort and drawer, and going back closes the drawer', async () => {
  const { page, context, trace } = await portal.open(await seededCustomer(portal))
  await visit(page, '/cloud-management?tab=compute')
  const names = () => page.locator('.data-table').first().locator('tbody .cloud-name-link').allTextContents()
  await action(page, 'Name').first().click()
  await page.waitForURL('**/cloud-management?tab=compute&sort=instances.name')
  await expectSoon(names, ['build-1', 'web-1', 'worker-1'])
  await action(page, 'Name').first().click()
  await page.waitForURL('**/cloud-management?tab=compute&sort=-instances.name')
  await expectSoon(names, ['worker-1', 'web-1', 'build-1'])

  await page.getByRole('searchbox', { name: 'Search Compute' }).fill('web')
  await page.waitForURL('**q=web*')
  await expectSoon(names, ['web-1'])
  await page.getByRole('searchbox').fill('nothing-like-it')
  await page.getByText('Nothing in Instances matches “nothing-like-it”').waitFor()
  await page.getByRole('searchbox').fill('web')

  await page.getByRole('link', { name: 'web-1' }).click()
  const drawer = page.getByRole('dialog', { name: 'web-1' })
  await drawer.getByText('Security groups').waitFor()
  expect(await drawer.getByText('Sample', { exact: true }).isVisible()).toBe(true)
  expect(await drawer.getByText('Simulator (sample data)').isVisible()).toBe(true)
  await drawer.getByText('CPU use').first().waitFor()
  const address = page.url()
  await page.goBack()
  await drawer.waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.textContent === 'web-1')
  await expectSoon(names, ['web-1'])

  await page.goto(address)
  await drawer.getByText('Security groups').waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.has('selected')).toBe(false)
  expectQuiet(trace)
  await context.close()
})
