import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { activateService, createTestApp, placeOrder, type TestApp } from '#test/support/app.ts'

let app: TestApp
let owner: { id: string; cookie: string }
let foreign: { cookie: string }
let active: string
let pending: string

beforeAll(async () => {
  app = await createTestApp()
  owner = await app.addCustomer()
  foreign = await app.addCustomer()
  active = (await activateService(app, owner.cookie)).serviceId
  app.advance(3_600_000)
  pending = (await placeOrder(app, owner.cookie)).serviceId
})
afterAll(() => app.close())

const calls = [
  ['GET', 'server-stats', undefined],
  ['GET', 'server-processes', undefined],
  ['GET', 'server-metrics', undefined],
  ['GET', 'server-logs', undefined],
  ['POST', 'server-settings', { autoRestart: true }],
  ['POST', 'server-start', {}],
  ['POST', 'server-stop', {}],
  ['POST', 'server-restart', {}],
] as const

const send = (method: string, path: string, cookie?: string, json?: unknown) =>
  app.request(`/api/${path}`, { method, cookie, json })

describe.each(calls)('%s /api/%s/{id}', (method, name, json) => {
  test('needs a session', async () => {
    const { status, body } = await send(method, `${name}/${active}`, undefined, json)
    expect([status, body]).toMatchObject([401, { message: 'Unauthorized', code: 'UNAUTHORIZED' }])
  })

  test('answers another customer’s, a missing and a malformed id with the same 404', async () => {
    const answers = await Promise.all([
      send(method, `${name}/${active}`, foreign.cookie, json),
      send(method, `${name}/${Bun.randomUUIDv7()}`, owner.cookie, json),
      send(method, `${name}/1%20or%201`, owner.cookie, json),
    ])
    const sentences = answers.map(({ status, body }) => [status, (body as { message: string }).message])
    expect(sentences).toEqual(Array(3).fill([404, 'This service was not found.']))
  })
})

describe('bad input is 422 and names its field', () => {
  test.each([
    ['GET', 'server-metrics', '?range=1y', undefined, 'range'],
    ['GET', 'server-metrics', '?range=', undefined, 'range'],
    ['GET', 'server-logs', '?lines=0', undefined, 'lines'],
    ['GET', 'server-logs', '?lines=1001', undefined, 'lines'],
    ['GET', 'server-logs', '?lines=many', undefined, 'lines'],
    ['GET', 'server-logs', '?kind=notice', undefined, 'kind'],
    ['GET', 'server-logs', `?q=${'x'.repeat(201)}`, undefined, 'q'],
    ['POST', 'server-settings', '', {}, 'autoRestart'],
    ['POST', 'server-settings', '', { autoRestart: 'yes' }, 'autoRestart'],
    ['POST', 'server-settings', '', { autoRestart: 1 }, 'autoRestart'],
    ['POST', 'server-settings', '', { autoRestart: null }, 'autoRestart'],
  ])('in %s %s%s %j', async (method, name, query, json, field) => {
    const { status, body } = await send(method, `${name}/${active}${query}`, owner.cookie, json)
    expect(status).toBe(422)
    expect(Object.keys((body as { fields: object }).fields)).toEqual([field])
  })
})

test.each(['server-start', 'server-stop', 'server-restart'])(
  '%s of a pending service is 409',
  async (name) => {
    expect((await send('POST', `${name}/${pending}`, owner.cookie, {})).status).toBe(409)
  },
)

test('auto-restart is on by default, and a change is stored and returned', async () => {
  const stored = async () =>
    ((await send('GET', `user-services/${active}`, owner.cookie)).body as { autoRestart: boolean })
      .autoRestart
  expect(await stored()).toBe(true)
  for (const autoRestart of [false, true]) {
    const { status, body } = await send('POST', `server-settings/${active}`, owner.cookie, { autoRestart })
    expect([status, body]).toEqual([200, { autoRestart }])
    expect(await stored()).toBe(autoRestart)
  }
})

test('polled calls do not renew the session', async () => {
  const { id, cookie } = await app.addCustomer()
  const nearlyOver = new Date(Date.now() + 60_000)
  const { sessions } = app.store.t
  await app.store.tx((tx) => tx.update(sessions).set({ expire: nearlyOver }).where(eq(sessions.userId, id)))
  for (const [, name] of calls.filter(([method]) => method === 'GET')) {
    const { status, headers } = await send('GET', `${name}/${active}`, cookie)
    expect([status, headers.get('set-cookie')]).toEqual([404, null])
  }
  const [session] = await app.deps.sessions.list(id)
  expect(session?.expiresAt).toEqual(nearlyOver)
})
