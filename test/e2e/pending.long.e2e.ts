import { expect, test } from 'bun:test'
import { makeTestFolder } from '../support/folders.ts'
import { type Order, type Person, startPortal } from '../support/portal.ts'
import { startEmbeddedPostgres } from '../support/postgres.ts'
import { startServer } from '../support/server.ts'
import { expectMovedOn, portal, prepare, wait } from './pending-steps.ts'

prepare()

/** Approves an order in a different process from the page’s. */
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

test('the waiting page moves on when the order was approved while the page slept', async () => {
  const { page, context, person, order } = await wait(portal, 'asleep.example.com')
  const debug = await context.newCDPSession(page)
  await debug.send('Page.setWebLifecycleState', { state: 'frozen' })
  await portal.activate(person, order)
  await debug.send('Page.setWebLifecycleState', { state: 'active' })
  await expectMovedOn(page)
  await context.close()
})
