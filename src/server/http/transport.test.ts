import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readEnv } from '#env'
import { createTestApp, findPlan, type Reply, type TestApp, testOrigin } from '#test/support/app.ts'

let app: TestApp
let customer: { cookie: string; id: string }
beforeAll(async () => {
  app = await createTestApp()
  customer = await app.addCustomer()
})
afterAll(() => app.close())

const json = { 'content-type': 'application/json' }
const codeOf = ({ body }: Reply) => (body as { code?: string } | null)?.code

describe('the cross-site check', () => {
  const table: [headers: Record<string, string>, passes: boolean][] = [
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ origin: 'null' }, false],
    [{ origin: 'https://evil.example' }, false],
    [{ origin: 'http://portal.test.evil.example' }, false],
    [{ origin: 'https://portal.test' }, false],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }, false],
    [{ 'sec-fetch-site': 'same-site', origin: testOrigin }, false],
    [{ 'sec-fetch-site': 'same-origin', origin: testOrigin }, true],
    [{ origin: testOrigin }, true],
    [{}, true],
  ]
  const transport = ['/api/logout', '/api/trpc/auth.logout']
  const cases = table.flatMap(([headers, passes]) => transport.map((path) => ({ headers, passes, path })))

  test.each(cases)('for $path with $headers passes: $passes', async ({ headers, passes, path }) => {
    const reply = await app.request(path, { json: {}, headers: { host: 'portal.test', ...headers } })
    expect(reply.status).toBe(passes ? 200 : 403)
    if (!passes) expect(codeOf(reply)).toBe('CROSS_SITE')
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('refuses %s for any path and type', async (method) => {
    const headers = { 'sec-fetch-site': 'cross-site' }
    for (const path of ['/api/orders', '/api/nothing', '/auth', '/contact', '/', '/api/user/sessions/1'])
      for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', ''])
        expect(
          (await app.request(path, { method, headers: { ...headers, 'content-type': type } })).status,
        ).toBe(403)
  })

  test('does not refuse reads', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    for (const method of ['GET', 'HEAD'])
      expect((await app.request('/api/service-categories', { method, headers })).status).toBe(200)
  })

  test('lets no other origin read a response', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
    for (const method of ['GET', 'OPTIONS']) {
      const reply = await app.request('/api/service-categories', { method, headers })
      expect([...reply.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })

  test('uses PUBLIC_ORIGIN as the origin when it is set, whatever Host says', async () => {
    const env = { ...readEnv({ PUBLIC_ORIGIN: 'https://hosting.example' }), DATA_DIR: app.dataDir }
    const portal = await createTestApp({ env, store: app.store, origin: () => 'https://hosting.example' })
    const send = (origin: string) =>
      portal.request('/api/logout', { json: {}, headers: { origin, host: 'portal.test' } })
    expect((await send('https://hosting.example')).status).toBe(200)
    expect((await send(testOrigin)).status).toBe(403)
  })
})

describe('a body', () => {
  const send = (body: BodyInit, headers: Record<string, string> = json, path = '/api/orders') =>
    app.request(path, { cookie: customer.cookie, body, headers })
  const transport = ['/api/orders', '/api/trpc/orders.create']

  test.each(transport)('to %s is 400 when its JSON is malformed', async (path) => {
    const invalidUtf8 = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d])
    for (const body of ['{', '{"a":}', "{'a':1}", 'undefined', '[1,', '\ufeff{', invalidUtf8]) {
      const reply = await send(body, json, path)
      expect(reply.status).toBe(400)
      const answer = path.includes('trpc') ? JSON.stringify(reply.body) : codeOf(reply)
      expect(answer).toContain('BAD_REQUEST')
    }
  })

  test.each(transport)('to %s is 415 when it has another media type', async (path) => {
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/octet-stream',
      'application/jsonp',
      'text/json',
    ]
    for (const type of types) {
      const reply = await send('{}', { 'content-type': type }, path)
      expect(reply.status).toBe(415)
      expect(codeOf(reply)).toBe('UNSUPPORTED_MEDIA_TYPE')
    }
    expect((await send(new TextEncoder().encode('{}'), {}, path)).status).toBe(415)
    expect((await send('{}', { 'content-type': 'Application/JSON ; charset=utf-8' }, path)).status).toBe(422)
  })

  const sized = (bytes: number) => `{"domain":"${'é'.repeat((bytes - 14) / 2)}"} `

  test.each(transport)('to %s is 413 beyond 64 KiB, counted in actual bytes', async (path) => {
    const limit = 64 * 1_024
    const [fits, over] = [sized(limit), sized(limit + 2)]
    expect(new TextEncoder().encode(fits).length).toBe(limit + 1 - 1)
    expect((await send(fits, json, path)).status).toBe(422)
    const reply = await send(over, json, path)
    expect(reply.status).toBe(413)
    expect(codeOf(reply)).toBe('TOO_LARGE')
  })

  test.each(transport)('to %s is 413 beyond 64 KiB even without a length', async (path) => {
    const pieces = Array.from({ length: 70 }, () => new TextEncoder().encode(' '.repeat(1_024)))
    const body = new ReadableStream({
      pull(controller) {
        const piece = pieces.pop()
        if (piece) controller.enqueue(piece)
        else controller.close()
      },
    })
    expect((await send(body, json, path)).status).toBe(413)
  })

  test('without content or type counts as {}', async () => {
    expect((await app.request('/api/logout', { method: 'POST' })).status).toBe(200)
    expect((await app.request('/api/logout', { method: 'POST', headers: json, body: '' })).status).toBe(200)
  })

  test('other than an object is 422', async () => {
    for (const body of ['null', '[]', '"x"', '1', 'true', '[{"planId":1}]'])
      expect((await send(body)).status).toBe(422)
  })

  test('with deep nesting is not a server error', async () => {
    const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
    for (const body of [deep, `{"domain":${deep}}`]) {
      const { status } = await send(body)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
    }
  })
})

