import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page, Request } from 'playwright-core'
import { minute } from '#shared/time.ts'
import { expectQuiet } from '../support/browser.ts'
import { type Person, startPortal, type TestPortal, visit } from '../support/portal.ts'

let portal: TestPortal
let customer: Person
beforeAll(async () => {
  portal = await startPortal()
  customer = await portal.customer()
  await portal.activate(customer, await portal.order(customer, 'route.example.com'))
  // Otherwise the first visit would seed the cloud.
  await customer.call('/api/cloud/create-resource', { action: 'seed-sample-data' })
})
afterAll(() => portal.stop())

/** A query; polls on REST paths have their own schedule. */
const isCall = (request: Request): boolean =>
  request.method() === 'GET' && new URL(request.url()).pathname.startsWith('/api/trpc/')

/** The calls that `act` causes until the page has settled: all are answered, and no other follows within two frames. */
async function callsOf(page: Page, act: () => Promise<void>): Promise<string[]> {
  const calls: Request[] = []
  const answered = new Set<Request>()
  const note = (request: Request) => isCall(request) && calls.push(request)
  const settle = (request: Request) => answered.add(request)
  page.on('request', note).on('requestfinished', settle).on('requestfailed', settle)
  await act()
  do {
    for (const request of calls) await request.response()
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  } while (calls.some((request) => !answered.has(request)))
  page.off('request', note).off('requestfinished', settle).off('requestfailed', settle)
  return calls.map((request) => new URL(request.url()).pathname)
}

test('a route change costs at most one batched call', async () => {
  const { page, context, trace } = await portal.open(customer)
  // A page rereads data older than 3 s: with a stopped clock the count does not depend on this machine’s speed.
  const start = Date.now()
  await page.clock.setFixedTime(start)
  // The event stream opens, and all data is read once more.
  const reread = page.waitForResponse((response) => response.url().includes('auth.sessions.list'))
  await visit(page, '/account')
  await reread
  const links = page.locator('.shell-rail li a')
  const all = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))
  // Ordering has its own frame, without the rail.
  const places = all.filter((path) => path !== '/select-plan')
  expect(places.length).toBeGreaterThan(8)
  const costs: [path: string, calls: string[]][] = []
  for (const [at, path] of [...places, ...places].entries()) {
    if (at === places.length) await page.clock.setFixedTime(start + minute)
    const calls = await callsOf(page, async () => {
      await page.locator(`.shell-rail a[href="${path}"]`).click()
      await page.waitForFunction(() => document.activeElement?.matches('main h1'))
    })
    costs.push([path, calls])
  }
  // The shell reads its data when the page is idle, and again when the stream opens after that: independent of the route.
  const ofShell = ['activity.list', 'notifications.unread', 'account.deletion.read', 'renewals.due']
  const isOfShell = (call: string) =>
    call
      .replace('/api/trpc/', '')
      .split(',')
      .every((name) => ofShell.includes(name))
  const ofRoutes = costs.map(([path, calls]) => [path, calls.filter((call) => !isOfShell(call))] as const)
  expect(ofRoutes.filter(([, calls]) => calls.length > 1)).toEqual([])
  expect(
    costs.flatMap(([, calls]) => calls.filter((call) => call.includes('activity.list'))).length,
  ).toBeLessThanOrEqual(2)
  expect(ofRoutes.find(([path]) => path === '/backups')?.[1]).toEqual([
    '/api/trpc/backups.list,backups.schedules',
  ])
  expectQuiet(trace)
  await context.close()
})

test('a page that takes longer than 300 ms to open is replaced by a skeleton with its loading text, and the previous page keeps its charts', async () => {
  const { page, context, trace } = await portal.open(customer)
  await visit(page, '/cloud-management')
  await page.locator('.recharts-surface').first().waitFor()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/trpc/**backups.list**', async (route) => {
    await held
    await route.continue()
  })
  await page.locator('.shell-rail a[href="/backups"]').click()
  await page.getByText('Loading Backups...').waitFor({ state: 'attached' })
  expect(await page.getByRole('heading', { level: 1, name: 'Cloud' }).count()).toBe(0)
  expect(await page.locator('.cloud').isVisible()).toBe(false)
  release()
  await page.getByRole('heading', { level: 1, name: 'Backups' }).waitFor()
  expect(await page.getByText('Loading Backups...').count()).toBe(0)
  expectQuiet(trace)
  await context.close()
})

test('a refused call on the way to a page is sent once', async () => {
  const { page, context } = await portal.open(customer)
  await visit(page, '/domains')
  const asked: string[] = []
  for (const [path, call] of [
    ['/backups', 'backups.list'],
    ['/files', 'files.browse'],
    ['/websites', 'servers.websites'],
  ] as const) {
    await page.route(`**/api/trpc/**${call}**`, (route) => {
      asked.push(path)
      const error = { message: 'x', code: -32603, data: { httpStatus: 500 } }
      const calls = new URL(route.request().url()).pathname.split('/').at(-1)?.split(',') ?? []
      return route.fulfill({ status: 500, json: calls.map(() => ({ error })) })
    })
    await page.locator(`.shell-rail a[href="${path}"]`).click()
    await page.getByRole('button', { name: 'Try again' }).first().waitFor()
  }
  expect(asked).toEqual(['/backups', '/files', '/websites'])
  await context.close()
})

test('the skeleton of the email page names its contents', async () => {
  const { page, context, trace } = await portal.open(customer)
  await visit(page, '/backups')
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/trpc/**email.list**', async (route) => {
    await held
    await route.continue()
  })
  await page.locator('.shell-rail a[href="/email"]').click()
  await page.getByText('Loading Email Services...').waitFor({ state: 'attached' })
  release()
  await page.getByRole('heading', { level: 1, name: 'Email Management' }).waitFor()
  expectQuiet(trace)
  await context.close()
})

test('a failed read is reported by the destructive toast and in its place, with a retry button', async () => {
  const { page, context } = await portal.open(customer)
  await visit(page, '/account')
  await page.route('**/api/trpc/**backups.list**', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  )
  await page.locator('.shell-rail a[href="/backups"]').click()
  await page.locator('.toast[data-variant="destructive"]', { hasText: 'This could not be loaded' }).waitFor()
  await page.getByText('Your backups could not be loaded').waitFor()
  await page.unroute('**/api/trpc/**backups.list**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('No Backups Found').waitFor()
  await context.close()
})

test('a tooltip explains a symbol', async () => {
  const { page, context } = await portal.open(customer)
  await visit(page, '/dashboard')
  await page.locator('.user-menu summary').click()
  await page.getByRole('button', { name: 'Dark colours' }).hover()
  await page.locator('.mantine-Tooltip-tooltip', { hasText: 'Dark colours' }).waitFor()
  await context.close()
})
