import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { findGatewayProcess } from '#features/hosting/drivers/gateway-process.ts'
import { openRunFolder } from '#features/hosting/drivers/run-folder.ts'
import { openGateway, type RunningGateway } from '#features/hosting/gateway/process/open-gateway.ts'
import { createGatewayStatus } from '#features/hosting/gateway/process/status.ts'
import { hostingDrivers } from '#features/hosting/health.ts'
import { findGatewayProgram } from '#features/hosting/programs/find-program.ts'
import { insertActiveService } from '#test/support/active-service.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { makeCertificate } from '#test/support/certificate.ts'
import { startUpstream } from '#test/support/sites.ts'
import { until } from '#test/support/until.ts'
import { rootPath } from './contract.ts'
import { keyPlace } from './service/own.ts'

setDefaultTimeout(30_000)

const host = 'shop.com'
let app: TestApp
let owner: { id: string; cookie: string }
let domainId: string
let upstream: ReturnType<typeof startUpstream>
const gateways: RunningGateway[] = []
beforeEach(async () => {
  app = await createTestApp()
  owner = await app.addCustomer()
  const serviceId = await insertActiveService(app, owner.id)
  const { body } = await call('POST', '/api/domains/register', { name: host, serviceId })
  domainId = (body as { id: string }).id
  await call('PUT', `/api/user-services/${serviceId}/domain`, { domain: host })
  upstream = startUpstream(app, () => new Response('the site'))
})
afterEach(async () => {
  for (const gateway of gateways.splice(0)) await gateway.stop(0)
  await upstream.stop()
  await app.close()
})

const call = (method: string, path: string, json?: unknown) =>
  app.request(path, { method, cookie: owner.cookie, ...(json === undefined ? {} : { json }) })
async function setSsl(enable: boolean) {
  await call('POST', `/api/domains/${domainId}/ssl`, { enable })
  await app.work()
}

/** The gateway of a node over the portal; each node has its own folder for what runs. */
async function open(env: Partial<TestApp['deps']['env']> = {}, node = app) {
  const status = createGatewayStatus()
  const deps = {
    ...app.deps,
    gateway: status,
    env: { ...app.deps.env, RUN_DIR: node.deps.env.RUN_DIR, SITES_PORT: 'auto' as const, ...env },
  }
  const gateway = await openGateway(deps, {
    program: () => findGatewayProgram(deps.env.RUN_DIR),
    findProcess: async () => ({ socketPath: upstream.socketPath }),
  })
  if (!gateway) throw new Error('the gateway is off')
  gateways.push(gateway)
  return { ...gateway, status, deps }
}

/** Runs openssl to verify the certificate that a host serves, with the public root. */
async function greet({ tlsUrl }: { tlsUrl: string | null }, servername = host) {
  const { text } = await app.request(rootPath)
  const file = join(app.dataDir, 'root.pem')
  await writeFile(file, text)
  const connect = ['-connect', new URL(tlsUrl ?? '').host, '-servername', servername]
  const verify = ['-CAfile', file, '-verify_hostname', servername, '-verify_return_error', '-brief']
  const child = Bun.spawn(['openssl', 's_client', ...connect, ...verify], { stdin: 'ignore', stderr: 'pipe' })
  const said = await new Response(child.stderr).text()
  return (await child.exited) === 0 && said.includes('Verification: OK') ? 'verified' : 'refused'
}
const isGreeted = (gateway: { tlsUrl: string | null }, servername?: string) =>
  until('a certificate', async () => (await greet(gateway, servername)) === 'verified')
const isRefused = (gateway: { tlsUrl: string | null }) =>
  until('no certificate', async () => (await greet(gateway)) === 'refused')
const tls = { SITES_TLS_PORT: 'auto' } as const

