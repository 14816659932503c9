import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import { createTestApp, type TestApp, testOrigin } from '#test/support/app.ts'
import { sendJson } from './compress-json.ts'

let app: TestApp
let cookie: string
beforeAll(async () => {
  app = await createTestApp()
  cookie = (await app.addCustomer()).cookie
  await app.request('/api/cloud/create-resource', { cookie, json: { action: 'seed-sample-data' } })
})
afterAll(() => app.close())

async function ask(path: string, accept: string, method = 'GET') {
  const headers = { cookie, 'accept-encoding': accept }
  const answer = await app.portal.fetch(
    new Request(testOrigin + path, { method, headers }),
    () => '192.0.2.1',
  )
  return { status: answer.status, headers: answer.headers, bytes: await answer.bytes() }
}

const long = '/api/cloud/all-services'

describe.each([long, '/api/trpc/catalogue.all'])('a long JSON answer (%s)', (path) => {
  test('is compressed for a client that accepts gzip, with the same content', async () => {
    const plain = await ask(path, 'identity')
    const compressed = await ask(path, 'gzip, br')
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(compressed.headers.get('content-encoding')).toBe('gzip')
    expect(compressed.bytes.byteLength * 2).toBeLessThan(plain.bytes.byteLength)
    expect(gunzipSync(compressed.bytes).toString()).toBe(Buffer.from(plain.bytes).toString())
    for (const { headers } of [plain, compressed]) expect(headers.get('vary')).toContain('Accept-Encoding')
  })

  test.each(['', 'br', 'gzip;q=0', 'deflate'])(
    'is not compressed for a client that takes "%s"',
    async (accept) => {
      const { status, headers } = await ask(path, accept)
      expect([status, headers.get('content-encoding')]).toEqual([200, null])
    },
  )
})

test('a short answer is not compressed', async () => {
  const { headers, bytes } = await ask('/api/user', 'gzip')
  expect(headers.get('content-encoding')).toBeNull()
  expect(JSON.parse(Buffer.from(bytes).toString())).toHaveProperty('email')
})

test('the ETag of a compressed answer is weak, and a client that sends it back gets 304', async () => {
  const first = await ask(long, 'gzip')
  const etag = first.headers.get('etag') ?? ''
  expect(etag).toStartWith('W/"')
  const headers = { cookie, 'accept-encoding': 'gzip', 'if-none-match': etag }
  const again = await app.request(long, { headers })
  expect([again.status, again.text]).toEqual([304, ''])
  expect((await ask(long, 'identity')).headers.get('etag')).toStartWith('"')
})

test('HEAD returns the headers of the compressed answer', async () => {
  const { status, headers } = await ask(long, 'gzip', 'HEAD')
  expect([status, headers.get('content-encoding')]).toEqual([200, 'gzip'])
})

test('an answer of several megabytes is compressed too', async () => {
  const text = JSON.stringify({ text: 'a'.repeat(3_000_000) })
  const answer = await sendJson(text, { status: 201, headers: new Headers() }, 'gzip')
  expect([answer.status, answer.headers.get('content-encoding')]).toEqual([201, 'gzip'])
  expect(gunzipSync(await answer.bytes()).toString()).toBe(text)
})
