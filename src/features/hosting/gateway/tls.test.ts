import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { day } from '#shared/time.ts'
import { makeCertificate } from '#test/support/certificate.ts'
import { until } from '#test/support/portal.ts'
import { createGatewayApp, type GatewayApp, startTestGateway, type TestGateway } from '#test/support/sites.ts'

let app: GatewayApp['app']
let gateway: GatewayApp['gateway']
let serve: GatewayApp['serve']
let close: GatewayApp['close']
beforeEach(async () => {
  ;({ app, gateway, serve, close } = await createGatewayApp({ SITES_TLS_PORT: 'auto' }))
})
afterEach(() => close())

const fileOf = (name: string) => join(app.dataDir, 'certificates', name)
function install(host: string, serial?: number) {
  const { cert, key } = makeCertificate(host, serial)
  writeFileSync(fileOf(`${host}.key`), key)
  writeFileSync(fileOf(`${host}.crt`), cert)
  return cert
}

/** Serial number of the certificate that a host presents; null when there is none. */
function greet(servername: string): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>()
  const port = Number(new URL(gateway.tlsUrl ?? '').port)
  const socket = connect({ host: '127.0.0.1', port, servername, rejectUnauthorized: false }, () => {
    resolve(socket.getPeerCertificate().serialNumber)
    socket.destroy()
  })
  socket.on('error', () => resolve(null))
  return promise
}

test('each host has its own certificate, loaded and renewed without a restart', async () => {
  expect(await greet('shop.example.com')).toBeNull()
  install('shop.example.com', 1)
  install('other.example.com', 2)
  await until(
    async () => (await greet('shop.example.com')) === '01' && (await greet('other.example.com')) === '02',
  )
  expect(await greet('unknown.example.com')).toBeNull()
  install('shop.example.com', 3)
  await gateway.certificates?.reload()
  expect(await greet('shop.example.com')).toBe('03')
  // An unusable certificate does not take the site down.
  writeFileSync(fileOf('shop.example.com.crt'), 'not a certificate')
  await gateway.certificates?.reload()
  expect(await greet('shop.example.com')).toBe('03')
  expect(app.logged.join()).toContain('certificate not used')
  for (const end of ['crt', 'key']) rmSync(fileOf(`shop.example.com.${end}`))
  await gateway.certificates?.reload()
  expect(await greet('shop.example.com')).toBeNull()
})

test('a host with an impossible port is refused over TLS too, and does not count as a site error', async () => {
  const site = await gateway.addSite(
    serve((request) => new Response(new URL(request.url).pathname)),
    'shop.example.com',
  )
  const ca = install('shop.example.com')
  await gateway.certificates?.reload()
  const ask = async (host: string) =>
    (
      await fetch(`${gateway.tlsUrl}/`, {
        headers: { host, connection: 'close' },
        tls: { ca, serverName: 'shop.example.com' },
      })
    ).status
  for (const port of ['65536', '99999']) expect(await ask(`shop.example.com:${port}`)).toBe(400)
  for (const port of ['', '443']) expect(await ask(`shop.example.com:${port}`)).toBe(200)
  expect(app.deps.traffic.of(site.id)).toMatchObject({ requests: 2, clientErrors: 0, serverErrors: 0 })
})

test('requests over TLS are routed alike, and the web server learns about TLS', async () => {
  const socketPath = serve((request) =>
    Response.json({
      body: 'x'.repeat(200_000),
      protocol: request.headers.get('x-forwarded-proto'),
      address: request.headers.get('x-forwarded-for'),
    }),
  )
  const site = await gateway.addSite(socketPath, 'shop.example.com')
  const ca = install('shop.example.com')
  await gateway.certificates?.reload()
  const answer = await fetch(`${gateway.tlsUrl}/`, {
    headers: { host: 'shop.example.com' },
    tls: { ca, serverName: 'shop.example.com' },
  } as RequestInit)
  const text = await answer.text()
  expect(JSON.parse(text)).toMatchObject({ protocol: 'https', address: '127.0.0.1' })
  expect(app.deps.traffic.of(site.id).bytesOut).toBeGreaterThan(text.length)
})

