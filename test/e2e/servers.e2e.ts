import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expectQuiet } from '../support/browser.ts'
import {
  type Order,
  type Person,
  ready,
  startPortal,
  type TestPortal,
  until,
  visit,
} from '../support/portal.ts'
import { rememberToasts, seenToasts } from '../support/toasts.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())

type Stats = { uptime: number; processes: number; networkOut: number }
type Process = { pid: number }

const statsOf = (person: Person, { serviceId }: Order) => person.call<Stats>(`/api/server-stats/${serviceId}`)
const statusOf = async (person: Person, { serviceId }: Order) =>
  (await person.call<{ status: string }>(`/api/user-services/${serviceId}`)).status
const pidOf = async (person: Person, { serviceId }: Order) =>
  (await person.call<Process[]>(`/api/server-processes/${serviceId}`))[0]?.pid

/** Somebody with an active service whose web server runs. */
async function withServer(domain?: string): Promise<{ person: Person; order: Order; path: string }> {
  const person = await portal.customer()
  const order = await portal.order(person, domain)
  await portal.activate(person, order)
  await until(async () => (await statsOf(person, order)).processes > 0)
  return { person, order, path: `/server-management/${order.serviceId}` }
}

/** An index page; it asks for no icon, which would be a 404. */
const html = '<!doctype html><title>Shop</title><link rel="icon" href="data:,"><h1>Open for business</h1>'

const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const openTab = async (page: Page, name: string) => {
  await tab(page, name).click()
  await page.locator(`[role="tab"][aria-selected="true"]`, { hasText: name }).waitFor()
}
/** Lets the polls of the page, which has a clock of its own, come round. */
const fiveSeconds = (page: Page) => page.clock.runFor(5_000)
const noSidewaysScroll = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

test.concurrent.each(['phone', 'desktop'] as const)(
  'a site is opened, and its metrics, charts and log change: %s',
  async (viewport) => {
    const { person, order } = await withServer()
    await portal.upload(person, order, 'index.html', html)
    const { page, context, trace } = await portal.open(person, { viewport })
    await page.clock.install()
    await visit(page, '/dashboard')
    await page.getByRole('link', { name: /^Starter/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Starter' }).waitFor()
    await page.locator('.server-status', { hasText: 'Active' }).waitFor()
    await noSidewaysScroll(page)
    const [site] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'Open site' }).click(),
    ])
    await site.getByRole('heading', { name: 'Open for business' }).waitFor()
    await site.close()
    const out = page.getByRole('meter', { name: 'Network Out' })
    await until(async () => {
      await fiveSeconds(page)
      return Number(await out.getAttribute('value')) > 0
    })
    await openTab(page, 'Monitoring')
    const figure = page.getByRole('figure', { name: 'Memory' })
    await until(async () => {
      await fiveSeconds(page)
      return (await figure.getByRole('listitem').textContent())?.includes('max')
    })
    await expectNoAxeViolations(page)
    await noSidewaysScroll(page)
    await openTab(page, 'Processes')
    const pid = await pidOf(person, order)
    await page.getByRole('table').getByText(String(pid), { exact: true }).waitFor()
    await openTab(page, 'Logs')
    const log = page.getByRole('region', { name: 'Lines of the log' })
    await log
      .getByText(/GET \S* .*200/)
      .first()
      .waitFor()
    await log.getByText(/ IST/).first().waitFor()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy these lines' }).click()
    await page.getByText('Copied to clipboard').waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toMatch(/ IST \S+ - - "GET \S* .*200/)
    await page.getByRole('searchbox', { name: 'Search the log' }).fill('web server')
    await page.clock.runFor(1_000)
    await log.getByText(/GET \S* .*200/).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Errors' }).click()
    await page.getByText('None of the last 1,000 lines matches.').waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('Paused.').waitFor()
    const reads: string[] = []
    page.on('request', (request) => reads.push(request.url()))
    await fiveSeconds(page)
    await fiveSeconds(page)
    expect(reads.filter((url) => url.includes('/api/server-logs/'))).toEqual([])
    await expectNoAxeViolations(page)
    await noSidewaysScroll(page)
    expectQuiet(trace)
    await context.close()
  },
)

