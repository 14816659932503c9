import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { z } from 'zod'
import { byId } from '#shared/schema.ts'
import { createTestApp, type TestApp, testOrigin } from '#test/support/app.ts'
import type { Meta } from '../trpc/procedure-meta.ts'
import { customer, router } from '../trpc/trpc.ts'
import { listRoutes, mountRest } from './rest.ts'
import { createTransport, type RequestEnv } from './transport.ts'

let app: TestApp
let cookie: string
let version = 'one'
let runs = 0
let fetch: (path: string, headers?: Record<string, string>) => Promise<Response>

/** The portal's own transport with one polled procedure that has a version. */
function mount(meta: Meta) {
  const routes = router({
    thing: customer
      .meta({ rest: 'GET /api/things/:id', poll: true, ...meta })
      .input(byId)
      .output(z.object({ runs: z.number() }))
      .query(() => {
        runs += 1
        return { runs }
      }),
  })
  const hono = new Hono<RequestEnv>()
  mountRest(hono, { routes: listRoutes(routes), others: [] }, createTransport(app.deps))
  return hono
}

beforeAll(async () => {
  app = await createTestApp()
  cookie = (await app.addCustomer()).cookie
  const hono = mount({
    etag: async (ctx, getRawInput) => {
      const { id } = byId.parse(await getRawInput())
      return version === '' ? null : `${ctx.user.id}-${id}-${version}`
    },
  })
  fetch = async (path, headers = { cookie }) =>
    hono.fetch(new Request(testOrigin + path, { headers }), {
      requestId: 'request',
      addressOf: () => '192.0.2.1',
    })
})
afterAll(() => app.close())

const path = `/api/things/${Bun.randomUUIDv7()}`

test('an answer has an ETag, and a client that sends it back gets 304 without running the procedure', async () => {
  const first = await fetch(path)
  const etag = first.headers.get('etag') ?? ''
  expect([first.status, etag.startsWith('"'), await first.json()]).toEqual([200, true, { runs }])
  const before = runs
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await fetch(path, { cookie, 'if-none-match': known })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
  }
  expect(runs).toBe(before)
  version = 'two'
  const changed = await fetch(path, { cookie, 'if-none-match': etag })
  expect(changed.status).toBe(200)
  expect(changed.headers.get('etag')).not.toBe(etag)
  expect(runs).toBe(before + 1)
})

test('a version depends on the caller and on the input', async () => {
  const etag = (await fetch(path)).headers.get('etag') ?? ''
  const other = (await app.addCustomer()).cookie
  expect((await fetch(path, { cookie: other, 'if-none-match': etag })).status).toBe(200)
  const elsewhere = `/api/things/${Bun.randomUUIDv7()}`
  expect((await fetch(elsewhere, { cookie, 'if-none-match': etag })).status).toBe(200)
})

test('a visitor without a session cannot find out whether a version is current', async () => {
  const reply = await fetch(path, { 'if-none-match': '*' })
  expect([reply.status, reply.headers.get('etag')]).toEqual([401, null])
})

test('an answer without a version has no ETag', async () => {
  version = ''
  const reply = await fetch(path, { cookie, 'if-none-match': '*' })
  expect([reply.status, reply.headers.get('etag')]).toEqual([200, null])
  version = 'three'
})

test('polling a version does not renew the session', async () => {
  const { id } = await app.addCustomer()
  const device = { userAgent: 'poller', address: '', createdAt: app.deps.now().toISOString() }
  const own = (await app.deps.sessions.start(id, device)).split(';')[0] ?? ''
  const nearlyOver = new Date(Date.now() + 60_000)
  const { sessions } = app.store.t
  await app.store.tx((tx) => tx.update(sessions).set({ expire: nearlyOver }))
  const reply = await fetch(path, { cookie: own, 'if-none-match': '*' })
  expect([reply.status, reply.headers.get('set-cookie')]).toEqual([304, null])
  const [session] = await app.deps.sessions.list(id)
  expect(session?.expiresAt).toEqual(nearlyOver)
})

test('an expired session cannot find out whether a version is current', async () => {
  const { cookie: own, id } = await app.addCustomer()
  const { sessions } = app.store.t
  const past = { expire: new Date(Date.now() - 1) }
  await app.store.tx((tx) => tx.update(sessions).set(past).where(eq(sessions.userId, id)))
  const reply = await fetch(path, { cookie: own, 'if-none-match': '*' })
  expect([reply.status, reply.headers.get('etag')]).toEqual([401, null])
})

test('only a GET route for every customer may have a version', () => {
  const etag = async () => 'one'
  expect(() => mount({ etag, access: 'administrator' })).toThrow('cannot have an ETag')
  expect(() => mount({ etag, rest: 'POST /api/things/:id' })).toThrow('cannot have an ETag')
})
