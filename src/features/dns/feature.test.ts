import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { readEnv } from '#env'
import type { Deps } from '#server/context.ts'
import type { Running } from '#server/feature.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { ask, overUdp, rcodeOf } from '#test/support/dns.ts'
import { domainName } from '#test/support/domain-name.ts'
import { until } from '#test/support/until.ts'
import { dns } from './feature.ts'
import { servingOf } from './serving.ts'
import { createDnsStatus } from './status.ts'

let app: TestApp
const running: Running[] = []
beforeAll(async () => {
  app = await createTestApp()
  const { id: userId } = await app.addCustomer()
  const times = { createdAt: app.deps.now(), updatedAt: app.deps.now() }
  const nameservers = ['ns1.example.net']
  const zone = {
    id: Bun.randomUUIDv7(),
    userId,
    domainName: domainName('example.com'),
    nameservers,
    ...times,
  }
  const bad = { ...zone, id: Bun.randomUUIDv7(), domainName: domainName('nameless.example'), nameservers: [] }
  await app.store.tx((tx) => tx.insert(tx.t.domains).values([zone, bad]))
})
afterAll(() => app.close())
afterEach(async () => {
  for (const each of running.splice(0)) await each.stop?.()
})

async function serve(settings: Record<string, string>) {
  const env = readEnv({ DATA_DIR: app.dataDir, ...settings })
  const deps: Deps = { ...app.deps, env, dns: createDnsStatus() }
  running.push(await dns.serve(deps))
  const [entry] = dns.drivers(deps)
  if (!entry) throw new Error('no driver')
  return { deps, driver: entry.driver }
}

test('serves the stored zones, and reports one that it cannot serve to the administrator', async () => {
  const { deps, driver } = await serve({ DNS_PORT: 'auto' })
  await until('the zones', () => deps.dns.polledAt())
  const [answer] = await overUdp(deps.dns.port ?? 0, [ask('example.com', 6)])
  expect([rcodeOf(answer), answer?.readUInt16BE(6)]).toEqual([0, 1])
  expect(driver.mode).toBe('embedded')
  expect(await driver.check()).toMatchObject({
    isHealthy: false,
    message: 'Not served as stored: nameless.example: it has no name server.',
  })
})

test('shows the administrator whether each zone is in sync', async () => {
  const { deps } = await serve({ DNS_PORT: 'auto' })
  await until('the zones', () => deps.dns.polledAt())
  const rows = await app.store.read.select().from(app.store.t.domains)
  const [good, bad] = ['example.com', 'nameless.example'].map((name) =>
    rows.find(({ domainName }) => domainName === name),
  )
  if (!good || !bad) throw new Error('no domains')
  const none = { serial: null, problem: null }
  expect(servingOf(deps, good)).toEqual({ state: 'current', serial: 1, problem: null })
  expect(servingOf(deps, { ...good, zoneSerial: 2 })).toMatchObject({ state: 'behind', serial: 1 })
  expect(servingOf(deps, { ...good, id: bad.id })).toMatchObject({ state: 'absent', serial: null })
  expect(servingOf(deps, { ...good, id: Bun.randomUUIDv7(), challenge: 'x' })).toEqual({
    state: 'awaited',
    ...none,
  })
  expect(servingOf(deps, bad)).toEqual({
    state: 'absent',
    serial: null,
    problem: 'nameless.example: it has no name server.',
  })
  deps.dns.polledAt = () => null
  expect(servingOf(deps, good).state).toBe('loading')
  const idle = { env: deps.env, dns: createDnsStatus() }
  expect(servingOf(idle, good)).toEqual({ state: 'off', ...none })
  const settings = { DNS_DRIVER: 'powerdns', POWERDNS_URL: 'http://127.0.0.1:9', POWERDNS_API_KEY: 'key' }
  const elsewhere = { ...idle, env: readEnv({ DATA_DIR: app.dataDir, ...settings }) }
  expect(servingOf(elsewhere, good)).toEqual({ state: 'elsewhere', ...none })
  idle.dns.powerDns.problems.set('example.com', 'example.com: it is taken.')
  expect(servingOf(elsewhere, good)).toMatchObject({ problem: 'example.com: it is taken.' })
})

test('keeps serving while the store is down, and reports that to the administrator', async () => {
  const { deps, driver } = await serve({ DNS_PORT: 'auto' })
  const looked = await until('the zones', () => deps.dns.polledAt())
  deps.dns.polledAt = () => new Date(looked.getTime() - 60_000)
  expect(await driver.check()).toMatchObject({
    isHealthy: false,
    message: 'The database is out of reach: the zones are served as they were before.',
  })
})

test('refuses to start on a port that is taken, with one line', async () => {
  const { deps } = await serve({ DNS_PORT: 'auto' })
  const port = String(deps.dns.port)
  expect(serve({ DNS_PORT: port })).rejects.toThrow(
    `port ${port} on 127.0.0.1 is taken; set DNS_PORT to another one, to auto, or to 0 (off)`,
  )
})

test.each([
  [{ DNS_PORT: '0' }, 'DNS_PORT=0'],
  [{ DNS_DRIVER: 'off' }, 'DNS_DRIVER=off'],
])('with %p does not listen, and tells the administrator', async (settings, setting) => {
  const { deps, driver } = await serve(settings as Record<string, string>)
  expect(deps.dns.port).toBeNull()
  expect(driver.mode).toBe('off')
  expect(await driver.check()).toEqual({
    isHealthy: true,
    version: null,
    message: `Switched off by ${setting}: zones are stored, but not served here.`,
  })
})
