import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { makeTestFolder } from '../support/folders.ts'
import {
  type Order,
  type Person,
  startPortal,
  type TestPortal,
  visit,
  withOwnStream,
} from '../support/portal.ts'
import { startEmbeddedPostgres } from '../support/postgres.ts'
import { startServer } from '../support/server.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())

/** A customer of a portal who looks at the waiting page, connected to its events. */
async function wait(at: TestPortal, domain: string) {
  const person = await at.customer()
  const order = await at.order(person, domain)
  const opened = await at.open(person)
  const { page } = opened
  await withOwnStream(opened.context)
  const connected = page.waitForResponse('**/api/events')
  await visit(page, '/pending-activation')
  await connected
  await page.getByRole('heading', { name: 'Account Pending Activation' }).waitFor()
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  return { ...opened, person, order }
}

async function expectMovedOn(page: Page): Promise<void> {
  await page.waitForURL('**/dashboard')
  await page.getByRole('heading', { level: 1, name: /^Welcome back/ }).waitFor()
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
}

/** Approves an order at another process than the one the page talks to. */
async function approveAt(url: string, admin: Person, order: Order): Promise<void> {
  const answer = await fetch(`${url}/api/admin/orders/${order.id}/approve`, {
    method: 'POST',
    headers: { cookie: admin.cookie, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(answer.status).toBe(200)
}

test('the waiting page moves on when the order is approved in another process', async () => {
  const postgres = await startEmbeddedPostgres()
  const dataDir = makeTestFolder()
  const node = () => ({ DATABASE_URL: postgres.url, SHARED_DATA: 'true', RUN_DIR: makeTestFolder() })
  const first = await startPortal({ dataDir, env: node() })
  const second = await startServer({ dataDir, env: node() })
  try {
    const { page, order } = await wait(first, 'two.example.com')
    await approveAt(second.url, first.admin, order)
    await expectMovedOn(page)
  } finally {
    await Promise.all([first.stop(), second.stop()])
    await postgres.stop()
  }
})

test('the waiting page moves on after a reconnect, when the order was approved while the server was away', async () => {
  const dataDir = makeTestFolder()
  const here = await startPortal({ dataDir })
  const { page, order } = await wait(here, 'away.example.com')
  await here.server.kill9()
  const elsewhere = await startServer({ dataDir })
  await approveAt(elsewhere.url, here.admin, order)
  await elsewhere.stop()
  const again = await startServer({ dataDir, env: { PORT: new URL(here.url).port } })
  await expectMovedOn(page)
  await Promise.all([here.closeWindows(), again.stop()])
})

test('the waiting page moves on when the network returns after the approval', async () => {
  const { page, context, person, order } = await wait(portal, 'offline.example.com')
  await context.setOffline(true)
  await portal.activate(person, order)
  await context.setOffline(false)
  await expectMovedOn(page)
  await context.close()
})

test('the waiting page moves on when the order was approved while the page slept', async () => {
  const { page, context, person, order } = await wait(portal, 'asleep.example.com')
  const debug = await context.newCDPSession(page)
  await debug.send('Page.setWebLifecycleState', { state: 'frozen' })
  await portal.activate(person, order)
  await debug.send('Page.setWebLifecycleState', { state: 'active' })
  await expectMovedOn(page)
  await context.close()
})

async function reject(person: Person, orderId: string, reason: string): Promise<void> {
  await portal.admin.call(`/api/admin/orders/${orderId}/reject`, { reason })
  const orders = await person.call<{ id: string; status: string }[]>('/api/user/orders')
  expect(orders).toEqual([expect.objectContaining({ id: orderId, status: 'rejected' })])
}

test('the waiting page shows why an order was rejected, and leads to another', async () => {
  const { page, context, person, order } = await wait(portal, 'refused.example.com')
  await reject(person, order.id, 'The card was declined by the bank.')
  await page.getByRole('heading', { level: 1, name: 'Order Not Approved' }).waitFor()
  expect(await page.getByRole('blockquote').textContent()).toBe('The card was declined by the bank.')
  await page.getByRole('link', { name: 'Choose another plan' }).click()
  await page.waitForURL('**/select-plan')
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  await context.close()
})

test('a cancelled order ends the waiting', async () => {
  const { page, context, person } = await wait(portal, 'taken-back.example.com')
  await page.getByRole('button', { name: 'Cancel this order…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the order' }).click()
  await page.getByRole('heading', { level: 1, name: 'Order Cancelled' }).waitFor()
  expect(await person.call<unknown[]>('/api/user-services')).toEqual([])
  await context.close()
})
