import { afterAll, beforeAll, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { day } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createOrdering, freshDomain, idOf, type Ordering } from '#test/support/ordering.ts'
import { releasing } from './hold-name.ts'

let app: TestApp
let order: Ordering['order']
let administrator: string
beforeAll(async () => {
  app = await createTestApp()
  app.deps.env.HELD_NAMES = 3
  ;({ order } = await createOrdering(app))
  administrator = (await app.addAdministrator()).cookie
})
afterAll(() => app.close())

const release = () => releasing.run(app.deps, new AbortController().signal)
const mailsOf = (relatedId: string, kind: string) => {
  const { mails } = app.store.t
  return app.store.read.$count(mails, and(eq(mails.relatedId, relatedId), eq(mails.kind, kind)))
}

test('pending orders reserve up to three names per account; a fourth is 403 until one is decided', async () => {
  const { cookie } = await app.addCustomer()
  const place = (domain: string | null = freshDomain()) => order({ domain }, cookie)
  const held = [await place(), await place(), await place()]
  expect(held.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(await place()).toMatchObject({
    status: 403,
    body: {
      code: 'LIMIT_REACHED',
      limit: 3,
      used: 3,
      message: expect.stringContaining('Order without a domain'),
    },
  })
  expect((await place(null)).status).toBe(201)
  const [first = held[0]] = held
  await app.request(`/api/orders/${first ? idOf(first) : ''}/cancel`, { cookie, json: {} })
  expect((await place()).status).toBe(201)
})

test('concurrent orders reserve no more than three', async () => {
  const { cookie } = await app.addCustomer()
  const replies = await Promise.all(Array.from({ length: 8 }, () => order({ domain: freshDomain() }, cookie)))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(3)
})

test('a name is reserved for 7 days: then another customer gets it, and both decisions are notified by mail', async () => {
  const [loser, winner] = [await app.addCustomer(), await app.addCustomer()]
  const domain = freshDomain()
  const id = idOf(await order({ domain }, loser.cookie))
  app.advance(7 * day - 1)
  await release()
  expect((await order({ domain }, winner.cookie)).status).toBe(409)
  app.advance(1)
  await release()
  expect((await order({ domain }, winner.cookie)).status).toBe(201)
  await release()
  expect(await mailsOf(id, 'order.released')).toBe(1)
  const approved = await app.request(`/api/admin/orders/${id}/approve`, { cookie: administrator, json: {} })
  expect(approved.status).toBe(200)
  expect(await mailsOf(id, 'order.nameless')).toBe(1)
})

test("an approved order's name stays reserved", async () => {
  const [owner, other] = [await app.addCustomer(), await app.addCustomer()]
  const domain = freshDomain()
  const id = idOf(await order({ domain }, owner.cookie))
  await app.request(`/api/admin/orders/${id}/approve`, { cookie: administrator, json: {} })
  app.advance(8 * day)
  await release()
  expect((await order({ domain }, other.cookie)).status).toBe(409)
  expect(await mailsOf(id, 'order.nameless')).toBe(0)
})
