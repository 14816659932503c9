import { afterAll, beforeAll, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { expectQuiet } from '../support/browser.ts'
import { type Order, type Person, startPortal, type TestPortal, until, visit } from '../support/portal.ts'
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

async function openDrawer(page: Page): Promise<void> {
  await bell(page).click()
  await drawer(page).getByRole('listitem').first().waitFor()
}

test('an order is followed from its approval to its service, live and across a reload', async () => {
  const next = await portal.order(customer, 'next.example.com')
  const { page, context, trace } = await portal.open(customer)
  await visit(page, '/account')
  await openDrawer(page)
  await row(page, 'Starter order', 'next.example.com').getByText('Awaiting approval.').waitFor()
  await portal.activate(customer, next)
  await row(page, 'Starter order', 'next.example.com').getByText('Done', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await drawer(page).waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.matches('.activity-bell'))

  await customer.call('/api/backups', { serviceId: order.serviceId, type: 'full' })
  await until(async () => {
    const backups = await customer.call<{ status: string }[]>('/api/backups')
    return backups.every(({ status }) => status === 'completed')
  })
  await visit(page, '/account')
  await openDrawer(page)
  const backup = row(page, 'Full backup', 'activity.example.com')
  await backup.getByText('Done', { exact: true }).waitFor()
  await backup.getByRole('link').click()
  await page.waitForURL(`**/backups?service=${order.serviceId}`)
  await drawer(page).waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.matches('main h1'))
  expectQuiet(trace)
  await context.close()
})