test.concurrent('restart shows "Restarting" for 10 s and then the stored status, and another process runs', async () => {
  const { person, order, path } = await withServer('restarted.example.com')
  const before = await pidOf(person, order)
  const { page, context, trace } = await portal.open(person)
  await page.clock.install()
  await rememberToasts(context)
  await visit(page, `${path}?tab=settings`)
  const status = page.locator('.server-status')
  expect(await status.textContent()).toBe('Active')
  await page.getByRole('button', { name: 'Restart', exact: true }).click()
  await status.getByText('Restarting').waitFor()
  await until(async () => {
    const pid = await pidOf(person, order)
    return pid !== undefined && pid !== before && (await statusOf(person, order)) === 'active'
  })
  // The stored status has changed back; the display stays for its ten seconds.
  await page.clock.runFor(4_000)
  expect(await status.textContent()).toBe('Restarting')
  await expectNoAxeViolations(page)
  await page.clock.runFor(6_000)
  await status.getByText('Active').waitFor()
  const toasts = (await seenToasts(page)).join()
  expect(toasts).toContain('Server Restart Initiated')
  expect(toasts).toContain('Your server is restarting. This may take a few minutes.')
  expectQuiet(trace)
  await context.close()
})

test.concurrent('the auto-restart switch is stored on each change and survives a reload', async () => {
  const { person, order, path } = await withServer()
  const { page, context, trace } = await portal.open(person, { viewport: 'phone' })
  await visit(page, `${path}?tab=settings`)
  const autoRestart = page.getByRole('switch', { name: 'Auto-restart' })
  const stored = async () =>
    (await person.call<{ autoRestart: boolean }>(`/api/user-services/${order.serviceId}`)).autoRestart
  expect(await autoRestart.isChecked()).toBe(true)
  await autoRestart.click()
  await page.getByText('Auto-restart disabled successfully.').waitFor()
  expect(await stored()).toBe(false)
  await page.reload()
  await ready(page)
  expect(await autoRestart.isChecked()).toBe(false)
  await autoRestart.click()
  await page.getByText('Auto-restart enabled successfully.').waitFor()
  expect(await stored()).toBe(true)
  expectQuiet(trace)
  await context.close()
})

