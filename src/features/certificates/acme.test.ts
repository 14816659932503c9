import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { createPublicKey, X509Certificate } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { day, second } from '#shared/time.ts'
import { type AcmeHome, createAcmeHome } from '#test/support/acme.ts'
import { dig, hasDig } from '#test/support/dns.ts'
import { hasPebble } from '#test/support/pebble.ts'
import { until } from '#test/support/until.ts'
import { invariants } from './invariants.ts'
import { keyPlace } from './service/own.ts'

setDefaultTimeout(60_000)

let counter = 0
function freshName() {
  counter += 1
  return `acme-${counter}.com`
}

describe.if(hasPebble)('an ACME authority', () => {
  let home: AcmeHome
  beforeAll(async () => {
    home = await createAcmeHome({ settings: { ACME_CONTACT: 'operator@portal.example' } })
  })
  afterAll(() => home.close())
  beforeEach(() => {
    home.front.asked.splice(0)
  })

  async function secured() {
    const { owner, portal } = home
    const name = freshName()
    const id = await owner.register(name)
    await owner.setSsl(id)
    await portal.work()
    return { id, name }
  }
  /** Runs openssl to verify the certificate that a host serves, with the root of the authority. */
  async function greet(servername: string) {
    const file = join(home.portal.dataDir, 'root.pem')
    await writeFile(file, await home.pebble.root())
    const connect = ['-connect', new URL(home.portal.tlsUrl).host, '-servername', servername]
    const verify = ['-CAfile', file, '-verify_hostname', servername, '-verify_return_error', '-brief']
    const child = Bun.spawn(['openssl', 's_client', ...connect, ...verify], {
      stdin: 'ignore',
      stderr: 'pipe',
    })
    const said = await new Response(child.stderr).text()
    return (await child.exited) === 0 && said.includes('Verification: OK')
  }
  const countBroken = async () => {
    const { store, dataDir, deps } = home.portal
    const counts = await Promise.all(invariants.map(({ count }) => count(store, dataDir, deps.secrets)))
    return counts.reduce((sum, count) => sum + count, 0)
  }
  const textAt = async (name: string) => (await dig(home.portal.world.dnsPort, name, 'TXT')).answer

  test('issues for names that the gateway proves, which then serves the certificate', async () => {
    const { owner, portal } = home
    const name = freshName()
    const id = await owner.register(name)
    const ready = { isReady: true, findings: [] }
    expect(await owner.read(id)).toMatchObject({ status: 'off', authorityUrl: null, preflight: ready })
    expect((await owner.setSsl(id)).body).toMatchObject({ ssl: false })
    await portal.work()
    const names = [name, `www.${name}`, `api.${name}`]
    const ssl = await owner.read(id)
    expect(ssl).toMatchObject({ ssl: true, status: 'issued', problem: null, names, authorityUrl: null })
    expect(ssl.issuer).toStartWith('Pebble Intermediate CA')
    const row = await home.rowOf(id)
    const leaf = new X509Certificate(row?.chain ?? '')
    expect(leaf.subjectAltName?.split(', ').sort()).toEqual(names.map((each) => `DNS:${each}`).sort())
    const key = portal.deps.secrets.open(row?.privateKey ?? '', keyPlace(id))
    expect(leaf.publicKey.equals(createPublicKey(key))).toBe(true)
    await until('its greeting', () => greet(`www.${name}`))
    expect(await home.countProofs()).toBe(0)
    expect(portal.deps.challenges.list()).toEqual([])
    expect(await countBroken()).toBe(0)
  })

  test('has one account with a sealed key, and updates its contact when it changes', async () => {
    await secured()
    const { portal } = home
    const { acmeAccounts: a } = portal.store.t
    const [account, ...others] = await portal.store.read.select().from(a)
    expect(others).toEqual([])
    expect(account).toMatchObject({
      directoryUrl: home.front.directoryUrl,
      contact: 'operator@portal.example',
    })
    expect(account?.privateKey).toStartWith('v1.')
    await portal.store.tx((tx) => tx.update(a).set({ contact: 'somebody@else.example' }))
    home.front.asked.splice(0)
    await secured()
    const path = new URL(account?.accountUrl ?? '').pathname
    expect(home.front.asked.filter((asked) => asked === path)).toHaveLength(1)
    expect(home.front.asked).not.toContain('/sign-me-up')
    const [after] = await portal.store.read.select().from(a)
    expect(after).toMatchObject({ contact: 'operator@portal.example', accountUrl: account?.accountUrl })
    expect(after?.privateKey).toBe(account?.privateKey ?? '')
  })

  test('issues for two domains concurrently, one order each', async () => {
    const { owner, portal, front } = home
    const ids = await Promise.all([owner.register(freshName()), owner.register(freshName())])
    for (const id of ids) await owner.setSsl(id)
    await portal.work()
    for (const id of ids) expect(await owner.read(id)).toMatchObject({ ssl: true, status: 'issued' })
    expect(front.asked.filter((path) => path === '/order-plz')).toHaveLength(2)
  })

  test.if(hasDig)('issues for a wildcard that the name server proves, and for no name twice', async () => {
    const { owner, portal } = home
    const name = freshName()
    const id = await owner.register(name)
    await owner.putRecord(id, { type: 'A', name: '*', value: '127.0.0.1' })
    await owner.setSsl(id)
    await portal.work()
    expect(await owner.read(id)).toMatchObject({
      status: 'issued',
      problem: null,
      names: [name, `*.${name}`],
    })
    await until('its greeting', () => greet(`anything.${name}`))
    await until('an end of the record', async () => (await textAt(`_acme-challenge.${name}`)).length === 0)
    const zone = await owner.send('GET', `/api/domains/${id}/dns`)
    expect(zone.text).not.toContain('_acme-challenge')
    const history = await owner.send('GET', `/api/domains/${id}/dns/history`)
    expect(history.text).not.toContain('_acme-challenge')
  })

  test('reissues half a minute after names have changed, in one order', async () => {
    const { id, name } = await secured()
    const { front, owner, portal } = home
    front.asked.splice(0)
    const now = portal.deps.now().getTime()
    for (const sub of ['one', 'two']) await owner.putRecord(id, { type: 'A', name: sub, value: '127.0.0.1' })
    await until('the order', async () => (await home.rowOf(id))?.dueAt.getTime() === now + 30 * second)
    await portal.work()
    expect(front.asked).toEqual([])
    portal.advance(30 * second)
    await portal.work()
    expect((await owner.read(id)).names).toEqual([
      name,
      `www.${name}`,
      `api.${name}`,
      `one.${name}`,
      `two.${name}`,
    ])
    await portal.work()
    expect(front.asked.filter((path) => path === '/order-plz')).toHaveLength(1)
    expect((await home.rowOf(id))?.dueAt.getTime()).toBeGreaterThan(now + 30 * day)
  })

  test('issues for a name that points to another server when the name server can prove it', async () => {
    const { owner, portal } = home
    const name = freshName()
    const id = await owner.register(name)
    const records = (await owner.send('GET', `/api/domains/${id}/dns`)).body as { id: string; name: string }[]
    const own = records.find((record) => record.name === '@')
    await owner.putRecord(id, { type: 'A', name: '@', value: '203.0.113.9' }, own?.id ?? '')
    await owner.setSsl(id)
    await portal.work()
    expect(await owner.read(id)).toMatchObject({ status: 'issued', problem: null })
    expect((await owner.read(id)).names).toContain(name)
  })

  test('is answered by the gateway of every node, whichever node placed the order', async () => {
    const { owner } = home
    const id = await owner.register(freshName())
    const node = await home.openNode()
    node.advance(home.portal.deps.now().getTime() - node.deps.now().getTime())
    try {
      await owner.setSsl(id)
      await node.work()
      expect(await owner.read(id)).toMatchObject({ status: 'issued', problem: null })
    } finally {
      await node.close()
    }
  })

  test('is reported to the administrator', async () => {
    const administrator = await home.portal.addAdministrator()
    const { body } = await home.portal.request('/api/admin/drivers', { cookie: administrator.cookie })
    const entry = (body as { area: string }[]).find(({ area }) => area === 'Certificates')
    const host = new URL(home.front.directoryUrl).host
    expect(entry).toMatchObject({ name: 'acme', mode: 'remote', isHealthy: true })
    expect(JSON.stringify(entry)).toContain(
      `Certificates come from ${host}. It sends requests to port 80, but sites are served on a free port here`,
    )
  })

  test.if(hasDig)('leaves no challenges of an order that a process did not finish', async () => {
    const { owner, portal } = home
    const name = freshName()
    const id = await owner.register(name)
    const { domains, acmeChallenges } = portal.store.t
    const left = { userId: owner.userId, domainId: id, token: 'left', name, value: 'left behind' }
    const expiresAt = new Date(portal.deps.now().getTime() + 60_000)
    await portal.store.tx(async (tx) => {
      await tx.insert(acmeChallenges).values({ ...left, kind: 'dns-01', expiresAt })
      await tx
        .update(domains)
        .set({ zoneSerial: 4_000_000_000, updatedAt: portal.deps.now() })
        .where(eq(domains.id, id))
    })
    await until('the record', async () => (await textAt(`_acme-challenge.${name}`)).length === 1)
    await portal.work()
    expect(await home.countProofs()).toBe(1)
    portal.advance(60_000)
    await portal.work()
    expect(await home.countProofs()).toBe(0)
    await until('its end', async () => (await textAt(`_acme-challenge.${name}`)).length === 0)
  })

  test('renews at two thirds of a certificate’s lifetime', async () => {
    const { id } = await secured()
    const first = await home.rowOf(id)
    const { portal } = home
    portal.advance((first?.dueAt.getTime() ?? 0) - portal.deps.now().getTime())
    await portal.work()
    const next = await home.rowOf(id)
    expect(next).toMatchObject({ status: 'issued', failures: 0 })
    expect(next?.serial).not.toBe(first?.serial)
  })
})
