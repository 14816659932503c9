import { afterAll, beforeAll, expect, test } from 'bun:test'
import { expectQuiet } from '../support/browser.ts'
import { type Order, type Person, startPortal, type TestPortal, visit } from '../support/portal.ts'
import { bell, drawer, row } from './shell-activity-steps.ts'

let portal: TestPortal
let customer: Person
let order: Order
beforeAll(async () => {
  portal = await startPortal()
  customer = await portal.customer()
  order = await portal.order(customer, 'activity.example.com')
  await portal.activate(customer, order)
})
afterAll(() => portal.stop())

test('the bell on a phone counts work in progress, with its progress and failures', async () => {
  const { page, context, trace } = await portal.open(customer, { viewport: 'phone' })
  const running = {
    id: 'backup:1',
    kind: 'backup',
    state: 'running',
    title: 'Full backup',
    subject: 'Starter · activity.example.com',
    detail: null,
    progress: 40,
    serviceId: order.serviceId,
    projectId: null,
    at: new Date().toISOString(),
  }
  const failed = { ...running, id: 'restore:1', kind: 'restore', state: 'failed', progress: null }
  const activities = [running, { ...failed, title: 'Restore', detail: 'The disk is full.' }]
  await page.route('**/api/trpc/activity.list*', (route) =>
    route.fulfill({ json: [{ result: { data: activities } }] }),
  )
  await visit(page, '/dashboard')
  await page.getByRole('button', { name: 'Activity, 1 in progress' }).click()
  const bar = drawer(page).getByRole('progressbar', { name: 'Full backup, Starter · activity.example.com' })
  expect(await bar.getAttribute('aria-valuenow')).toBe('40')
  await row(page, 'Restore', 'activity.example.com').getByText('The disk is full.').waitFor()
  expectQuiet(trace)
  await context.close()
})

test('an empty list says so, and a failure that can be retried has a retry button', async () => {
  const { page, context, trace } = await portal.open(portal.admin)
  let isBroken = true
  await page.route('**/api/trpc/activity.list*', (route) =>
    isBroken ? route.fulfill({ status: 500, body: 'broken' }) : route.continue(),
  )
  await visit(page, '/account')
  await bell(page).click()
  await drawer(page).getByText('Your activity could not be loaded').waitFor()
  isBroken = false
  await drawer(page).getByRole('button', { name: 'Try again' }).click()
  await drawer(page).getByText('Nothing in the last seven days').waitFor()
  expectQuiet(trace, [/500/])
  await context.close()
})
