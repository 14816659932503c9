import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { makeCertificate } from '#test/support/certificate.ts'
import { sendRaw } from '#test/support/raw.ts'
import { createGatewayApp, type GatewayApp } from '#test/support/sites.ts'
import { until } from '#test/support/until.ts'

const host = 'shop.example.com'
const browser = { 'user-agent': 'Mozilla/5.0 Firefox/128.0' }
let own: GatewayApp
let site: Awaited<ReturnType<GatewayApp['gateway']['addSite']>>

/** A page with the status in the path. */
const answer = (request: Request) => {
  const status = Number(new URL(request.url).pathname.slice(1)) || 200
  return new Response('page', { status, headers: { 'content-type': 'text/html' } })
}
const start = async (...options: Parameters<typeof createGatewayApp>) => {
  own = await createGatewayApp(...options)
  site = await own.gateway.addSite(own.serve(answer), host)
}
beforeEach(() => start())
afterEach(() => own.close())

const counts = () => {
  const { requests, clientErrors, serverErrors, pageViews } = own.app.deps.traffic.of(site.id)
  return { requests, clientErrors, serverErrors, pageViews }
}
const visit = async (url: string, headers: Record<string, string> = {}) => {
  const reply = await fetch(url, { headers: { ...browser, ...headers } })
  await reply.text()
  return reply.status
}
const setStatus = async (status: 'stopped' | 'suspended') => {
  const { userServices } = own.app.store.t
  await own.app.store.tx((tx) => tx.update(userServices).set({ status }).where(eq(userServices.id, site.id)))
  own.app.deps.events.publish({ userId: site.userId, kind: 'service', id: site.id, status })
}

describe('the gateway counts for a site', () => {
  test('requests by path and by host alike, each once', async () => {
    for (const path of ['', '404', '410', '500']) {
      await visit(`${site.base}/${path}`)
      await visit(`${own.gateway.url}/${path}`, { host })
    }
    expect(counts()).toEqual({ requests: 8, clientErrors: 4, serverErrors: 2, pageViews: 2 })
  })

  test('every request of a connection', async () => {
    const request = (path: string, last = '') =>
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: Firefox\r\n${last}\r\n`
    await sendRaw(own.gateway.port, request('/a') + request('/404') + request('/b', 'Connection: close\r\n'))
    expect(counts()).toEqual({ requests: 3, clientErrors: 1, serverErrors: 0, pageViews: 2 })
  })

  test('requests over TLS', async () => {
    await own.close()
    await start({ SITES_TLS_PORT: 'auto' })
    const { cert, key } = makeCertificate(host)
    const folder = join(own.app.dataDir, 'certificates')
    writeFileSync(join(folder, `${host}.key`), key)
    writeFileSync(join(folder, `${host}.crt`), cert)
    await own.gateway.certificates?.reload()
    const init = { headers: { ...browser, host }, tls: { ca: cert, serverName: host } } as RequestInit
    expect((await fetch(`${own.gateway.tlsUrl}/`, init)).status).toBe(200)
    // A redirect to it is not a response of the site.
    const plain = await fetch(own.gateway.url, { headers: { ...browser, host }, redirect: 'manual' })
    expect(plain.status).toBe(308)
    expect(counts()).toEqual({ requests: 1, clientErrors: 0, serverErrors: 0, pageViews: 1 })
  })

  test('its own answers as 5xx while the site is down, stopped or suspended', async () => {
    own.gateway.processes.set(site.id, null)
    expect(await visit(`${site.base}/`)).toBe(502)
    await setStatus('stopped')
    await until('the page', async () => (await visit(`${own.gateway.url}/`, { host })) === 502)
    await setStatus('suspended')
    let asked = 0
    await until('the page', async () => {
      asked += 1
      return (await visit(`${site.base}/`)) === 503
    })
    expect(counts()).toEqual({ requests: asked + 2, clientErrors: 0, serverErrors: asked + 2, pageViews: 0 })
  })

  test('a malformed response as a 5xx', async () => {
    const socketPath = join(own.app.dataDir, 'broken.sock')
    const broken = Bun.listen({
      unix: socketPath,
      socket: { data: (socket) => void socket.end('this is not HTTP\r\n\r\n') },
    })
    own.gateway.processes.set(site.id, socketPath)
    expect(await visit(`${site.base}/`)).toBe(502)
    expect(counts()).toMatchObject({ requests: 1, serverErrors: 1 })
    broken.stop(true)
  })

  test('visitors that are turned away', async () => {
    await own.close()
    await start({}, { requestsPerAddress: 0 })
    expect(await visit(`${site.base}/`)).toBe(429)
    expect(counts()).toEqual({ requests: 1, clientErrors: 1, serverErrors: 0, pageViews: 0 })
  })
})

test('malformed data after a request does not count for its site', async () => {
  const request = `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`
  expect(await sendRaw(own.gateway.port, `${request}this is not HTTP\r\n\r\n`)).toContain('400 Bad Request')
  expect(counts()).toMatchObject({ requests: 1, clientErrors: 0 })
})

test('requests that name no site count for none', async () => {
  expect(await visit(own.gateway.url, { host: 'unknown.example' })).toBe(404)
  await own.app.deps.traffic.flush()
  expect(await own.app.store.read.select().from(own.app.store.t.serviceTraffic)).toEqual([])
})