describe('a plain request for a host', () => {
  const host = 'shop.example.com'
  let socketPath: string
  let site: Awaited<ReturnType<TestGateway['addSite']>>
  beforeEach(async () => {
    socketPath = serve((request) => new Response(`plain ${new URL(request.url).pathname}`))
    site = await gateway.addSite(socketPath, host)
  })

  const secure = async () => {
    install(host)
    await gateway.certificates?.reload()
  }
  const ask = async (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) => {
    const all = { host: `${host}:${gateway.port}`, ...headers }
    const answer = await fetch(gateway.url + path, { redirect: 'manual', headers: all, ...init })
    return [answer.status, answer.headers.get('location') ?? (await answer.text())]
  }
  const plain = [200, 'plain /a']

  test('is redirected once there is a certificate, without HSTS or caching', async () => {
    expect(await ask('/a')).toEqual(plain)
    await secure()
    const tlsHost = `${host}:${new URL(gateway.tlsUrl ?? '').port}`
    expect(await ask('/a%20b/?c=d&e')).toEqual([308, `https://${tlsHost}/a%20b/?c=d&e`])
    expect(await ask('/form', {}, { method: 'POST', body: 'x=1' })).toEqual([308, `https://${tlsHost}/form`])
    // Port 80 is mapped to the gateway here, and 443 with it.
    expect(await ask('/a', { host })).toEqual([308, `https://${host}/a`])
    const answer = await fetch(gateway.url, { redirect: 'manual', headers: { host } })
    expect(answer.headers.get('strict-transport-security')).toBeNull()
    expect(answer.headers.get('cache-control')).toBe('no-store')
    for (const end of ['crt', 'key']) rmSync(fileOf(`${host}.${end}`))
    await gateway.certificates?.reload()
    expect(await ask('/a')).toEqual(plain)
  })

  test('stays plain for challenges, below the shared origin, and for names that the certificate does not cover', async () => {
    await secure()
    const challenge = '/.well-known/acme-challenge/token'
    expect(await ask(challenge)).toEqual([200, `plain ${challenge}`])
    app.deps.challenges.put('token', 'token.key')
    expect(await ask(challenge)).toEqual([200, 'token.key'])
    expect(await (await fetch(`${site.base}/a`)).text()).toBe('plain /a')
    expect(await ask('/a', { host: `www.${host}` })).toEqual(plain)
  })

  test('stays plain while the certificate is not valid', async () => {
    await secure()
    app.advance(24 * 365 * day)
    expect(await ask('/a')).toEqual(plain)
  })

  test('is not redirected endlessly behind a proxy that terminates TLS', async () => {
    const behind = await startTestGateway(app, { SITES_TLS_PORT: 'auto', TRUSTED_PROXIES: ['127.0.0.1'] })
    behind.processes.set(site.id, socketPath)
    await secure()
    await behind.certificates?.reload()
    const statusOf = async (headers: Record<string, string>) =>
      (await fetch(behind.url, { redirect: 'manual', headers: { host, ...headers } })).status
    expect(await statusOf({ 'x-forwarded-proto': 'https' })).toBe(200)
    expect(await statusOf({})).toBe(200)
    expect(await statusOf({ 'x-forwarded-proto': 'http' })).toBe(308)
    // Other peers are not trusted.
    expect((await ask('/a', { 'x-forwarded-proto': 'https' }))[0]).toBe(308)
    await behind.stop(true)
  })

  test('stays plain without SITES_TLS_PORT', async () => {
    await secure()
    const off = await startTestGateway(app)
    off.processes.set(site.id, socketPath)
    expect((await fetch(off.url, { redirect: 'manual', headers: { host } })).status).toBe(200)
    await off.stop(true)
  })
})
