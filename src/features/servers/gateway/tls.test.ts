import { afterEach, beforeEach, expect, test } from 'bun:test'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { makeCertificate } from '#test/support/certificate.ts'
import { until } from '#test/support/portal.ts'
import { startTestGateway, startUpstream, type TestGateway } from '#test/support/sites.ts'

let app: TestApp
let gateway: TestGateway

beforeEach(async () => {
  app = await createTestApp()
  gateway = await startTestGateway(app, { SITES_TLS_PORT: 'auto' })
})
afterEach(async () => {
  await gateway.stop(true)
  await app.close()
})

const fileOf = (name: string) => join(app.dataDir, 'certificates', name)
function install(host: string, serial?: number) {
  const { cert, key } = makeCertificate(host, serial)
  writeFileSync(fileOf(`${host}.key`), key)
  writeFileSync(fileOf(`${host}.crt`), cert)
  return cert
}

/** Serial number of the certificate that a host is greeted with; null when there is none. */
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

test('each host has its own certificate, taken up and renewed without a restart', async () => {
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
  // One that cannot be used does not take the site down.
  writeFileSync(fileOf('shop.example.com.crt'), 'not a certificate')
  await gateway.certificates?.reload()
  expect(await greet('shop.example.com')).toBe('03')
  expect(app.logged.join()).toContain('certificate not used')
  for (const end of ['crt', 'key']) rmSync(fileOf(`shop.example.com.${end}`))
  await gateway.certificates?.reload()
  expect(await greet('shop.example.com')).toBeNull()
})

test('what comes over TLS goes the same way, and the web server hears of it', async () => {
  const upstream = startUpstream(app, (request) =>
    Response.json({
      body: 'x'.repeat(200_000),
      protocol: request.headers.get('x-forwarded-proto'),
      address: request.headers.get('x-forwarded-for'),
    }),
  )
  const site = await gateway.addSite(upstream.socketPath, 'shop.example.com')
  const ca = install('shop.example.com')
  await gateway.certificates?.reload()
  const answer = await fetch(`${gateway.tlsUrl}/`, {
    headers: { host: 'shop.example.com' },
    tls: { ca, serverName: 'shop.example.com' },
  } as RequestInit)
  const text = await answer.text()
  expect(JSON.parse(text)).toMatchObject({ protocol: 'https', address: '127.0.0.1' })
  expect(app.deps.traffic.of(site.id).bytesOut).toBe(text.length)
  await upstream.stop()
})
