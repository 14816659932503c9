import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createPublicKey, X509Certificate } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { LiveEvent } from '#server/events.ts'
import { day } from '#shared/time.ts'
import { type Connecting, createConnecting, type Owner } from '#test/support/connected.ts'
import { type Due, payInvoice } from '#test/support/renewals.ts'
import { rootPath } from './contract.ts'
import { invariants } from './invariants.ts'
import { renewForNames } from './service/follow-names.ts'
import { keyPlace } from './service/own.ts'

let home: Connecting
let owner: Owner
let heard: LiveEvent[]
beforeAll(async () => {
  home = await createConnecting()
  home.app.deps.events.subscribe((event) => heard.push(event))
})
afterAll(() => home.close())
beforeEach(async () => {
  owner = await home.addOwner()
  heard = []
})

let counter = 0
type Body = Record<string, unknown>
async function registered() {
  counter += 1
  const { body } = await owner.register(`secure-${counter}.com`)
  return body as { id: string; name: string }
}
const set = (id: string, enable: unknown) => owner.send('POST', `/api/domains/${id}/ssl`, { enable })
const read = async (id: string) => (await owner.send('GET', `/api/domains/${id}/ssl`)).body as Body
const domainOf = async (id: string) => (await owner.list()).find((domain) => domain.id === id)
const rowOf = async (id: string) => {
  const { certificates } = home.app.store.t
  const [row] = await home.app.store.read.select().from(certificates).where(eq(certificates.domainId, id))
  return row
}
async function secured() {
  const domain = await registered()
  await set(domain.id, true)
  await home.app.work()
  return domain
}
/** Unpaid domains expire before their certificate is renewed. */
async function payDomain(id: string) {
  const { body } = await owner.send('GET', '/api/renewals/due')
  const due = (body as Due[]).find(({ domainId }) => domainId === id)
  if (!due) throw new Error('nothing is due for the domain')
  await payInvoice(home.app, owner.id, due)
}
const countBroken = async () => {
  const counts = invariants.map(({ count }) => count(home.app.store, home.app.dataDir, home.app.deps.secrets))
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}
const auditOf = (targetId: string) => {
  const { auditLog } = home.app.store.t
  return home.app.store.read
    .select({ action: auditLog.action, actorId: auditLog.actorId })
    .from(auditLog)
    .where(eq(auditLog.targetId, targetId))
    .then((rows) => rows.filter(({ action }) => action.startsWith('domain.ssl')))
}

describe('SSL of a domain after it is turned on', () => {
  test('is pending at first, and then has a certificate for the domain, www and the names that point to its service', async () => {
    const { id, name } = await registered()
    const reply = await set(id, true)
    expect([reply.status, reply.body]).toEqual([200, expect.objectContaining({ id, ssl: false })])
    expect(await read(id)).toMatchObject({ isEnabled: true, ssl: false, status: 'pending', issuer: null })
    await home.app.work()
    expect(await domainOf(id)).toMatchObject({ ssl: true })
    expect(await read(id)).toMatchObject({
      isEnabled: true,
      ssl: true,
      status: 'issued',
      problem: null,
      issuer: 'Hosting Portal test CA',
      names: [name, `www.${name}`, `api.${name}`],
      daysLeft: 90,
      authorityUrl: rootPath,
      preflight: { isReady: true, findings: [] },
    })
    expect(heard.filter(({ kind, id: of }) => kind === 'domain' && of === id)).toHaveLength(3)
    expect(await auditOf(id)).toEqual([
      { action: 'domain.ssl.enable', actorId: owner.id },
      { action: 'domain.ssl.issue', actorId: null },
    ])
    expect(await countBroken()).toBe(0)
  })

  test('has a sealed key, and a certificate that the downloaded authority verifies', async () => {
    const { id } = await secured()
    const { body, headers, status, text } = await home.app.request(rootPath)
    expect([status, body, headers.get('content-type')]).toEqual([200, null, 'application/x-pem-file'])
    const row = await rowOf(id)
    const leaf = new X509Certificate(row?.chain ?? '')
    expect(leaf.verify(new X509Certificate(text).publicKey)).toBe(true)
    expect(row?.privateKey).toStartWith('v1.')
    const key = home.app.deps.secrets.open(row?.privateKey ?? '', keyPlace(id))
    expect(leaf.publicKey.equals(createPublicKey(key))).toBe(true)
    const [root] = await home.app.store.read.select().from(home.app.store.t.certificateAuthorities)
    expect(root?.privateKey).toStartWith('v1.')
    expect(text).not.toContain('PRIVATE')
  })

  test('stays unchanged when it is turned on again', async () => {
    const { id } = await secured()
    const before = await rowOf(id)
    expect((await set(id, true)).body).toMatchObject({ ssl: true })
    await home.app.work()
    expect(await rowOf(id)).toEqual(before)
  })

  test('is off immediately when it is turned off, and its key is deleted', async () => {
    const { id } = await secured()
    expect((await set(id, false)).body).toMatchObject({ ssl: false })
    expect(await rowOf(id)).toBeUndefined()
    expect(await read(id)).toMatchObject({
      isEnabled: false,
      ssl: false,
      status: 'off',
      notAfter: null,
      daysLeft: null,
    })
    expect((await set(id, false)).status).toBe(200)
    await home.app.work()
    expect(await domainOf(id)).toMatchObject({ ssl: false })
    expect((await auditOf(id)).at(-1)).toEqual({ action: 'domain.ssl.disable', actorId: owner.id })
  })

  test('is removed with the domain', async () => {
    const { id, name, challenge } = await owner.connected(home.freshName())
    home.lay(name, `_portal-challenge TXT ${challenge?.value}`)
    await owner.verify(id)
    await set(id, true)
    await home.app.work()
    expect(await rowOf(id)).toBeDefined()
    expect((await owner.send('DELETE', `/api/domains/${id}`)).status).toBe(200)
    expect(await rowOf(id)).toBeUndefined()
  })

  test('follows the names that point to the service, and leaves out names that point to other servers', async () => {
    const { id, name } = await secured()
    const first = await rowOf(id)
    const place = { userId: owner.id, id }
    const add = (path: string, json: Body) => owner.send('POST', `/api/domains/${id}/${path}`, json)
    await add('subdomains', { name: 'shop', target: `www.${name}` })
    await add('subdomains', { name: 'blog', target: '192.0.2.99' })
    await add('dns', { type: 'A', name: '*', value: '127.0.0.1' })
    await add('dns', { type: 'CNAME', name: '_dmarc', value: name })
    await owner.send('POST', `/api/domains/${id}/dns`, {
      type: 'CNAME',
      name: 'loop',
      value: `loop2.${name}`,
    })
    await owner.send('POST', `/api/domains/${id}/dns`, {
      type: 'CNAME',
      name: 'loop2',
      value: `loop.${name}`,
    })
    const { preflight } = await read(id)
    expect(preflight).toEqual({
      isReady: true,
      findings: [
        {
          isBlocking: false,
          message: `blog.${name}, loop.${name}, loop2.${name} point to another server, so the certificate does not cover them.`,
        },
      ],
    })
    await renewForNames(home.app.deps, place)
    await home.app.work()
    const next = await rowOf(id)
    expect(next?.serial).not.toBe(first?.serial)
    expect(next?.names).toEqual([name, `www.${name}`, `*.${name}`, `api.${name}`, `shop.${name}`])
    await renewForNames(home.app.deps, place)
    await home.app.work()
    expect((await rowOf(id))?.serial).toBe(next?.serial)
  })

  test('is renewed at two thirds of its lifetime', async () => {
    const { id } = await secured()
    const first = await rowOf(id)
    await payDomain(id)
    home.app.advance(59 * day)
    await home.app.work()
    expect((await rowOf(id))?.serial).toBe(first?.serial)
    home.app.advance(day)
    await home.app.work()
    const next = await rowOf(id)
    expect(next?.serial).not.toBe(first?.serial)
    expect(await read(id)).toMatchObject({ status: 'issued', daysLeft: 90 })
    expect(await countBroken()).toBe(0)
  })
})

