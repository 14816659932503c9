import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readEnv } from '#env'
import type { DomainError } from '#shared/errors.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createRequestLimits, maxCallers } from './request-limits.ts'

describe('the limits', () => {
  const perMinute = { reads: 60, writes: 6 }
  const use = (key: string, isWrite = false, cost = 1) => ({ key, isWrite, cost })

  /** The times at which requests passed, when `perSecond` are sent in each of so many seconds. */
  function flood(seconds: number, perSecond: number): number[] {
    const limits = createRequestLimits(perMinute)
    const moments = Array.from({ length: seconds * perSecond }, (_, i) => (i * 1_000) / perSecond)
    return moments.filter((now) => {
      try {
        limits.count(use('a'), now)
        return true
      } catch {
        return false
      }
    })
  }

  test.each([
    ['all together', 1, 500],
    ['as fast as they pass', 300, 10],
    ['just above the limit', 300, 2],
  ])('let no more than the limit through in any 60 s when requests are sent %s', (_, seconds, perSecond) => {
    const passed = flood(seconds, perSecond)
    const within = passed.map((from) => passed.filter((at) => at >= from && at < from + 60_000).length)
    expect(Math.max(...within)).toBe(perMinute.reads)
  })

  test('let everything through at the permitted rate', () => {
    expect(flood(300, 1).length).toBeGreaterThan(300 * 0.98)
  })

  test('report when the next request will pass', () => {
    const limits = createRequestLimits(perMinute)
    const waitAt = (now: number): number => {
      try {
        limits.count(use('a'), now)
      } catch (error) {
        return (error as DomainError).retryAfterSeconds ?? 0
      }
      return 0
    }
    for (let i = 0; i < 30; i += 1) expect(waitAt(0)).toBe(0)
    for (let i = 0; i < 30; i += 1) expect(waitAt(20_500)).toBe(0)
    expect(waitAt(21_000)).toBe(40)
    expect(waitAt(60_900)).toBe(1)
    for (let i = 0; i < 30; i += 1) expect(waitAt(61_000)).toBe(0)
    expect(waitAt(61_000)).toBe(20)
  })

  test('count reads, writes and callers separately, and weigh costlier requests more', () => {
    const limits = createRequestLimits(perMinute)
    for (let i = 0; i < 6; i += 1) limits.count(use('a', true), 0)
    expect(() => limits.count(use('a', true), 0)).toThrow('too many requests')
    limits.count(use('a', false, 59), 0)
    expect(() => limits.count(use('a', false, 5), 0)).toThrow('too many requests')
    limits.count(use('a'), 0)
    limits.count(use('b', true), 0)
  })

  test('let a request that costs more than a minute’s allowance through once a minute', () => {
    const limits = createRequestLimits({ reads: 3, writes: 3 })
    limits.count(use('a', false, 5), 0)
    expect(() => limits.count(use('a'), 59_999)).toThrow('too many requests')
    limits.count(use('a', false, 5), 61_000)
  })

  test('do not apply when set to 0', () => {
    const limits = createRequestLimits({ reads: 0, writes: 0 })
    for (let i = 0; i < 10_000; i += 1) limits.count(use('a', i % 2 === 0), 0)
  })

  test('remember only the most recent callers, up to a maximum', () => {
    const limits = createRequestLimits({ reads: 1, writes: 1 })
    limits.count(use('first'), 0)
    limits.count(use('second'), 0)
    expect(() => limits.count(use('first'), 0)).toThrow('too many requests')
    for (let i = 0; i < maxCallers - 1; i += 1) limits.count(use(`other ${i}`), 0)
    expect(() => limits.count(use('first'), 0)).toThrow('too many requests')
    limits.count(use('second'), 0)
  })
})

