import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { hour, minute } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { burst, maxEntriesPerHour } from './denials.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const { entries, flush, times } = {
  entries: async () => {
    const { auditLog } = app.store.t
    const rows = await app.store.read.select().from(auditLog).where(eq(auditLog.action, 'access.denied'))
    return rows.map(({ targetId, note, userId, address, actor }) => ({
      targetId,
      note,
      userId,
      address,
      actor,
    }))
  },
  flush: () => app.deps.denials.flush(app.store),
  times: async (count: number, work: (index: number) => Promise<unknown>) => {
    for (let i = 0; i < count; i += 1) await work(i)
  },
}

test('denials are grouped into one entry per account, address, route and reason, regardless of the ids tried', async () => {
  const { cookie, id: userId, email } = await app.addCustomer()
  const address = '192.0.2.7'
  await times(3, () =>
    app.request(`/api/admin/orders/${Bun.randomUUIDv7()}`, { cookie, address, method: 'GET' }),
  )
  await times(2, () => app.request('/api/trpc/admin.audit.list', { cookie, address }))
  await times(4, () => app.request('/api/user', { address: '2001:db8::1' }))
  await times(2, () =>
    app.request('/api/orders', { cookie, address, json: {}, headers: { origin: 'https://evil.example' } }),
  )
  await flush()
  const denied = await entries()
  expect(denied).toContainEqual({
    targetId: 'GET /api/admin/orders/:id',
    note: '3 × 403 FORBIDDEN',
    userId,
    address,
    actor: email,
  })
  expect(denied).toContainEqual({
    targetId: 'GET /api/user',
    note: '4 × 401 UNAUTHORIZED',
    userId: null,
    address: '2001:db8:0:0::/64',
    actor: 'visitor',
  })
  // Refused before the caller was identified.
  expect(denied).toContainEqual({
    targetId: 'POST /api/orders',
    note: '2 × 403 CROSS_SITE',
    userId: null,
    address,
    actor: 'visitor',
  })
})

test('denials of tRPC calls name the procedure as their target', async () => {
  const { cookie, id: userId } = await app.addCustomer()
  await app.request('/api/trpc/ordersDesk.list', { cookie })
  await flush()
  expect(await entries()).toMatchObject([{ targetId: 'ordersDesk.list', userId, note: '1 × 403 FORBIDDEN' }])
})

test('throttled sign-ins are recorded as denials', async () => {
  const json = { emailOrMobile: 'nobody@example.com', password: 'wrong' }
  await times(7, () => app.request('/api/login', { json, address: '192.0.2.9' }))
  await flush()
  expect((await entries()).map(({ note }) => note).sort()).toEqual([
    '2 × 429 TOO_MANY_REQUESTS',
    '5 × 401 UNAUTHORIZED',
  ])
}, 300_000)

test('ordinary errors such as a missing object, an invalid field or a full plan are not recorded', async () => {
  const { cookie } = await app.addCustomer()
  await app.request(`/api/orders/${Bun.randomUUIDv7()}`, { cookie })
  await app.request('/api/orders', { cookie, json: {} })
  await app.request('/api/files/folders', { cookie, json: {} })
  await flush()
  expect(await entries()).toEqual([])
})

test('a total is written when it begins and again when its hour ends', async () => {
  const deny = () => app.request('/api/user')
  await deny()
  await flush()
  await times(5, deny)
  await flush()
  expect((await entries()).map(({ note }) => note)).toEqual(['1 × 401 UNAUTHORIZED'])
  app.advance(hour)
  await flush()
  expect((await entries()).map(({ note }) => note)).toEqual(['1 × 401 UNAUTHORIZED', '5 × 401 UNAUTHORIZED'])
  await flush()
  await deny()
  await app.deps.denials.flush(app.store, { isLast: true })
  expect(await entries()).toHaveLength(3)
})

test('a distributed flood fills no table: the excess is added up, and no denial is lost', async () => {
  const count = 3 * maxEntriesPerHour
  const deny = (index: number) =>
    app.request('/api/user', { address: `10.0.${Math.floor(index / 250)}.${index % 250}` })
  await times(count, deny)
  await times(50, () => deny(7))
  await flush()
  await times(count, (index) => deny(index + 10_000))
  await flush()
  const denied = await entries()
  expect(denied.length).toBeLessThanOrEqual(maxEntriesPerHour + 5)
  expect(denied).toContainEqual(
    expect.objectContaining({ address: '10.0.0.7', note: '51 × 401 UNAUTHORIZED' }),
  )
  expect(denied).toContainEqual(expect.objectContaining({ targetId: 'others', address: null }))
  app.advance(hour)
  await flush()
  const sum = (await entries()).reduce((total, { note }) => total + Number.parseInt(note ?? '', 10), 0)
  expect(sum).toBe(2 * count + 50)
})

test('denials survive an outage of the store', async () => {
  await app.request('/api/user')
  const store = { ...app.store, tx: () => Promise.reject(new Error('gone')) }
  await expect(app.deps.denials.flush(store)).rejects.toThrow('gone')
  await flush()
  expect((await entries()).map(({ note }) => note)).toEqual(['1 × 401 UNAUTHORIZED'])
})

test('a burst is logged each time it has grown tenfold, without identifying the caller', async () => {
  const address = '203.0.113.77'
  const warnings = () => app.logged.filter((line) => line.includes('many requests denied'))
  await times(burst - 1, () => app.request('/api/user', { address }))
  expect(warnings()).toEqual([])
  await times(200, () => app.request('/api/user', { address }))
  expect(warnings()).toHaveLength(1)
  expect(warnings()[0]).toContain('GET /api/user')
  expect(warnings()[0]).not.toContain(address)
  app.advance(minute)
  await times(burst, () => app.request('/api/user', { address }))
  expect(warnings()).toHaveLength(2)
})
