import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { readEnv } from '#env'
import type { Deps } from '#server/context.ts'
import { startWorker } from '#server/jobs/jobs.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { dig } from '#test/support/dns.ts'
import { createValidator, hasDelv } from '#test/support/dnssec.ts'
import { domainName } from '#test/support/domain-name.ts'
import { hasPowerDns, startPowerDns, type TestPowerDns } from '#test/support/powerdns.ts'
import { startTcpProxy, type TcpProxy } from '#test/support/tcp-proxy.ts'
import { until } from '#test/support/until.ts'
import { dns } from '../feature.ts'
import { readHead } from '../read-zones.ts'
import { createDnsStatus, findServingProblem } from '../status.ts'

type Node = { deps: Deps; stop(): Promise<void> }

describe.if(hasPowerDns)('a PowerDNS server', () => {
  let app: TestApp
  let owner: { id: string; cookie: string }
  let server: TestPowerDns
  let nodes: Node[]
  beforeAll(async () => {
    app = await createTestApp()
    owner = await app.addCustomer()
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    nodes = []
    server = await startPowerDns()
  })
  afterEach(async () => {
    for (const node of nodes) await node.stop()
    await server.stop()
    await app.store.tx((tx) => tx.delete(tx.t.domains))
  })

  /** A process with the app's store and this server. */
  async function startNode(settings: Record<string, string> = {}, isShared = false): Promise<Node> {
    const env = readEnv({ DATA_DIR: app.dataDir, ...server.env, ...settings })
    const node = { ...app.deps.node, isShared }
    const deps: Deps = { ...app.deps, env, node, dns: createDnsStatus() }
    const worker = startWorker(deps, { handlers: [], ...dns.work.powerdns })
    const started = { deps, stop: () => worker.stop() }
    nodes.push(started)
    return started
  }
  const settled = ({ deps }: Node, count: number) =>
    until(`${count} zones`, () => deps.dns.powerDns.outage === null && deps.dns.powerDns.zones() === count)
  const check = async ({ deps }: Node) => (await dns.drivers(deps)[0]?.driver.check()) ?? null

  type DomainOptions = { challenge?: string; address?: string; serial?: number }
  async function addDomain(name: string, given: DomainOptions = {}): Promise<string> {
    const { challenge = null, address = '192.0.2.1', serial = 5 } = given
    const [id, at] = [Bun.randomUUIDv7(), app.deps.now()]
    const times = { createdAt: at, updatedAt: at }
    const row = {
      id,
      userId: owner.id,
      domainName: domainName(name),
      zoneSerial: serial,
      nameservers: ['ns1.example.net'],
    }
    const status = challenge === null ? ('active' as const) : ('pending' as const)
    const record = { type: 'A' as const, name: 'www', value: address, valueKey: address, ttl: 300 }
    await app.store.tx(async (tx) => {
      await tx.insert(tx.t.domains).values({ ...row, challenge, status, ...times })
      const place = { id: Bun.randomUUIDv7(), userId: owner.id, domainId: id }
      await tx.insert(tx.t.dnsRecords).values({ ...place, ...record, ...times })
    })
    return id
  }
  async function setAddress(id: string, value: string, serial: number) {
    await app.store.tx(async (tx) => {
      const { dnsRecords: r, domains: d } = tx.t
      await tx.update(r).set({ value }).where(eq(r.domainId, id))
      await tx.update(d).set({ zoneSerial: serial, updatedAt: app.deps.now() }).where(eq(d.id, id))
    })
    app.deps.events.publish({ userId: owner.id, kind: 'domain', id, status: 'active' })
  }
  const removeDomain = (id: string) =>
    app.store.tx((tx) => tx.delete(tx.t.domains).where(eq(tx.t.domains.id, id)))
  const addressOf = async (name: string) => {
    const { answer, status } = await dig(server.port, name, 'A')
    return answer[0]?.split(' ').at(-1) ?? status
  }
  const leadsTo = (name: string, address: string) =>
    until(`${name} at ${address}`, async () => (await addressOf(name)) === address)
  const namesThere = async () =>
    ((await (await server.ask('/zones')).json()) as { name: string }[]).map(({ name }) => name).sort()

  test('receives every change after an outage, which the administrator sees meanwhile', async () => {
    const id = await addDomain('away.example')
    const gone = await addDomain('gone.example')
    const node = await startNode()
    await leadsTo('www.away.example', '192.0.2.1')
    await leadsTo('www.gone.example', '192.0.2.1')
    await settled(node, 2)
    expect(await check(node)).toMatchObject({
      isHealthy: true,
      version: expect.stringMatching(/^\d+\.\d+/),
      message: '2 zones of this portal.',
    })
    await server.kill()
    await setAddress(id, '192.0.2.2', 6)
    await removeDomain(gone)
    await addDomain('new.example', { address: '192.0.2.3' })
    await until('the outage', () => node.deps.dns.powerDns.outage)
    expect(await check(node)).toEqual({
      isHealthy: false,
      version: null,
      message: `PowerDNS could not be reached at ${server.url}.`,
    })
    await server.start()
    await leadsTo('www.away.example', '192.0.2.2')
    await leadsTo('www.new.example', '192.0.2.3')
    await leadsTo('www.gone.example', 'REFUSED')
    await until('the end of the outage', () => node.deps.dns.powerDns.outage === null)
    expect(app.logged.filter((line) => line.includes('name server out of reach'))).toHaveLength(1)
    expect(app.logged.join('\n')).not.toContain(server.key)
  })

  test('is synchronized at the start, and zones that are not ours stay unchanged', async () => {
    const id = await addDomain('stale.example')
    const gone = await addDomain('gone.example')
    await addDomain('kept.example')
    const first = await startNode()
    await settled(first, 3)
    expect(await namesThere()).toEqual(['gone.example.', 'kept.example.', 'stale.example.'])
    await first.stop()
    await server.addZone('foreign.example', '192.0.2.99')
    await server.ask('/zones/kept.example.', { method: 'DELETE' })
    await setAddress(id, '192.0.2.2', 6)
    await removeDomain(gone)
    await settled(await startNode(), 2)
    await leadsTo('www.stale.example', '192.0.2.2')
    await leadsTo('www.kept.example', '192.0.2.1')
    expect(await namesThere()).toEqual(['foreign.example.', 'kept.example.', 'stale.example.'])
    expect(await addressOf('foreign.example')).toBe('192.0.2.99')
  })

  test('keeps a foreign zone with the name of a domain, and the administrator sees it', async () => {
    await server.addZone('taken.example', '192.0.2.99')
    const id = await addDomain('taken.example')
    const node = await startNode()
    await until('the problem', () => node.deps.dns.powerDns.problems.size > 0)
    const { isHealthy, message } = (await check(node)) ?? {}
    expect([isHealthy, message]).toEqual([
      false,
      'Not served as stored: taken.example: PowerDNS has a zone of this name that does not belong to this portal, so it was not changed.',
    ])
    const head = await readHead(app.store, { userId: owner.id, id })
    expect(head && (await findServingProblem(node.deps, head))).toContain('this portal did not create')
    await removeDomain(id)
    await until('no problem', () => node.deps.dns.powerDns.problems.size === 0)
    expect(await addressOf('taken.example')).toBe('192.0.2.99')
  })

  test('has no zone for an unverified name inside a foreign zone or another domain', async () => {
    await server.addZone('company.example', '192.0.2.99')
    await addDomain('shop.company.example', { challenge: 'abc' })
    const inner = await addDomain('inner.outer.example', { challenge: 'abc' })
    const node = await startNode()
    await until('the zone', async () => (await namesThere()).includes('inner.outer.example.'))
    expect(await addressOf('www.inner.outer.example')).toBe('NXDOMAIN')
    await addDomain('outer.example')
    app.deps.events.publish({ userId: owner.id, kind: 'domain', id: inner, status: 'pending' })
    await until('the outer zone alone', async () =>
      Bun.deepEquals(await namesThere(), ['company.example.', 'outer.example.']),
    )
    expect(await addressOf('shop.company.example')).toBe('NXDOMAIN')
    await settled(node, 1)
  })

  test.if(hasDelv)('signs a zone with the keys of the portal while DNSSEC is on', async () => {
    const id = await addDomain('signed.example')
    const node = await startNode()
    await leadsTo('www.signed.example', '192.0.2.1')
    const env = { ...app.deps.env, ...node.deps.env }
    const portal = await createTestApp({
      store: app.store,
      env,
      events: app.deps.events,
      resolver: { ...app.deps.resolver, hasDs: async () => false },
    })
    const put = async (enable: boolean) => {
      const path = `/api/domains/${id}/dnssec`
      const reply = await portal.request(path, { method: 'PUT', cookie: owner.cookie, json: { enable } })
      return reply.body as { ds: { text: string }[] }
    }
    const { ds } = await put(true)
    const dnskey = async () => (await dig(server.port, 'signed.example', 'DNSKEY')).answer.length
    await until('the keys', async () => (await dnskey()) === 2)
    const validator = await createValidator('signed.example', ds[0]?.text ?? '')
    const ask = (name: string, type: string) => validator.validate(server.port, name, type)
    await until('a valid answer', async () =>
      (await ask('www.signed.example', 'A')).verdicts.includes('fully validated'),
    )
    const absence = await until('a valid absence', async () => {
      const answer = await ask('none.signed.example', 'A')
      return answer.verdicts.includes('negative response, fully validated') && answer
    })
    expect(absence.failure).toBe('ncache nxdomain')
    expect((await dig(server.port, 'signed.example', 'CDS')).answer).toHaveLength(1)

    // Its recreated zones get the same keys.
    await server.ask('/zones/signed.example.', { method: 'DELETE' })
    await setAddress(id, '192.0.2.8', 2_000_000_000)
    await leadsTo('www.signed.example', '192.0.2.8')
    await until('the same keys', async () =>
      (await ask('www.signed.example', 'A')).verdicts.includes('fully validated'),
    )
    await put(false)
    await until('no keys', async () => (await dnskey()) === 0)
    expect(await addressOf('www.signed.example')).toBe('192.0.2.8')
    await portal.close()
  })

  test('is updated by one of two nodes, and by the other once the first has stopped', async () => {
    const id = await addDomain('shared.example')
    const first = await startNode({}, true)
    await settled(first, 1)
    const second = await startNode({}, true)
    const message = 'It answers. Another node updates its zones.'
    await until('its place beside the first', async () => (await check(second))?.message === message)
    expect((await check(second))?.isHealthy).toBe(true)
    expect([first.deps.dns.powerDns.isSynced, second.deps.dns.powerDns.isSynced]).toEqual([true, false])
    await first.stop()
    // Past the lease.
    app.advance(60_000)
    await setAddress(id, '192.0.2.2', 6)
    await leadsTo('www.shared.example', '192.0.2.2')
    await until('the place of the first', () => second.deps.dns.powerDns.isSynced)
  })

  describe('behind a network', () => {
    let proxy: TcpProxy
    beforeEach(async () => {
      proxy = await startTcpProxy(Number(new URL(server.url).port))
    })
    afterEach(() => proxy.close())

    test('receives all of 200 zones although the connection breaks', async () => {
      const names = Array.from({ length: 200 }, (_, at) => `d${at}.example`)
      await Promise.all(names.map((name) => addDomain(name)))
      const node = await startNode({ POWERDNS_URL: `http://127.0.0.1:${proxy.port}` })
      await until('a part', async () => (await namesThere()).length > 20)
      proxy.cut()
      await until('the outage', () => node.deps.dns.powerDns.outage)
      proxy.mend()
      await until('all', async () => (await namesThere()).length === 200)
      await settled(node, 200)
      expect(node.deps.dns.powerDns.problems.size).toBe(0)
    })
  })

  test.each<[string, Record<string, string>, string]>([
    ['a wrong key', { POWERDNS_API_KEY: 'another' }, 'rejects the API key. Check POWERDNS_API_KEY.'],
    ['another server', { POWERDNS_SERVER_ID: 'other' }, 'Check POWERDNS_URL and POWERDNS_SERVER_ID.'],
    ['another path', { POWERDNS_URL: 'path' }, 'Check POWERDNS_URL and POWERDNS_SERVER_ID.'],
  ])('with %s changes nothing, and the administrator sees why', async (_what, settings, sentence) => {
    await addDomain('lost.example')
    const POWERDNS_URL = settings.POWERDNS_URL ? `${server.url}/${settings.POWERDNS_URL}` : server.url
    const node = await startNode({ ...settings, POWERDNS_URL })
    expect(dns.drivers(node.deps)[0]?.driver.mode).toBe('remote')
    expect(await check(node)).toMatchObject({
      isHealthy: false,
      version: null,
      message: expect.stringContaining(sentence),
    })
    expect(await namesThere()).toEqual([])
  })
})
