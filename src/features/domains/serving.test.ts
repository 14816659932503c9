import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { LiveEvent } from '#server/events.ts'
import { insertActiveService } from '#test/support/active-service.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { invariants } from './invariants.ts'

let app: TestApp
let owner: { cookie: string; id: string }
let name: string
let id: string
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
let counter = 0
beforeEach(async () => {
  owner = await app.addCustomer()
  const serviceId = await insertActiveService(app, owner.id)
  counter += 1
  const { body } = await call('POST', '/api/domains/register', { name: `served-${counter}`, serviceId })
  ;({ id, name } = body as { id: string; name: string })
})

const call = (method: string, path: string, json?: unknown, cookie: string | undefined = owner.cookie) =>
  app.request(path, { method, ...(cookie ? { cookie } : {}), ...(json === undefined ? {} : { json }) })
const set = (json: object, cookie?: string) => call('PUT', `/api/domains/${id}/serving`, json, cookie)
async function enableSsl() {
  await call('POST', `/api/domains/${id}/ssl`, { enable: true })
  await app.work()
}
const stored = async () => {
  const { domains } = app.store.t
  const [row] = await app.store.read.select().from(domains).where(eq(domains.id, id))
  return { www: row?.www, httpsRedirect: row?.httpsRedirect, hsts: row?.hsts }
}
const failing = async () => {
  const counts = await Promise.all(
    invariants.map(async (each) => [each.name, await each.count(app.store, app.dataDir, null)]),
  )
  return counts.filter(([, count]) => count !== 0)
}

describe('how a domain is served', () => {
  test('serves names as typed at first, with https where there is a certificate, and without HSTS', async () => {
    expect((await call('GET', '/api/domains')).body).toMatchObject([
      { www: 'as-typed', httpsRedirect: true, hsts: false },
    ])
  })

  test('changes one setting at a time, with an audit entry and an event', async () => {
    const heard: LiveEvent[] = []
    const stop = app.deps.events.subscribe((event) => void heard.push(event))
    expect((await set({ www: 'to-www' })).body).toMatchObject({ id, www: 'to-www', httpsRedirect: true })
    expect((await set({ httpsRedirect: false })).body).toMatchObject({ www: 'to-www', httpsRedirect: false })
    stop()
    expect(heard).toMatchObject([
      { kind: 'domain', id, userId: owner.id },
      { kind: 'domain', id },
    ])
    const { auditLog } = app.store.t
    const entries = await app.store.read.select().from(auditLog).where(eq(auditLog.targetId, id))
    const changes = entries.filter(({ action }) => action === 'domain.serving')
    expect(changes).toMatchObject([
      { note: name, actorId: owner.id, details: { www: 'to-www' } },
      { details: { httpsRedirect: false } },
    ])
  })

  test('can be changed by the owner alone', async () => {
    expect((await app.request(`/api/domains/${id}/serving`, { method: 'PUT', json: {} })).status).toBe(401)
    expect((await set({ www: 'to-www' }, (await app.addCustomer()).cookie)).status).toBe(404)
    expect(await stored()).toEqual({ www: 'as-typed', httpsRedirect: true, hsts: 'off' })
  })

  test.each([
    [{ www: 'elsewhere' }, 'Must be as-typed, to-www or to-bare.'],
    [{ httpsRedirect: 'yes' }, 'Must be true or false.'],
    [{ hsts: 1 }, 'Must be true or false.'],
  ])('rejects %j', async (json, sentence) => {
    const { status, body } = await set(json)
    expect([status, JSON.stringify(body).includes(sentence)]).toEqual([422, true])
  })

  test('never redirects visitors to a name without an address in the zone', async () => {
    const records = (await call('GET', `/api/domains/${id}/dns`)).body as { id: string; name: string }[]
    const www = records.find((record) => record.name === 'www')
    await call('DELETE', `/api/domains/${id}/dns/${www?.id}`)
    const { status, body } = await set({ www: 'to-www' })
    expect([status, body]).toMatchObject([
      409,
      { message: `www.${name} has no DNS record yet. Point it to your site first.` },
    ])
    expect((await set({ www: 'to-bare' })).status).toBe(200)
    await call('POST', `/api/domains/${id}/dns`, { type: 'A', name: '*', value: '127.0.0.1' })
    expect((await set({ www: 'to-www' })).status).toBe(200)
  })
})

describe('HSTS', () => {
  test('needs SSL and the https redirect, which then stays on', async () => {
    expect((await set({ hsts: true })).body).toMatchObject({
      message: `Turn on SSL for ${name} to use HSTS.`,
    })
    await enableSsl()
    await set({ httpsRedirect: false })
    expect((await set({ hsts: true })).body).toMatchObject({
      message: `Turn on the HTTPS redirect for ${name} to use HSTS.`,
    })
    expect((await set({ hsts: true, httpsRedirect: true })).body).toMatchObject({ hsts: true })
    const { status, body } = await set({ httpsRedirect: false })
    expect([status, body]).toMatchObject([409, { message: expect.stringContaining('Turn HSTS off first') }])
    expect((await set({ httpsRedirect: false, hsts: false })).status).toBe(200)
    expect(await failing()).toEqual([])
  })

  test('is withdrawn when it is turned off, or SSL is', async () => {
    await enableSsl()
    await set({ hsts: false })
    expect((await stored()).hsts).toBe('off')
    await set({ hsts: true })
    await set({ hsts: false })
    expect((await stored()).hsts).toBe('withdrawn')
    await set({ hsts: true })
    expect((await stored()).hsts).toBe('on')
    const { body } = await call('POST', `/api/domains/${id}/ssl`, { enable: false })
    expect(body).toMatchObject({ ssl: false, hsts: false })
    expect((await stored()).hsts).toBe('withdrawn')
    expect(await failing()).toEqual([])
  })

  test('stays unchanged when the certificate is renewed', async () => {
    await enableSsl()
    await set({ hsts: true })
    const { certificates } = app.store.t
    const due = { dueAt: app.deps.now() }
    await app.store.tx((tx) => tx.update(certificates).set(due).where(eq(certificates.domainId, id)))
    await app.work()
    expect((await stored()).hsts).toBe('on')
  })
})
