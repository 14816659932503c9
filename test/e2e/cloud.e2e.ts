import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import type { AllServices } from '#features/cloud/contract.ts'
import { expectQuiet, type PageOptions, screenshot } from '../support/browser.ts'
import { type Person, startPortal, type TestPortal, until, visit } from '../support/portal.ts'
import { rememberToasts, seenToasts } from '../support/toasts.ts'

const allServices = '/api/cloud/all-services'

let portal: TestPortal
beforeAll(async () => {
  // Nothing of the outside is to be reached, wherever this runs.
  portal = await startPortal({ env: { HTTPS_PROXY: 'http://127.0.0.1:9' } })
})
afterAll(() => portal.stop())

const seeded = async (): Promise<Person> => {
  const person = await portal.customer()
  await person.call('/api/cloud/create-resource', { action: 'seed-sample-data' })
  return person
}

const row = (page: Page, name: string) => page.locator('.data-table tbody tr', { hasText: name })
const action = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Presses what is disabled but can be pressed, to hear why. */
const refused = (page: Page, name: string) => action(page, name).click({ force: true })

/** The words that a field is described by, its error among them. */
const describedBy = (field: Locator): Promise<string> =>
  field.evaluate((node) =>
    (node.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' '),
  )

/** Together with the costs of the overview, the sixteen stored entities (part 2 section 3). */
const tabs: [name: string, ...headings: string[]][] = [
  ['Compute', 'Instances', 'Load balancers'],
  ['Storage', 'Storage buckets', 'CDN distributions'],
  ['Databases', 'Databases'],
  ['Serverless', 'Functions', 'API gateways', 'Messaging'],
  ['Containers', 'Containers', 'DevOps'],
  ['Analytics', 'Analytics', 'ML services', 'Metrics'],
  ['Security', 'Security', 'Monitoring'],
]

const looks: Required<Pick<PageOptions, 'viewport' | 'colourScheme'>>[] = [
  { viewport: 'phone', colourScheme: 'dark' },
  { viewport: 'desktop', colourScheme: 'light' },
]

test.each(looks)('the eight tabs at $viewport, every figure marked as simulated', async (options) => {
  const { page, context, trace } = await portal.open(await seeded(), options)
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
  const sections = page.locator('.cloud-section:has(.cloud-figures) h2, .cloud-bars figcaption')
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
      const current = document.querySelector('.cloud-tabs [aria-current]')?.getBoundingClientRect()
      return current !== undefined && current.left >= 0 && current.right <= window.innerWidth
    })
    await everyRowSaysSo('.cloud')
    await look(name)
  }
  expectQuiet(trace)
  await context.close()
})

test.concurrent('two tabs at once lay the sample data once, and say so', async () => {
  const person = await portal.customer()
  const { page: one, context, trace } = await portal.open(person)
  await rememberToasts(context)
  const other = await context.newPage()
  await Promise.all([visit(one, '/cloud-management?tab=compute'), visit(other, '/cloud-management')])
  await Promise.all([
    row(one, 'web-1').getByText('Running').waitFor(),
    other.getByText('1 of 3 instances is running.').waitFor(),
  ])
  const { instances, providers } = await person.call<AllServices>(allServices)
  expect([instances.length, providers.length]).toEqual([3, 1])
  const told = async () => [...(await seenToasts(one)), ...(await seenToasts(other))]
  await until(async () => (await told()).length === 1)
  expect(await told()).toEqual([expect.stringMatching(/^Cloud infrastructure initialized successfully/)])
  await action(one, 'Initialize Platform').click()
  await one.getByText('Your account has had its sample data before').waitFor()
  expect((await person.call<AllServices>(allServices)).instances.length).toBe(3)
  expectQuiet(trace)
  await context.close()
})

test.concurrent('a failed seeding is told, and the button tries again', async () => {
  const { page, context } = await portal.open(await portal.customer())
  const path = '**/api/trpc/cloud.createResource*'
  await page.route(path, (route) => route.abort())
  await visit(page, '/cloud-management?tab=compute')
  await page.locator('.toast', { hasText: 'Failed to create resource' }).waitFor()
  await page.getByText('Nothing here yet.').nth(1).waitFor()
  await page.getByText('Your cloud is empty.').waitFor()
  await page.unroute(path)
  await action(page, 'Initialize Platform').click()
  await row(page, 'web-1').getByText('Running').waitFor()
  expect(await page.getByText('Your cloud is empty.').count()).toBe(0)
  await context.close()
})

test.concurrent('start is followed to its end without a reload; what would be refused says why', async () => {
  const { page, context, trace } = await portal.open(await seeded())
  await visit(page, '/cloud-management?tab=compute')
  await page.evaluate(() => Object.assign(window, { isSame: true }))
  expect(await action(page, 'Stop worker-1').getAttribute('aria-disabled')).toBe('true')
  await refused(page, 'Stop worker-1')
  await page.getByText('worker-1: Only a running instance can be stopped.').waitFor()
  await refused(page, 'Reboot worker-1')
  await page.getByText('worker-1: Only a running instance can be rebooted.').waitFor()

  await action(page, 'Start worker-1').click()
  await row(page, 'worker-1').getByText('In progress').waitFor()
  await refused(page, 'Stop worker-1')
  await page.getByText('worker-1: Another action is under way.').waitFor()
  await row(page, 'worker-1').getByText('Running').waitFor()
  expect(await action(page, 'Stop worker-1').getAttribute('aria-disabled')).toBe('false')
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true)
  expect(await page.locator('.toast').count()).toBe(0)
  expectQuiet(trace)
  await context.close()
}, 60_000)

