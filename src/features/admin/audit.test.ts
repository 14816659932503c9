import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { appendAudit } from '#db/audit/audit.ts'
import { after, second } from '#shared/time.ts'
import { createTestApp, placeOrder, type TestApp } from '#test/support/app.ts'
import type { AuditRow } from './contract.ts'

let app: TestApp
let administrator: { cookie: string; id: string; email: string }
let asha: { cookie: string; id: string; email: string; mobile: string }
let ravi: { cookie: string; id: string; email: string }
let order: { id: string; serviceId: string }

beforeAll(async () => {
  app = await createTestApp()
  administrator = await app.addAdministrator()
  asha = await app.addCustomer()
  ravi = await app.addCustomer()
  await app.store.tx(async (tx) => {
    const { users } = tx.t
    await tx.update(users).set({ firstName: 'Asha', lastName: 'Räo' }).where(eq(users.id, asha.id))
  })
  order = await placeOrder(app, asha.cookie, { domain: 'lotus.example.com' })
  await placeOrder(app, ravi.cookie, { domain: 'cedar.example.com' })
  await app.request(`/api/admin/orders/${order.id}/reject`, {
    cookie: administrator.cookie,
    json: { reason: 'The card was declined.' },
  })
})
afterAll(() => app.close())

type Page = { items: AuditRow[]; nextCursor: string | null }
const get = (query: string, cookie = administrator.cookie) =>
  app.request(`/api/admin/audit?${query}`, { cookie })
const find = async (query: string) => (await get(query)).body as Page
const actionsOf = async (query: string) =>
  (await find(`${query}&limit=100`)).items.map(({ action }) => action)

test.each([
  ['the name of its subject, in any case', 'asha räO'],
  ['its action, in words', 'order reject'],
  ['its note', 'card was'],
  ["the beginning of its target's name", 'LOTUS.exa'],
])('finds an entry by %s', async (_, q) => {
  const { items } = await find(`q=${encodeURIComponent(q)}`)
  expect(items).toContainEqual(
    expect.objectContaining({
      action: 'order.reject',
      by: expect.objectContaining({ id: administrator.id }),
      customer: expect.objectContaining({ id: asha.id }),
    }),
  )
  expect(items.filter(({ customer }) => customer?.id === ravi.id)).toEqual([])
})

test('finds an entry by the address of its actor, and by the id of its target', async () => {
  expect(await actionsOf(`q=${administrator.email}`)).toContain('order.reject')
  expect(await actionsOf(`q=${ravi.email}`)).not.toContain('order.reject')
  expect(await actionsOf(`q=${order.id.toUpperCase()}`)).toEqual(['order.reject', 'order.create'])
  expect(await actionsOf(`q=${order.id}&kind=payments`)).toEqual([])
  expect(await actionsOf(`q=${Bun.randomUUIDv7()}`)).toEqual([])
})

test("an entry of a customer's own action has the customer, one of an administrator alone has none", async () => {
  const [created] = (await find('q=order.create&limit=1')).items
  expect(created).toMatchObject({ by: { id: ravi.id }, customer: { id: ravi.id } })
  const own = { action: 'auth.password.change', targetType: 'user', targetId: administrator.id }
  const { id: actorId } = administrator
  await app.store.tx((tx) => appendAudit(tx, { ...own, at: app.deps.now(), actorId, userId: actorId }))
  expect((await find('limit=1')).items).toMatchObject([{ by: { id: actorId }, customer: null }])
})

test('filters the log by kind of action, alone and with a search', async () => {
  expect(new Set(await actionsOf('kind=orders'))).toEqual(new Set(['order.create', 'order.reject']))
  for (const action of await actionsOf('kind=accounts')) expect(action).toMatch(/^(auth|user|account)\./)
  const all = ['orders', 'payments', 'services', 'domains', 'mail', 'accounts', 'portal']
  const each = await Promise.all(all.map((kind) => actionsOf(`kind=${kind}`)))
  expect(each.flat().toSorted()).toEqual((await actionsOf('kind=all')).toSorted())
  expect(await actionsOf(`kind=orders&q=${ravi.email}`)).toEqual(['order.create'])
})

test('finds nothing for wildcards, and refuses unknown filters', async () => {
  for (const q of ['%25', 'order_reject', "' or 1=1 --"]) expect(await actionsOf(`q=${q}`)).toEqual([])
  for (const wrong of [
    'kind=lost',
    `q=${'x'.repeat(255)}`,
    'q=%00',
    'q=asha&cursor=x',
    'kind=orders&cursor=x',
  ])
    expect((await get(wrong)).status).toBe(422)
  expect((await app.request('/api/admin/audit?q=asha')).status).toBe(401)
  expect((await get('q=asha', asha.cookie)).status).toBe(403)
})

test('returns each match once in pages of any size, and continues after the rows of a page', async () => {
  const whole = (await find('q=order&limit=100')).items.map(({ id }) => id)
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page = await find(`q=order&limit=1&cursor=${cursor}`)
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor
  }
  expect(seen).toEqual(whole)

  const rows = Array.from({ length: 1_000 }, () => ({
    ...{ at: after(app.deps.now(), second), actorId: null, action: 'test.filled', targetType: 'test' },
    targetId: null,
  }))
  for (let part = 0; part < 23; part += 1)
    await app.store.tx((tx) =>
      tx.insert(tx.t.auditLog).values(rows.map((row) => ({ ...row, id: Bun.randomUUIDv7() }))),
    )
  const first = await find('q=order.reject')
  expect(first.items).toEqual([])
  const next = await find(`q=order.reject&cursor=${first.nextCursor}`)
  expect(next).toMatchObject({ items: [{ action: 'order.reject' }], nextCursor: null })
})
