import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { startMeter } from '#test/support/meter.ts'
import { sendRaw } from '#test/support/raw.ts'
import { createGatewayApp, type GatewayApp, knownBytes, startTestGateway } from '#test/support/sites.ts'

let app: GatewayApp['app']
let gateway: GatewayApp['gateway']
let serve: GatewayApp['serve']
let close: GatewayApp['close']
beforeEach(async () => {
  ;({ app, gateway, serve, close } = await createGatewayApp())
})
afterEach(() => close())

const sha256 = (data: ArrayBuffer | Buffer) =>
  createHash('sha256')
    .update(Buffer.from(data as Buffer))
    .digest('hex')
type Echo = { method: string; path: string; headers: Record<string, string> }
const echo = (request: Request) =>
  Response.json({
    method: request.method,
    path: new URL(request.url).pathname + new URL(request.url).search,
    headers: Object.fromEntries(request.headers),
  } satisfies Echo)

describe('the gateway passes on', () => {
  test('twenty whole downloads', async () => {
    const sizes = Array.from({ length: 20 }, (_, index) => index ** 4 * 7 + index)
    const site = await gateway.addSite(
      serve(
        (request) => new Response(knownBytes(sizes[Number(new URL(request.url).pathname.slice(1))] ?? 0)),
      ),
    )
    for (const [index, size] of sizes.entries()) {
      const answer = await fetch(`${site.base}/${index}`)
      const body = await answer.arrayBuffer()
      expect([answer.status, body.byteLength, sha256(body)]).toEqual([200, size, sha256(knownBytes(size))])
      expect(answer.headers.get('content-length')).toBe(String(size))
    }
  })

  test('ranges, validators, HEAD and compressed bodies unchanged', async () => {
    const packed = Bun.gzipSync(knownBytes(5_000))
    const site = await gateway.addSite(
      serve((request) => {
        if (request.headers.get('if-none-match') === '"v1"')
          return new Response(null, { status: 304, headers: { etag: '"v1"' } })
        if (request.headers.get('range') === 'bytes=2-4')
          return new Response('tes', { status: 206, headers: { 'content-range': 'bytes 2-4/5000' } })
        if (request.headers.get('accept-encoding') === 'gzip')
          return new Response(packed, { headers: { 'content-encoding': 'gzip', etag: '"v1"' } })
        return new Response(knownBytes(5_000), { headers: { etag: '"v1"' } })
      }),
    )
    const at = `${site.base}/file`
    const range = await fetch(at, { headers: { range: 'bytes=2-4' } })
    expect([range.status, range.headers.get('content-range'), await range.text()]).toEqual([
      206,
      'bytes 2-4/5000',
      'tes',
    ])
    expect((await fetch(at, { headers: { 'if-none-match': '"v1"' } })).status).toBe(304)
    const head = await fetch(at, { method: 'HEAD' })
    expect([head.headers.get('content-length'), head.headers.get('etag')]).toEqual(['5000', '"v1"'])
    const plain = await fetch(at, { headers: { 'accept-encoding': 'identity' } })
    expect([plain.headers.get('content-encoding'), (await plain.bytes()).length]).toEqual([null, 5_000])
    const gzip = await fetch(at, { headers: { 'accept-encoding': 'gzip' } })
    expect([gzip.headers.get('content-encoding'), sha256(await gzip.arrayBuffer())]).toEqual([
      'gzip',
      sha256(knownBytes(5_000)),
    ])
  })

  test('request bodies with and without a length', async () => {
    const site = await gateway.addSite(
      serve(async (request) => new Response(sha256(await request.arrayBuffer()), { status: 201 })),
    )
    const body = knownBytes(300_000)
    const sized = await fetch(`${site.base}/form`, { method: 'POST', body })
    expect([sized.status, await sized.text()]).toEqual([201, sha256(body)])
    const halves = [body.subarray(0, 150_000), body.subarray(150_000)]
    const streamed = await fetch(`${site.base}/form`, {
      method: 'PUT',
      body: (async function* () {
        yield* halves
      })() as never,
    })
    expect([streamed.status, await streamed.text()]).toEqual([201, sha256(body)])
  })

  test('requests by host and by path, with the right headers and without the portal’s session', async () => {
    const site = await gateway.addSite(serve(echo), 'shop.example.com')
    const cookie = 'sid=secret; theme=dark; __Host-sid=secret'
    const forged = { cookie, 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' }
    for (const host of ['shop.example.com', 'www.Shop.example.com:3080']) {
      const answer = await fetch(`${gateway.url}/a%20b?c=d`, { headers: { ...forged, host } })
      const { path, headers } = (await answer.json()) as Echo
      expect(path).toBe('/a%20b?c=d')
      expect(headers).toMatchObject({
        host,
        cookie: 'theme=dark',
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-proto': 'http',
        'x-forwarded-host': host,
      })
      expect(answer.headers.get('content-security-policy')).toBeNull()
    }
    const answer = await fetch(`${site.base}/a`, { headers: forged })
    const { path, headers } = (await answer.json()) as Echo
    expect([path, headers.cookie, headers['x-forwarded-for']]).toEqual(['/a', undefined, '127.0.0.1'])
    expect(answer.headers.get('content-security-policy')).toBe(
      'sandbox allow-scripts allow-forms allow-popups',
    )
  })

  test('no portal cookies, and only redirects below the prefix', async () => {
    const socketPath = serve(() => {
      const headers = new Headers({ location: '/there/' })
      for (const name of ['sid', '__Host-sid', 'cart']) headers.append('set-cookie', `${name}=1; Path=/`)
      return new Response(null, { status: 301, headers })
    })
    const site = await gateway.addSite(socketPath, 'shop.example.com')
    const headers = { host: 'shop.example.com' }
    const named = await fetch(`${gateway.url}/here`, { redirect: 'manual', headers })
    expect([named.headers.getSetCookie(), named.headers.get('location')]).toEqual([
      ['cart=1; Path=/'],
      '/there/',
    ])
    const below = await fetch(`${site.base}/here`, { redirect: 'manual' })
    expect([below.headers.getSetCookie(), below.headers.get('location')]).toEqual([
      [],
      `/sites/${site.id}/there/`,
    ])
    const bare = await fetch(`${site.base}?a`, { redirect: 'manual' })
    expect([bare.status, bare.headers.get('location')]).toEqual([308, `/sites/${site.id}/?a`])
  })

  test('two hundred concurrent requests', async () => {
    const site = await gateway.addSite(
      serve((request) => new Response(new URL(request.url).pathname.repeat(100))),
    )
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => (await fetch(`${site.base}/${index}`)).text()),
    )
    const expected = answers.map((_, index) => `/${index}`.repeat(100))
    expect(answers).toEqual(expected)
  })
})