describe('the gateway', () => {
  test('serves hosts of a domain with SSL a certificate that openssl verifies, and none once SSL is off', async () => {
    const gateway = await open(tls)
    expect(await greet(gateway)).toBe('refused')
    await setSsl(true)
    await isGreeted(gateway)
    expect(await greet(gateway, `www.${host}`)).toBe('verified')
    expect(await greet(gateway, `other.${host}`)).toBe('refused')
    const port = new URL(gateway.url).port
    const ask = () => fetch(gateway.url, { redirect: 'manual', headers: { host: `${host}:${port}` } })
    const redirected = await ask()
    const { port: tlsPort } = new URL(gateway.tlsUrl ?? '')
    expect([redirected.status, redirected.headers.get('location')]).toEqual([
      308,
      `https://${host}:${tlsPort}/`,
    ])
    await setSsl(false)
    await isRefused(gateway)
    expect(await (await ask()).text()).toBe('the site')
  })

  test('serves it on a second node too, whichever node created the authority', async () => {
    const other = await createTestApp({ store: app.store })
    const [first, second] = [await open(tls), await open(tls, other)]
    await setSsl(true)
    await Promise.all([isGreeted(first), isGreeted(second)])
    await Promise.all(gateways.splice(0).map((gateway) => gateway.stop(0)))
    await other.close()
  })

  test('keeps the certificates when its portal stops, and drops those removed meanwhile', async () => {
    const gateway = await open(tls)
    await setSsl(true)
    await isGreeted(gateway)
    gateways.splice(0)
    await gateway.leave()
    expect(await greet(gateway)).toBe('verified')
    await setSsl(false)
    const next = await open(tls)
    expect(next.tlsUrl).toBe(gateway.tlsUrl)
    await isRefused(next)
  })

  test('serves no certificate that it has not loaded yet when it replaces another gateway on its ports', async () => {
    const gateway = await open(tls)
    await setSsl(true)
    await isGreeted(gateway)
    gateways.splice(0)
    const { pid } = gateway.status
    await gateway.leave()
    const next = await open({ ...tls, TRUSTED_PROXIES: ['203.0.113.1'] })
    expect([next.tlsUrl, next.status.pid === pid]).toEqual([gateway.tlsUrl, false])
    for (let visit = 0; visit < 4; visit += 1) expect(await greet(next)).toBe('verified')
  })

  test('keeps serving a domain as configured when its portal stops, and catches up on changes afterwards', async () => {
    const gateway = await open(tls)
    const set = (json: object) => call('PUT', `/api/domains/${domainId}/serving`, json)
    const ask = async () => {
      const answer = await fetch(gateway.url, { redirect: 'manual', headers: { host } })
      return answer.headers.get('location') ?? answer.status
    }
    await set({ www: 'to-www' })
    expect(await ask()).toBe(`http://www.${host}/`)
    gateways.splice(0)
    await gateway.leave()
    await set({ www: 'as-typed' })
    expect(await ask()).toBe(`http://www.${host}/`)
    await open(tls)
    await until('the news', async () => (await ask()) === 200)
  })

  test('restores its certificates after being killed', async () => {
    await setSsl(true)
    const gateway = await open(tls)
    await isGreeted(gateway)
    const running = await findGatewayProcess(openRunFolder(app.deps.env.RUN_DIR))
    process.kill(running?.pid ?? 0, 'SIGKILL')
    await until('another one', async () => gateway.status.restarts === 1)
    await isGreeted(gateway)
  })

  test('notices a certificate that was added or removed without an event', async () => {
    const gateway = await open(tls)
    const { publish } = app.deps.events
    app.deps.events.publish = () => {}
    await setSsl(true)
    await isGreeted(gateway)
    await setSsl(false)
    await isRefused(gateway)
    app.deps.events.publish = publish
  })

  test('prefers the operator’s files to the certificates of the store', async () => {
    const gateway = await open(tls)
    await setSsl(true)
    await isGreeted(gateway)
    const { cert, key } = makeCertificate(host)
    const folder = join(app.dataDir, 'certificates')
    await Promise.all([
      writeFile(join(folder, `${host}.key`), key),
      writeFile(join(folder, `${host}.crt`), cert),
    ])
    await isRefused(gateway)
    expect(await greet(gateway, `www.${host}`)).toBe('verified')
  })

  test('skips a key that this installation did not seal', async () => {
    await setSsl(true)
    const { certificates } = app.store.t
    const sealed = app.deps.secrets.seal('key', keyPlace('another place'))
    const isIt = eq(certificates.domainId, domainId)
    await app.store.tx((tx) => tx.update(certificates).set({ privateKey: sealed }).where(isIt))
    const gateway = await open(tls)
    await until('the log', async () => app.logged.join().includes('key of a certificate not opened'))
    expect(await greet(gateway)).toBe('refused')
  })
})

describe('the usual port for TLS', () => {
  test('may be taken by another program: sites run without TLS, and the log and the administrator are notified', async () => {
    const squatter = createServer()
    const isMine = await new Promise<boolean>((done) => {
      squatter.once('error', () => done(false)).listen(3_443, '127.0.0.1', () => done(true))
    })
    try {
      const { SITES_TLS_PORT: _, ...unset } = app.deps.env
      app.deps.env = unset
      const { tlsUrl, status, deps } = await open()
      expect(tlsUrl).toBeNull()
      expect(app.logged.join()).toContain('sites are not served over TLS')
      await until('its figures', async () => status.metrics !== null)
      const checks = hostingDrivers(deps).map(({ driver }) => driver.check())
      const told = (await Promise.all(checks)).map(({ message }) => message).join()
      expect(told).toContain('Sites are not served over TLS: port 3443 was in use when the gateway started.')
    } finally {
      if (isMine) squatter.close()
    }
  })

  test('is required if it was configured', async () => {
    const squatter = createServer()
    const port = await new Promise<number>((done) => {
      squatter.listen(0, '127.0.0.1', () => done((squatter.address() as { port: number }).port))
    })
    await expect(open({ SITES_TLS_PORT: port })).rejects.toThrow(
      `port ${port} on 127.0.0.1 is taken; set SITES_TLS_PORT to another one`,
    )
    squatter.close()
  })
})