describe('requests', () => {
  let app: TestApp
  beforeAll(async () => {
    const env = { ...readEnv({ READS_PER_MINUTE: '20', WRITES_PER_MINUTE: '4', LOG_LEVEL: 'silent' }) }
    app = await createTestApp({ env })
  })
  afterAll(() => app.close())

  /** The number of 30 requests that passed, and the first that did not. */
  async function burst(send: () => ReturnType<TestApp['request']>) {
    const replies = []
    for (let i = 0; i < 30; i += 1) replies.push(await send())
    const refused = replies.filter(({ status }) => status === 429)
    return { passed: replies.length - refused.length, refused: refused[0] }
  }

  test('by one user are counted together across addresses and transports', async () => {
    const { cookie } = await app.addCustomer()
    const paths = ['/api/user', '/api/trpc/auth.me', '/api/cloud/all-services']
    let i = 0
    const { passed, refused } = await burst(() => {
      i += 1
      return app.request(paths[i % 3] ?? '', { cookie, address: `203.0.113.${i}` })
    })
    expect(passed).toBe(20)
    expect(refused?.body).toMatchObject({ code: 'TOO_MANY_REQUESTS', message: expect.stringMatching(/wait/) })
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    const { cookie: other } = await app.addCustomer()
    expect((await app.request('/api/user', { cookie: other })).status).toBe(200)
  })

  test('in a batch are counted one by one', async () => {
    const { cookie } = await app.addCustomer()
    const path = '/api/trpc/orders.list,orders.list,orders.list,orders.list,orders.list?batch=1&input={}'
    expect((await burst(() => app.request(path, { cookie }))).passed).toBe(4)
  })

  test('in a batch with escaped commas are counted one by one too', async () => {
    const { cookie } = await app.addCustomer()
    const path = `/api/trpc/${Array(5).fill('orders.list').join('%2C')}?batch=1&input={}`
    expect((await burst(() => app.request(path, { cookie }))).passed).toBe(4)
  })

  test('with side effects have their own limit', async () => {
    const { cookie } = await app.addCustomer()
    expect((await burst(() => app.request('/api/projects', { cookie, json: { name: 'a' } }))).passed).toBe(4)
    expect((await app.request('/api/user', { cookie })).status).toBe(200)
  })

  test('by visitors are counted by address, and by network for IPv6', async () => {
    let i = 0
    const send = () => {
      i += 1
      return app.request('/api/service-categories', { address: `2001:db8::${i}` })
    }
    expect((await burst(send)).passed).toBe(20)
    expect((await app.request('/api/service-categories', { address: '2001:db8:1::1' })).status).toBe(200)
  })

  test.each([
    ['POST', '/api/logout', { json: {} }, 200],
    ['POST', '/api/trpc/auth.logout', { json: {} }, 200],
    ['POST', '/auth', { body: new URLSearchParams({ mode: 'logout' }) }, 303],
    [
      'GET',
      '/api/logout',
      { headers: { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'same-origin' } },
      302,
    ],
  ])('to sign out by %s %s pass at the limit', async (_, path, options, status) => {
    const { cookie } = await app.addCustomer()
    await burst(() => app.request('/api/projects', { cookie, json: { name: 'a' } }))
    await burst(() => app.request('/api/projects', { cookie }))
    expect((await app.request('/api/user', { cookie })).status).toBe(429)
    expect((await app.request(path, { ...options, cookie })).status).toBe(status)
    expect((await app.request('/api/user', { cookie })).status).toBe(401)
  })

  test('to sign out and do something else as well are counted', async () => {
    const { cookie } = await app.addCustomer()
    const path = '/api/trpc/auth.logout,projects.create?batch=1'
    await burst(() => app.request('/api/projects', { cookie, json: { name: 'a' } }))
    expect((await app.request(path, { cookie, json: {} })).status).toBe(429)
  })

  test('for the portal’s health are never counted', async () => {
    expect((await burst(() => app.request('/health', { address: '198.51.100.200' }))).passed).toBe(30)
    expect((await burst(() => app.request('/ready', { address: '198.51.100.200' }))).passed).toBe(30)
  })
})