describe('SSL is refused', () => {
  test('for an unverified name, with a reason', async () => {
    const { id, name } = await owner.connected(home.freshName())
    const message = `Verify ${name} first.`
    const reply = await set(id, true)
    expect([reply.status, reply.body]).toEqual([
      409,
      expect.objectContaining({ code: 'WRONG_STATE', message }),
    ])
    const finding = { isBlocking: true, message }
    expect(await read(id)).toMatchObject({ preflight: { isReady: false, findings: [finding] } })
    expect((await set(id, false)).status).toBe(200)
  })

  test('for a domain whose service has ended; a certificate is renewed once the service is restored', async () => {
    const [{ id, name }, secure] = [await registered(), await secured()]
    const setStatus = (status: 'terminated' | 'active') =>
      home.app.store.tx((tx) =>
        tx.update(tx.t.userServices).set({ status }).where(eq(tx.t.userServices.userId, owner.id)),
      )
    await setStatus('terminated')
    const message = `The service of ${name} has ended.`
    expect(await set(id, true)).toMatchObject({ status: 409, body: { message } })
    expect(await read(id)).toMatchObject({
      preflight: { isReady: false, findings: [{ isBlocking: true, message }] },
    })
    const { certificates } = home.app.store.t
    await home.app.store.tx((tx) =>
      tx.update(certificates).set({ dueAt: home.app.deps.now() }).where(eq(certificates.domainId, secure.id)),
    )
    await home.app.work()
    const before = await rowOf(secure.id)
    expect(before).toMatchObject({ status: 'issued', failures: 0 })
    await setStatus('active')
    await home.app.work()
    expect((await rowOf(secure.id))?.serial).not.toBe(before?.serial)
  })

  test.each([undefined, null, 'true', 1])('for enable: %p', async (enable) => {
    const { id } = await registered()
    const reply = await set(id, enable)
    expect([reply.status, reply.body]).toEqual([
      422,
      expect.objectContaining({ fields: { enable: 'Must be true or false.' } }),
    ])
  })

  test('to visitors and to other customers', async () => {
    const { id } = await secured()
    const other = await home.addOwner()
    for (const [method, path, json] of [
      ['GET', 'ssl', undefined],
      ['POST', 'ssl', { enable: false }],
      ['POST', 'ssl/check', {}],
    ] as const) {
      expect((await other.send(method, `/api/domains/${id}/${path}`, json)).status).toBe(404)
      const visitor = { method, ...(json ? { json } : {}) }
      expect((await home.app.request(`/api/domains/${id}/${path}`, visitor)).status).toBe(401)
    }
    expect(await rowOf(id)).toBeDefined()
  })
})
