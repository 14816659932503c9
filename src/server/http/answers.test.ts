import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { StoreUnavailable } from '#db/errors.ts'
import { createTestApp, findPlan, type TestApp } from '#test/support/app.ts'
import { securityHeaders } from './security.ts'

let app: TestApp
let customer: { cookie: string; id: string }
beforeAll(async () => {
  app = await createTestApp()
  customer = await app.addCustomer()
})
afterAll(() => app.close())

const json = { 'content-type': 'application/json' }

describe('tRPC', () => {
  const names = (count: number) => Array.from({ length: count }, () => 'catalogue.categories').join(',')

  test('answers ten calls in a batch and refuses eleven', async () => {
    const ten = await app.request(`/api/trpc/${names(10)}?batch=1&input=%7B%7D`)
    expect(ten.status).toBe(200)
    expect(ten.body).toHaveLength(10)
    for (const count of [11, 1_000]) {
      const reply = await app.request(`/api/trpc/${names(count)}?batch=1&input=%7B%7D`)
      expect(reply.status).toBe(400)
    }
  })

  test('refuses a query sent by POST and a mutation sent by GET', async () => {
    expect((await app.request('/api/trpc/catalogue.categories', { json: {} })).status).toBe(405)
    expect((await app.request('/api/trpc/auth.logout', { cookie: customer.cookie })).status).toBe(405)
    expect((await app.request('/api/user', { cookie: customer.cookie })).status).toBe(200)
  })

  test('answers malformed JSON with 400', async () => {
    expect((await app.request('/api/trpc/catalogue.plans?input=%7B')).status).toBe(400)
  })

  test('reports errors with the same body as REST and reveals no internals', async () => {
    const reply = await app.request('/api/trpc/auth.user')
    expect(reply.body).toEqual({
      error: {
        code: expect.any(Number),
        message: 'Unauthorized',
        data: {
          httpStatus: 401,
          body: { message: 'Unauthorized', code: 'UNAUTHORIZED', requestId: expect.any(String) },
        },
      },
    })
  })
})

describe('a server error', () => {
  const inside = /sqlite|postgres|select |insert |\/work|\/src|at .*\.ts|stack|planted/i

  async function breakStore(error: unknown) {
    const store = { ...app.store, tx: () => Promise.reject(error), read: app.store.read }
    const portal = await createTestApp({ store })
    const plan = await findPlan(app, 'Starter')
    const body = { planId: plan.id, amount: 99, paymentMethod: 'credit_card' }
    const send = (path: string) => portal.request(path, { cookie: customer.cookie, json: body })
    return { portal, send }
  }

  test('is a masked 500 on both transports, with a request id that appears in the log', async () => {
    const { portal, send } = await breakStore(new Error('planted: SQLITE_IOERR in insert into orders'))
    for (const path of ['/api/orders', '/api/trpc/orders.create']) {
      const reply = await send(path)
      expect(reply.status).toBe(500)
      expect(reply.text).not.toMatch(inside)
      const requestId = reply.headers.get('x-request-id') ?? ''
      expect(reply.text).toContain(requestId)
      expect(reply.text).toContain('INTERNAL')
      expect(portal.logged.some((line) => line.includes(requestId) && line.includes('planted'))).toBe(true)
    }
  })

  test.each([
    ['busy', 503, 'UNAVAILABLE'],
    ['connection', 503, 'UNAVAILABLE'],
    ['full', 507, 'DISK_FULL'],
  ] as const)('in the store (%s) is answered %d', async (reason, status, code) => {
    const { send } = await breakStore(new StoreUnavailable(reason))
    for (const path of ['/api/orders', '/api/trpc/orders.create']) {
      const reply = await send(path)
      expect(reply.status).toBe(status)
      expect(reply.text).toContain(code)
      if (status === 503) expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    }
  })
})

describe('the security headers', () => {
  const paths = [
    '/api/service-categories',
    '/api/user',
    '/api/nothing',
    '/api/login',
    '/api/logout',
    '/api/trpc/catalogue.all',
    '/health',
    '/ready',
    '/nothing',
  ]
  test.each(paths)('are set on %s', async (path) => {
    const { headers } = await app.request(path)
    for (const [name, value] of securityHeaders({ secure: false })) expect(headers.get(name)).toBe(value)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    for (const name of ['server', 'x-powered-by', 'strict-transport-security'])
      expect(headers.has(name)).toBe(false)
  })

  test('are set on every kind of refusal', async () => {
    const refusals = [
      app.request('/api/orders', { method: 'PUT' }),
      app.request('/api/orders', { body: '{', headers: json, cookie: customer.cookie }),
      app.request('/api/orders', {
        body: 'x',
        headers: { 'content-type': 'text/plain' },
        cookie: customer.cookie,
      }),
      app.request('/api/orders', { body: ' '.repeat(70_000), headers: json, cookie: customer.cookie }),
      app.request('/api/orders', { json: {}, headers: { origin: 'null' } }),
      app.request('/api/orders', { json: {} }),
      app.request('/api/orders', { json: {}, cookie: customer.cookie }),
    ]
    const replies = await Promise.all(refusals)
    expect(replies.map(({ status }) => status)).toEqual([405, 400, 415, 413, 403, 401, 422])
    for (const { headers } of replies) {
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })

  test('tell the browser to stay on TLS for at least a year when served behind TLS', async () => {
    const portal = await createTestApp({ store: app.store, origin: () => 'https://portal.test' })
    const value = (await portal.request('/health')).headers.get('strict-transport-security')
    expect(Number(/max-age=(\d+)/.exec(value ?? '')?.[1])).toBeGreaterThanOrEqual(31_536_000)
  })
})
