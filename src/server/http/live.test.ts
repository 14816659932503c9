import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createTestApp, placeOrder, type TestApp, testOrigin } from '#test/support/app.ts'
import type { LiveKinds } from '../events.ts'
import { streamLimits } from './live.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

/** An open stream of events, read piece by piece. */
async function listen(cookie: string) {
  const request = new Request(`${testOrigin}/api/events`, { headers: { cookie } })
  const response = await app.portal.fetch(request, () => '192.0.2.1')
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) throw new Error('no stream')
  return {
    response,
    next: async () => (await reader.read()).value,
    close: () => reader.cancel(),
  }
}

const publish = (userId: string, kind: keyof LiveKinds, id: string, status = 'active') =>
  app.deps.events.publish({ userId, kind, id, status })

/** The response for a session that was looked up in the meantime. */
const settle = async () => {
  for (let i = 0; i < 20; i += 1) await Promise.resolve()
}

test('a customer receives only events about their own data', async () => {
  const [mine, theirs] = [await app.addCustomer(), await app.addCustomer()]
  const stream = await listen(mine.cookie)
  expect(stream.response.status).toBe(200)
  expect(stream.response.headers.get('content-type')).toStartWith('text/event-stream')
  expect(stream.response.headers.get('cache-control')).toBe('no-store')
  expect(await stream.next()).toContain(': connected')
  publish(theirs.id, 'service', 'theirs')
  publish(theirs.id, 'order', 'theirs', 'pending')
  publish(mine.id, 'service', 'mine')
  expect(await stream.next()).toBe('event: service\ndata: {"id":"mine","status":"active"}\n\n')
  await stream.close()
})

test('an order and its cancellation reach the customer and the administrator', async () => {
  const [customer, administrator] = [await app.addCustomer(), await app.addAdministrator()]
  const streams = [await listen(customer.cookie), await listen(administrator.cookie)]
  for (const stream of streams) await stream.next()
  const { id } = await placeOrder(app, customer.cookie)
  for (const stream of streams)
    expect(await stream.next()).toBe(`event: order\ndata: {"id":"${id}","status":"pending"}\n\n`)
  await app.request(`/api/orders/${id}/cancel`, { cookie: customer.cookie, json: {} })
  for (const stream of streams) {
    expect(await stream.next()).toContain('"status":"cancelled"')
    await stream.close()
  }
})

test('a user with admin access alone receives no events about others', async () => {
  const [customer, guest] = [await app.addCustomer(), await app.addCustomer({ hasAdminAccess: true })]
  const stream = await listen(guest.cookie)
  await stream.next()
  publish(customer.id, 'order', 'theirs', 'pending')
  publish(guest.id, 'order', 'own', 'pending')
  expect(await stream.next()).toContain('"own"')
  await stream.close()
})

test('a keep-alive comment is sent every 8 s', async () => {
  const { cookie } = await app.addCustomer()
  const stream = await listen(cookie)
  await stream.next()
  for (let i = 0; i < 3; i += 1) {
    jest.advanceTimersByTime(8_000)
    expect(await stream.next()).toStartWith(':')
  }
  await stream.close()
})

test('a stream ends with its session, and sends nothing afterwards', async () => {
  const customer = await app.addCustomer()
  const stream = await listen(customer.cookie)
  await stream.next()
  await app.request('/api/logout', { cookie: customer.cookie, json: {} })
  jest.advanceTimersByTime(8_000)
  expect(await stream.next()).toBeUndefined()
  publish(customer.id, 'service', 'late')
})

test('a demoted administrator stops receiving events about others', async () => {
  const [customer, former] = [await app.addCustomer(), await app.addAdministrator()]
  const stream = await listen(former.cookie)
  await stream.next()
  const { users } = app.store.t
  await app.store.tx((tx) => tx.update(users).set({ isAdmin: false }).where(eq(users.id, former.id)))
  jest.advanceTimersByTime(8_000)
  expect(await stream.next()).toStartWith(':')
  publish(customer.id, 'order', 'theirs', 'pending')
  publish(former.id, 'order', 'own', 'pending')
  expect(await stream.next()).toContain('"own"')
  await stream.close()
})

test('a browser that disconnects during the session lookup affects nobody else', async () => {
  const { cookie, id } = await app.addCustomer()
  const stream = await listen(cookie)
  await stream.next()
  jest.advanceTimersByTime(8_000)
  await stream.close()
  await settle()
  publish(id, 'service', 'nobody listens')
})

test('a stream ends when the portal shuts down', async () => {
  const node = await createTestApp({ store: app.store })
  const { cookie } = await app.addCustomer()
  const request = new Request(`${testOrigin}/api/events`, { headers: { cookie } })
  const reader = (await node.portal.fetch(request, () => '192.0.2.1')).body?.getReader()
  await reader?.read()
  await node.close()
  expect((await reader?.read())?.done).toBe(true)
})

test('the streams of an account are limited, and a closed one makes room for another', async () => {
  const [{ cookie }, other] = [await app.addCustomer(), await app.addCustomer()]
  const open = []
  for (let i = 0; i < streamLimits.account; i += 1) open.push(await listen(cookie))
  const refused = await app.request('/api/events', { cookie })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
  const others = await listen(other.cookie)
  expect(others.response.status).toBe(200)
  await others.close()
  await open.pop()?.close()
  open.push(await listen(cookie))
  expect(open.at(-1)?.response.status).toBe(200)
  for (const stream of open) await stream.close()
})

test('the streams of an address are limited, regardless of their accounts', async () => {
  const people = []
  for (let i = 0; i < streamLimits.address / streamLimits.account; i += 1)
    people.push(await app.addCustomer())
  const open = []
  for (const { cookie } of people)
    for (let i = 0; i < streamLimits.account; i += 1) open.push(await listen(cookie))
  const { cookie } = await app.addCustomer()
  expect((await app.request('/api/events', { cookie })).status).toBe(429)
  const request = new Request(`${testOrigin}/api/events`, { headers: { cookie } })
  const elsewhere = await app.portal.fetch(request, () => '198.51.100.77')
  expect(elsewhere.status).toBe(200)
  await elsewhere.body?.cancel()
  for (const stream of open) await stream.close()
})

test('HEAD leaves no stream open: more are answered than an account may have', async () => {
  const { cookie } = await app.addCustomer()
  for (let i = 0; i <= streamLimits.account; i += 1) {
    const { status, headers, text } = await app.request('/api/events', { cookie, method: 'HEAD' })
    expect([status, headers.get('content-type'), text]).toEqual([200, 'text/event-stream', ''])
  }
})

test('a signed-out visitor gets 401', async () => {
  expect((await app.request('/api/events')).status).toBe(401)
  expect((await app.request('/api/events', { cookie: 'sid=nobody' })).status).toBe(401)
})