describe('the traffic of a site', () => {
  const readBody = async (request: Request) => new Response(`${(await request.bytes()).length} bytes`)

  test('counts every byte in both directions, including start lines and headers', async () => {
    const meter = await startMeter(gateway.port)
    const site = await gateway.addSite(serve(readBody))
    const at = `${meter.url}/sites/${site.id}/`
    const long = { 'x-long': 'y'.repeat(5_000) }
    await (await fetch(at, { headers: long })).text()
    await fetch(at, { method: 'HEAD' })
    expect(await (await fetch(at, { method: 'POST', body: knownBytes(300_000) })).text()).toBe('300000 bytes')
    const streamed = new ReadableStream({
      start(controller) {
        for (let piece = 0; piece < 3; piece += 1) controller.enqueue(knownBytes(20_000))
        controller.close()
      },
    })
    expect(await (await fetch(at, { method: 'PUT', body: streamed })).text()).toBe('60000 bytes')
    const { bytesIn, bytesOut } = meter
    await meter.stop()
    expect(bytesIn).toBeGreaterThan(365_000)
    expect(app.deps.traffic.of(site.id)).toMatchObject({ bytesIn, bytesOut })
    await app.deps.traffic.flush()
    const [row] = await app.store.read.select().from(app.store.t.serviceTraffic)
    expect(row).toMatchObject({ userId: site.userId, serviceId: site.id, bytesIn, bytesOut })
  })

  test('is exact for chunked answers, 304s and requests that wait for 100 Continue', async () => {
    const site = await gateway.addSite(
      serve(async (request) => {
        if (request.headers.get('if-none-match')) return new Response(null, { status: 304 })
        await request.bytes()
        const pieces = async function* () {
          for (let piece = 0; piece < 5; piece += 1) yield knownBytes(1_000)
        }
        return new Response(pieces() as never)
      }),
    )
    const send = (fields: string, body = '') =>
      `${body ? 'POST' : 'GET'} /sites/${site.id}/ HTTP/1.1\r\nHost: 127.0.0.1\r\n${fields}\r\n${body}`
    const sent = [
      send('If-None-Match: "a"\r\n'),
      send('Connection: keep-alive\r\n'),
      send('Content-Length: 4\r\nExpect: 100-continue\r\n', 'body'),
    ]
    let bytesOut = 0
    for (const request of sent) bytesOut += (await sendRaw(gateway.port, request)).length
    expect(app.deps.traffic.of(site.id)).toMatchObject({ bytesIn: sent.join('').length, bytesOut })
  })

  test('excludes requests that reach no web server', async () => {
    const site = await gateway.addSite(null)
    expect((await fetch(`${site.base}/`, { method: 'POST', body: 'lost' })).status).toBe(502)
    expect(app.deps.traffic.of(site.id)).toMatchObject({ bytesIn: 0, bytesOut: 0 })
  })
})

test('sites are never mixed up, however connections are reused', async () => {
  const names = ['one', 'two', 'three']
  const sites = await Promise.all(names.map((name) => gateway.addSite(serve(() => new Response(name)))))
  for (let round = 0; round < 20; round += 1) {
    const answers = await Promise.all(sites.map(async ({ base }) => (await fetch(`${base}/`)).text()))
    expect(answers).toEqual(names)
  }
  const [one = 0, two = 0, three = 0] = sites.map(({ id }) => app.deps.traffic.of(id).bytesOut)
  expect([two - one, three - one]).toEqual([0, 20 * ('three'.length - 'one'.length)])
})

test('reports a port in use in one line', async () => {
  await expect(startTestGateway(app, { SITES_PORT: gateway.port })).rejects.toThrow(
    `port ${gateway.port} on 127.0.0.1 is taken; set SITES_PORT to another one, to auto, or to 0 (off)`,
  )
})

test('answers an ACME challenge on every host', async () => {
  const path = '/.well-known/acme-challenge/a-Token_1'
  const ask = (host: string) => fetch(gateway.url + path, { headers: { host } })
  expect((await ask('new.example.com')).status).toBe(404)
  app.deps.challenges.put('a-Token_1', 'a-Token_1.thumbprint')
  expect(await (await ask('new.example.com')).text()).toBe('a-Token_1.thumbprint')
  app.deps.challenges.remove('a-Token_1')
  expect((await ask('new.example.com')).status).toBe(404)
})