test.each(['theme=%', 'theme=%E0%A4%A; a', '=; ;;', 'xsid=abc; sid=', 'sid=%'])(
  'a session cookie is found among those of other programs on the host: %s',
  async (others) => {
    for (const cookie of [`${others}; ${customer.cookie}`, `${customer.cookie};${others}`])
      expect((await app.request('/api/user', { cookie })).status).toBe(200)
    expect((await app.request('/api/user', { cookie: others })).status).toBe(401)
  },
)

describe('prototype keys', () => {
  test('in a body or a query change nothing', async () => {
    const plan = await findPlan(app, 'Starter')
    const body = `{"__proto__":{"polluted":1,"isAdmin":true},"constructor":{"prototype":{"polluted":1}},
      "planId":"${plan.id}","amount":99,"paymentMethod":"credit_card"}`
    const path = '/api/orders?__proto__[polluted]=1&constructor.prototype.polluted=1&__proto__=x'
    const reply = await app.request(path, { cookie: customer.cookie, body, headers: json })
    expect(reply.status).toBe(201)
    expect((reply.body as { polluted?: unknown }).polluted).toBeUndefined()
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    const me = await app.request('/api/user', { cookie: customer.cookie })
    expect(me.body).toMatchObject({ isAdmin: false, hasAdminAccess: false })
  })

  test('are unknown as procedure names', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'orders.__proto__', 'hasOwnProperty'])
      for (const options of [{}, { json: {} }])
        expect((await app.request(`/api/trpc/${name}`, options)).status).toBe(404)
  })
})

describe('routing', () => {
  test.each([
    ['/api/orders', 'GET', 'POST'],
    ['/api/user', 'POST', 'GET'],
    ['/api/user-services', 'DELETE', 'GET'],
    ['/api/admin/users/1', 'PUT', 'GET, PATCH'],
    ['/api/logout', 'PUT', 'GET, POST'],
    ['/api/login', 'DELETE', 'GET, POST'],
    ['/api/events', 'POST', 'GET'],
    ['/api/verify-email', 'POST', 'GET'],
    ['/api/orders', 'OPTIONS', 'POST'],
  ])('answers %s by %s with 405 and allows %s', async (path, method, allowed) => {
    const reply = await app.request(path, { method, cookie: customer.cookie })
    expect(reply.status).toBe(405)
    expect(codeOf(reply)).toBe('METHOD_NOT_ALLOWED')
    expect(reply.headers.get('allow')?.split(', ').sort().join(', ')).toBe(allowed)
  })

  test('ignores a method override in a header or a field', async () => {
    const headers = { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' }
    const reply = await app.request('/api/user?_method=DELETE', { headers, cookie: customer.cookie })
    expect(reply.status).toBe(200)
  })

  test.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/orders/x/y/z',
    '/api/user/',
    '/API/user',
    '/api/user%2f',
    '/api//user',
    '/api/user.json',
    '/api/..;/user',
    '/api/trpc',
    '/api/trpc/',
    '/api/trpc/nothing.here',
    '/api/trpc/,,,,',
    '/api/%',
    '/api/%ff',
    '/api/user%00',
  ])('answers %s with a JSON 404', async (path) => {
    for (const method of ['GET', 'POST']) {
      const reply = await app.request(path, { method, cookie: customer.cookie })
      expect(reply.status).toBe(404)
      expect(reply.headers.get('content-type')).toStartWith('application/json')
    }
  })

  test('answers HEAD with the headers of GET and no body', async () => {
    const reply = await app.request('/api/user', { method: 'HEAD', cookie: customer.cookie })
    expect(reply.status).toBe(200)
    expect(reply.text).toBe('')
  })
})