test.concurrent('accounts: refused keys are told at the field, one out of reach is stored as not validated, removal names the loss', async () => {
  const { page, context } = await portal.open(await seeded())
  await visit(page, '/cloud-management')
  await action(page, 'Connect an account').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await dialog.getByText('Enter a name for this account.').waitFor()
  expect(await dialog.getByText('Enter the API token.').isVisible()).toBe(true)
  expect(await dialog.getByLabel('Region').count()).toBe(0)
  await dialog.getByLabel('Provider').selectOption('Amazon Web Services')
  await dialog.getByLabel('Region').fill('evil.example')
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  for (const [label, error] of [
    ['Name of the account', 'Enter a name for this account.'],
    ['Access key ID', 'Enter the access key ID.'],
    ['Secret access key', 'Enter the secret access key.'],
    ['Region', 'Enter a region such as us-east-1.'],
  ] as const) {
    const field = dialog.getByLabel(label)
    await until(async () => (await describedBy(field)).includes(error))
  }
  await dialog.getByLabel('Provider').selectOption('Hetzner Cloud')
  await dialog.getByLabel('Name of the account').fill('Shop')
  await dialog.getByLabel('API token').fill('wrong-token-of-a-shop')
  const refusal = 'Hetzner Cloud does not accept this token.'
  const body = { message: refusal, code: 'INVALID', requestId: 'r', fields: { secretAccessKey: refusal } }
  const path = '**/api/trpc/cloud.providers.connect*'
  await page.route(path, (route) =>
    route.fulfill({
      status: 422,
      json: { error: { message: refusal, code: -32600, data: { httpStatus: 422, body } } },
    }),
  )
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await dialog.getByText(refusal).waitFor()
  await page.unroute(path)
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.locator('.toast', { hasText: 'Account stored, not validated' }).waitFor()
  const account = row(page, 'Shop')
  await account.getByText('Not validated', { exact: true }).waitFor()
  expect(await account.textContent()).toContain('The keys are not validated yet')
  expect(await page.content()).not.toContain('wrong-token-of-a-shop')

  await action(page, 'Change keys of Shop').click()
  await dialog.getByRole('button', { name: 'Change keys' }).click()
  await dialog.getByText('Enter the new token.').waitFor()
  await dialog.getByLabel('API token').fill('another-token-9876')
  await dialog.getByRole('button', { name: 'Change keys' }).click()
  await dialog.waitFor({ state: 'detached' })
  await account.getByText('9876').waitFor()

  await action(page, 'Remove Shop').click()
  await dialog.getByText(/At the provider itself everything stays/).waitFor()
  await dialog.getByLabel('Type Shop to confirm').fill('Shop')
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await account.waitFor({ state: 'detached' })
  await context.close()
})

test('an action that fails is told on the screen, without a toast', async () => {
  const person = await seeded()
  const { page, context } = await portal.open(person)
  await page.route('**/api/events', (route) => route.abort())
  await visit(page, '/cloud-management?tab=compute')
  const { instances } = await person.call<AllServices>(allServices)
  const id = instances.find(({ name }) => name === 'web-1')?.id
  await person.call('/api/cloud/actions', { action: 'stop', resourceId: id, serviceType: 'instance' })
  // The screen does not know yet, unless a poll was quicker.
  await page.route('**/api/trpc/cloud.act*', (route) =>
    route.fulfill({
      status: 503,
      json: { error: { message: 'x', code: -32603, data: { httpStatus: 503 } } },
    }),
  )
  await action(page, 'Start build-1').click()
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to perform action' })
  await alert.waitFor()
  expect(await alert.textContent()).toContain('build-1')
  await row(page, 'web-1').getByText('In progress').waitFor()
  expect(await page.locator('.toast').count()).toBe(0)
  await context.close()
})

test('search, sort and drawer live in the address, and going back closes the drawer', async () => {
  const { page, context, trace } = await portal.open(await seeded())
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

test('a hidden tab asks nothing; a 304 and a failed poll leave the screen', async () => {
  const { page, context, trace } = await portal.open(await seeded())
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

test('the live figures move, but for a hidden tab and less motion', async () => {
  const { page, context, trace } = await portal.open(await seeded())
  await page.clock.install()
  await visit(page, '/cloud-management')
  const metrics = () => page.locator('[data-live-metrics]').textContent()
  const chart = () => page.locator('[data-network-chart] .line-chart-line').last().getAttribute('d')
  const points = async () => (await chart())?.split(/[ML]/).length
  const still = [await metrics(), await chart()]
  await page.clock.runFor(10_000)
  expect([await metrics(), await chart()]).toEqual(still)
  expect(await page.getByText('They stand still because').isVisible()).toBe(true)

  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.getByText('They stand still because').waitFor({ state: 'detached' })
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