test.concurrent('a server is stopped after a confirmation, shows so everywhere, and is started again', async () => {
  const { person, order, path } = await withServer('paused.example.com')
  const { page, context, trace } = await portal.open(person)
  await visit(page, `${path}?tab=settings`)
  await page.getByRole('button', { name: 'Stop…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }).click()
  await page.locator('.server-notice', { hasText: 'This server is stopped.' }).waitFor()
  await page.locator('.server-status', { hasText: 'Stopped' }).waitFor()
  await until(async () => (await statsOf(person, order)).processes === 0)
  await expectNoAxeViolations(page)
  await openTab(page, 'Processes')
  await page.getByText('No processes').waitFor()
  await expectNoAxeViolations(page)
  await openTab(page, 'Overview')
  await page.getByText('Not running.').waitFor()
  await page.getByText('Power', { exact: true }).click()
  const restart = page.getByRole('button', { name: 'Restart', exact: true })
  expect(await restart.isDisabled()).toBe(true)
  await page.locator('.server-power').getByText('This server is stopped. Start it instead.').waitFor()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await restart.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await page.locator('.server-status', { hasText: 'Active' }).waitFor()
  await until(async () => (await statsOf(person, order)).processes > 0)
  expectQuiet(trace)
  await context.close()
})

test.concurrent('a missing and a foreign service look the same, and only its owner sees a pending one', async () => {
  const { person, path } = await withServer()
  const waiting = await portal.customer()
  const order = await portal.order(waiting)
  const { page, context, trace } = await portal.open(waiting)
  for (const address of [path, '/server-management/nonsense', path.replace(/.$/, 'f')]) {
    expect((await page.goto(address))?.status()).toBe(404)
    await ready(page)
    await page.getByRole('heading', { level: 1, name: 'Service Not Found' }).waitFor()
    await page.getByText("not found or you don't have access").waitFor()
    await page.getByRole('link', { name: 'Back to Dashboard' }).waitFor()
  }
  await visit(page, `/server-management/${order.serviceId}`)
  await page.locator('.server-notice', { hasText: 'This service is not active yet.' }).waitFor()
  await openTab(page, 'Settings')
  expect(await page.getByRole('button', { name: 'Restart', exact: true }).isDisabled()).toBe(true)
  expectQuiet(trace, [/status of 404/])
  await context.close()
  await portal.admin.call(`/api/admin/services/${path.split('/').pop()}/suspend`, { reason: 'Unpaid bill' })
  const owner = await portal.open(person, { viewport: 'phone' })
  await visit(owner.page, path)
  await owner.page.getByText('This service is suspended: Unpaid bill').waitFor()
  await expectNoAxeViolations(owner.page)
  expectQuiet(owner.trace)
  await owner.context.close()
})

test.concurrent('a site goes back to a backup of its timeline, by the keyboard', async () => {
  const { person, order, path } = await withServer('timeline.example.com')
  await portal.upload(person, order, 'index.html', '<h1>Hello</h1>')
  await person.call('/api/backups', { serviceId: order.serviceId, backupType: 'full' })
  const isDone = async () =>
    (await person.call<{ status: string }[]>('/api/backups')).every(({ status }) => status === 'completed')
  await until(isDone)
  await person.call(`/api/server-restart/${order.serviceId}`, {})
  await until(async () => (await statusOf(person, order)) === 'active')
  const { page, context, trace } = await portal.open(person, { viewport: 'phone' })
  await rememberToasts(context)
  await visit(page, path)
  await page.getByText('View as list').focus()
  await page.keyboard.press('Enter')
  // Whether events seconds apart are one mark of the line depends on how long all of this took; the list has each.
  const list = page.locator('.timeline-list')
  const goBack = list.getByRole('button', { name: /^Go back to here/ })
  await goBack.focus()
  await expectNoAxeViolations(page)
  await noSidewaysScroll(page)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('timeline.example.com').waitFor()
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Go back to here' }).click()
  await list.getByText('Restore', { exact: true }).waitFor()
  await list.getByText('Safety copy made before a restore').waitFor()
  expect((await seenToasts(page)).join()).toContain('Restore Started')
  expectQuiet(trace)
  await context.close()
})

test.concurrent('websites and applications link to what belongs to a service', async () => {
  const { person, order } = await withServer('listed.example.com')
  const { page, context, trace } = await portal.open(person)
  await visit(page, '/applications')
  await page.getByText('No applications yet').waitFor()
  const project = await person.call<{ id: string }>('/api/projects', { name: 'Shop' })
  const file = { projectId: project.id, name: 'index.html', type: 'html', content: '<h1>Shop</h1>' }
  await person.call('/api/projects/files', file)
  await person.call(`/api/projects/${project.id}/publish`, { serviceId: order.serviceId })
  await visit(page, '/applications')
  await page.getByRole('row', { name: /Shop.*listed\.example\.com/ }).waitFor()
  await expectNoAxeViolations(page)
  await visit(page, '/websites')
  const row = page.getByRole('row', { name: /listed\.example\.com/ })
  await row.getByText('Never').waitFor()
  await row.getByRole('button', { name: 'Back up now: listed.example.com' }).click()
  await page.getByText('Backup Created').waitFor()
  await row.getByText('Never').waitFor({ state: 'detached' })
  await expectNoAxeViolations(page)
  expect(await row.getByRole('link', { name: 'Open listed.example.com' }).getAttribute('href')).toContain(
    `/sites/${order.serviceId}/`,
  )
  await row.getByRole('link', { name: 'Files of listed.example.com' }).click()
  await page.getByRole('heading', { level: 1, name: 'File Manager' }).waitFor()
  expect(new URL(page.url()).searchParams.get('service')).toBe(order.serviceId)
  expectQuiet(trace)
  await context.close()
})
