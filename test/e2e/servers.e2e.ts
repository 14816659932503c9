import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expectQuiet, widthsOf } from '../support/browser.ts'
import { type Order, type Person, until, visit } from '../support/portal.ts'
import { rememberToasts, seenToasts } from '../support/toasts.ts'
import {
  html,
  noSidewaysScroll,
  openTab,
  portal,
  prepare,
  statsOf,
  statusOf,
  withServer,
} from './servers-steps.ts'

prepare()

type Process = { pid: number }

const pidOf = async (person: Person, { serviceId }: Order) =>
  (await person.call<Process[]>(`/api/server-processes/${serviceId}`))[0]?.pid

/** Advances the page’s own clock, so that its polls run. */
const fiveSeconds = (page: Page) => page.clock.runFor(5_000)

test.concurrent.each(widthsOf('desktop'))(
  'a site is opened, and its metrics, charts and log change: %s',
  async (viewport) => {
    const { person, order } = await withServer()
    await portal.upload(person, order, 'index.html', html)
    const { page, context, trace } = await portal.open(person, { viewport })
    await page.clock.install()
    await visit(page, '/dashboard')
    await page.getByRole('link', { name: /^Starter/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Starter' }).waitFor()
    await page.locator('.site-state', { hasText: 'Live' }).waitFor()
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
    await log
      .getByText(/GET \S* .*200/)
      .first()
      .waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Errors' }).click()
    await page.getByText('None of the last 1,000 lines matches.').waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('Paused.').waitFor()
    // A poll due at the moment of the click may still be sent.
    await fiveSeconds(page)
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

test.concurrent('restart shows "Restarting" for 10 s and then the stored status, and a different process runs', async () => {
  const { person, order, path } = await withServer('restarted.example.com')
  const before = await pidOf(person, order)
  const { page, context, trace } = await portal.open(person)
  await page.clock.install()
  await rememberToasts(context)
  await visit(page, `${path}?tab=settings`)
  const status = page.locator('.site-state')
  expect(await status.textContent()).toBe('Live')
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
  await status.getByText('Live').waitFor()
  const toasts = (await seenToasts(page)).join()
  expect(toasts).toContain('Server Restart Initiated')
  expect(toasts).toContain('Your server is restarting. This may take a few minutes.')
  expectQuiet(trace)
  await context.close()
})

test.concurrent('a server is stopped after a confirmation, is shown as stopped on every page, and is started again', async () => {
  const { person, order, path } = await withServer('paused.example.com')
  const { page, context, trace } = await portal.open(person)
  await visit(page, `${path}?tab=settings`)
  await page.getByRole('button', { name: 'Stop…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }).click()
  await page.locator('.server-notice', { hasText: 'This server is stopped.' }).waitFor()
  await page.locator('.site-state', { hasText: 'Stopped' }).waitFor()
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
  await page.locator('.site-state', { hasText: 'Live' }).waitFor()
  await until(async () => (await statsOf(person, order)).processes > 0)
  expectQuiet(trace)
  await context.close()
})

test.concurrent('websites and applications link to the parts of a service', async () => {
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
    '/sites/listed-example-com/',
  )
  await row.getByRole('link', { name: 'Files of listed.example.com' }).click()
  await page.getByRole('tab', { name: 'Files', selected: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/server-management/${order.serviceId}/files`)
  expectQuiet(trace)
  await context.close()
})
