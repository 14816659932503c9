import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { until } from '#test/support/portal.ts'
import { sendRaw, startTestGateway, startUpstream, type TestGateway } from '#test/support/sites.ts'
import { startGateway } from './gateway.ts'

let app: TestApp
let gateway: TestGateway
const upstreams: { stop(): Promise<void> }[] = []

beforeEach(async () => {
  app = await createTestApp()
  gateway = await startTestGateway(app)
})
afterEach(async () => {
  await gateway.stop(true)
  for (const upstream of upstreams.splice(0)) await upstream.stop()
  await app.close()
})

const serve = (fetch: (request: Request) => Response | Promise<Response>) => {
  const upstream = startUpstream(app, fetch)
  upstreams.push(upstream)
  return upstream.socketPath
}
const bytes = (length: number) => Buffer.alloc(length, 'bytes of a known file ')
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

describe('passes on', () => {
  test('twenty downloads whole, and counts their bytes exactly', async () => {
    const sizes = Array.from({ length: 20 }, (_, index) => index ** 4 * 7 + index)
    const site = await gateway.addSite(
      serve((request) => new Response(bytes(sizes[Number(new URL(request.url).pathname.slice(1))] ?? 0))),
    )
    for (const [index, size] of sizes.entries()) {
      const answer = await fetch(`${site.base}/${index}`)
      const body = await answer.arrayBuffer()
      expect([answer.status, body.byteLength, sha256(body)]).toEqual([200, size, sha256(bytes(size))])
      expect(answer.headers.get('content-length')).toBe(String(size))
    }
    const total = sizes.reduce((sum, size) => sum + size, 0)
    expect(app.deps.traffic.of(site.id)).toEqual({ bytesIn: 0, bytesOut: total })
    await app.deps.traffic.flush()
    const [row] = await app.store.read.select().from(app.store.t.serviceTraffic)
    expect(row).toMatchObject({ userId: site.userId, serviceId: site.id, bytesIn: 0, bytesOut: total })
  })

  test('ranges, validators, HEAD and compressed bodies as they are', async () => {
    const packed = Bun.gzipSync(bytes(5_000))
    const site = await gateway.addSite(
      serve((request) => {
        if (request.headers.get('if-none-match') === '"v1"')
          return new Response(null, { status: 304, headers: { etag: '"v1"' } })
        if (request.headers.get('range') === 'bytes=2-4')
          return new Response('tes', { status: 206, headers: { 'content-range': 'bytes 2-4/5000' } })
        if (request.headers.get('accept-encoding') === 'gzip')
          return new Response(packed, { headers: { 'content-encoding': 'gzip', etag: '"v1"' } })
        return new Response(bytes(5_000), { headers: { etag: '"v1"' } })
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
    const before = app.deps.traffic.of(site.id).bytesOut
    expect(before).toBe(3 + 5_000)
    await fetch(at, { headers: { 'accept-encoding': 'gzip' } }).then((answer) => answer.bytes())
    expect(app.deps.traffic.of(site.id).bytesOut - before).toBe(packed.length)
  })

  test('a body that is sent, with a length and without one', async () => {
    const site = await gateway.addSite(
      serve(async (request) => new Response(sha256(await request.arrayBuffer()), { status: 201 })),
    )
    const body = bytes(300_000)
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
    expect(app.deps.traffic.of(site.id)).toEqual({ bytesIn: 600_000, bytesOut: 128 })
  })

  test('by host and by path, with the right fields and without the portal session', async () => {
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

  test('no cookie of the portal, and redirects that stay below the prefix', async () => {
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

  test('two hundred requests at a time', async () => {
    const site = await gateway.addSite(
      serve((request) => new Response(new URL(request.url).pathname.repeat(100))),
    )
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => (await fetch(`${site.base}/${index}`)).text()),
    )
    const expected = answers.map((_, index) => `/${index}`.repeat(100))
    expect(answers).toEqual(expected)
    expect(app.deps.traffic.of(site.id).bytesOut).toBe(expected.join('').length)
  })
})

test('sites are never mixed, however connections are reused', async () => {
  const names = ['one', 'two', 'three']
  const sites = await Promise.all(names.map((name) => gateway.addSite(serve(() => new Response(name)))))
  for (let round = 0; round < 20; round += 1) {
    const answers = await Promise.all(sites.map(async ({ base }) => (await fetch(`${base}/`)).text()))
    expect(answers).toEqual(names)
  }
  expect(sites.map(({ id }) => app.deps.traffic.of(id).bytesOut)).toEqual([60, 60, 100])
})

/** An answer that never ends, and how far it was read. */
function createEndless() {
  const seen = { bytes: 0, isLeft: false }
  const answer = () =>
    new Response(
      new ReadableStream({
        async pull(reader) {
          seen.bytes += 65_536
          reader.enqueue(bytes(65_536))
        },
        cancel() {
          seen.isLeft = true
        },
      }),
    )
  return { seen, answer }
}

describe('when somebody leaves', () => {
  test('the web server is not asked further', async () => {
    const { seen, answer } = createEndless()
    const site = await gateway.addSite(serve(answer))
    const leaving = new AbortController()
    const { body } = await fetch(`${site.base}/endless`, { signal: leaving.signal })
    await body?.getReader().read()
    leaving.abort()
    await until(async () => seen.isLeft)
    await until(async () => gateway.isIdle())
    expect(app.deps.traffic.of(site.id).bytesOut).toBeGreaterThanOrEqual(65_536)
  })

  test('a slow visitor is not read ahead of', async () => {
    const { seen, answer } = createEndless()
    const site = await gateway.addSite(serve(answer))
    const socket = await Bun.connect({
      hostname: '127.0.0.1',
      port: gateway.port,
      socket: { data: (connection) => void connection.pause() },
    })
    socket.write(`GET /sites/${site.id}/endless HTTP/1.1\r\nHost: a\r\n\r\n`)
    let before = -1
    // It stands still once every buffer between the two is full.
    await until(async () => {
      const isStill = seen.bytes > 0 && seen.bytes === before
      before = seen.bytes
      await Bun.sleep(150)
      return isStill
    })
    expect(seen.bytes).toBeLessThan(32 * 1_024 * 1_024)
    socket.terminate()
    await until(async () => seen.isLeft)
  })

  test('an answer that the web server broke off does not look complete', async () => {
    const socketPath = `${app.dataDir}/broken.sock`
    const broken = Bun.listen({
      unix: socketPath,
      socket: {
        data(socket) {
          socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nonly this')
          socket.end()
        },
      },
    })
    const site = await gateway.addSite(socketPath)
    const reading = fetch(`${site.base}/`).then((answer) => answer.text())
    expect(await reading.catch(() => 'broken off')).toBe('broken off')
    broken.stop(true)
  })
})

describe('a page of its own', () => {
  const setStatus = async (
    site: { userId: string; id: string },
    status: 'active' | 'stopped' | 'suspended' | 'terminated',
  ) => {
    const { userServices } = app.store.t
    await app.store.tx((tx) => tx.update(userServices).set({ status }).where(eq(userServices.id, site.id)))
    app.deps.events.publish({ userId: site.userId, kind: 'service', id: site.id, status })
  }
  const statusOf = async (url: string, init: RequestInit = {}) => (await fetch(url, init)).status
  const reaches = (url: string, status: number) => until(async () => (await statusOf(url)) === status)

  test('while the service is stopped, suspended or ended; by what is published, without a query', async () => {
    const site = await gateway.addSite(serve(echo), 'shop.example.com')
    const at = `${site.base}/`
    const byHost = { headers: { host: 'shop.example.com' } }
    await reaches(at, 200)
    await setStatus(site, 'suspended')
    await reaches(at, 503)
    const suspended = await fetch(at, byHost)
    expect([suspended.status, suspended.headers.get('retry-after')]).toEqual([503, '3600'])
    await setStatus(site, 'stopped')
    await reaches(at, 502)
    await setStatus(site, 'active')
    await reaches(at, 200)
    await setStatus(site, 'terminated')
    await reaches(at, 404)
    expect(await statusOf(gateway.url, byHost)).toBe(404)
  })

  test('when nothing listens: 502 with Retry-After, and the site again as soon as it does', async () => {
    const site = await gateway.addSite(null)
    const check = async () => {
      const answer = await fetch(`${site.base}/`)
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([502, '5'])
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(await answer.text()).toContain('This site is not running')
    }
    await check()
    gateway.processes.set(site.id, `${app.dataDir}/nothing.sock`)
    await check()
    const head = await fetch(`${site.base}/`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([502, ''])
    gateway.processes.set(site.id, serve(echo))
    expect(await statusOf(`${site.base}/`)).toBe(200)
    expect(app.deps.traffic.of(site.id).bytesOut).toBeGreaterThan(0)
  })

  test('after the web server was replaced on the same socket', async () => {
    const first = startUpstream(app, () => new Response('first'))
    const site = await gateway.addSite(first.socketPath)
    const read = async () => (await fetch(`${site.base}/`)).text()
    expect(await read()).toBe('first')
    await first.stop()
    const second = Bun.serve({ unix: first.socketPath, fetch: () => new Response('second') })
    upstreams.push({ stop: () => second.stop(true) })
    expect(await read()).toBe('second')
  })

  test('for hosts that nobody has, and paths below no service', async () => {
    for (const [path, host] of [
      ['/', 'unknown.example'],
      ['/api/user', 'portal.test'],
      [`/sites/${Bun.randomUUIDv7()}/`, '127.0.0.1'],
      ['/sites/1/', '127.0.0.1'],
    ] as const)
      expect(await statusOf(gateway.url + path, { headers: { host } })).toBe(404)
  })
})

test.each([
  ['no host', 'GET / HTTP/1.1\r\n\r\n'],
  ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
  ['a host that is none', 'GET / HTTP/1.1\r\nHost: a/b\r\n\r\n'],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
  [
    'a length and chunks',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['another encoding', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
  ['a space before the colon', 'GET / HTTP/1.1\r\nHost: a\r\nX : 1\r\n\r\n'],
  ['a folded line', 'GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\n 2\r\n\r\n'],
  ['bare line feeds', 'GET / HTTP/1.1\nHost: a\n\n'],
  ['a space in the path', 'GET /a b HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['dots', 'GET /sites/../a HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['encoded dots', 'GET /sites/%2e%2e/a HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['a zero byte', 'GET /a%00b HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['another authority', 'GET http://b/ HTTP/1.1\r\nHost: a\r\n\r\n'],
])('refused with 4xx: %s', async (_name, request) => {
  const answer = await sendRaw(gateway.port, request)
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
  // What follows a request that can be read two ways must not become one of its own.
  expect(answer.match(/HTTP\/1\.1 [235]/g)).toBeNull()
})

test('a port that is taken is said in one line; 0 is off', async () => {
  const start = (SITES_PORT: number) =>
    startGateway({ ...app.deps, servers: { processOf: () => null }, env: { ...app.deps.env, SITES_PORT } })
  await expect(start(gateway.port)).rejects.toThrow(
    `port ${gateway.port} on 127.0.0.1 is taken; set SITES_PORT to another one, to auto, or to 0 (off)`,
  )
  expect(await start(0)).toBeNull()
})

test('an ACME challenge is answered on every host', async () => {
  const path = '/.well-known/acme-challenge/a-Token_1'
  const ask = (host: string) => fetch(gateway.url + path, { headers: { host } })
  expect((await ask('new.example.com')).status).toBe(404)
  app.deps.challenges.put('a-Token_1', 'a-Token_1.thumbprint')
  expect(await (await ask('new.example.com')).text()).toBe('a-Token_1.thumbprint')
  app.deps.challenges.remove('a-Token_1')
  expect((await ask('new.example.com')).status).toBe(404)
})
