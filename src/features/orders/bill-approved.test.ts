import { afterAll, beforeAll, expect, test } from 'bun:test'
import { asc, eq, inArray } from 'drizzle-orm'
import { invariants } from '#features/billing/invariants.ts'
import { workOnce } from '#server/jobs/jobs.ts'
import { day } from '#shared/time.ts'
import { createTestApp, placeOrder, type TestApp } from '#test/support/app.ts'
import { billing } from './service/bill-approved.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const billOlder = () => workOnce(app.deps, { handlers: [], tasks: [billing] })

/** Approved orders without invoices, the last one placed approved first. */
async function approveBefore(count: number): Promise<string[]> {
  const administrator = await app.addAdministrator()
  const ids: string[] = []
  for (let place = 0; place < count; place += 1) {
    app.advance(day)
    ids.unshift((await placeOrder(app, (await app.addCustomer()).cookie)).id)
  }
  for (const id of ids) {
    app.advance(day)
    const { cookie } = administrator
    await app.request(`/api/admin/orders/${id}/approve`, { cookie, json: {} })
  }
  await app.store.tx(async (tx) => {
    const { invoices: i, invoiceLines: l, payments: p, invoiceSeries: s, billingAccounts: b } = tx.t
    for (const table of [p, l, i, s, b]) await tx.delete(table)
  })
  return ids
}

test('issues invoices for older approved orders, dated today, in order of approval', async () => {
  const ids = await approveBefore(3)
  app.advance(30 * day)
  await Promise.all([billOlder(), billOlder()])
  const { invoices: i, payments: p, orders: o } = app.store.t
  const rows = await app.store.read.select().from(i).orderBy(asc(i.place))
  expect(rows.map(({ orderId }) => orderId)).toEqual(ids)
  for (const row of rows)
    expect(row).toMatchObject({
      status: 'paid',
      issuedAt: app.deps.now(),
      totalPaise: 9_900,
      paidPaise: 9_900,
    })
  const payments = await app.store.read.select().from(p).where(inArray(p.orderId, ids))
  const orders = await app.store.read.select().from(o).where(eq(o.status, 'approved'))
  const decided = new Map(orders.map(({ id, decidedAt }) => [id, decidedAt]))
  for (const { orderId, receivedAt } of payments) expect(decided.get(orderId ?? '')).toEqual(receivedAt)
  expect(payments).toHaveLength(3)
  await billOlder()
  expect(await app.store.read.$count(i)).toBe(3)
  for (const { name, count } of invariants)
    expect([name, await count(app.store, app.dataDir, app.deps.secrets)]).toEqual([name, 0])
})

test('an approved order without an invoice violates an invariant until then', async () => {
  await approveBefore(1)
  const [first] = invariants
  const broken = () => first?.count(app.store, app.dataDir, app.deps.secrets)
  expect(await broken()).toBeGreaterThan(0)
  await billOlder()
  expect(await broken()).toBe(0)
})
