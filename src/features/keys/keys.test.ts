import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { day, minute } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import type { CreatedKey, KeyRow } from './contract.ts'
import { hashKey, hintOf, isKey, makeKey } from './key-text.ts'

let app: TestApp
let owner: Awaited<ReturnType<TestApp['addCustomer']>>
beforeAll(async () => {
  app = await createTestApp()
  owner = await app.addCustomer()
})
afterAll(() => app.close())

const path = '/api/user/api-keys'
const wanted = { name: 'Deployment', scopes: ['profile:read'] }
const make = async (json: object = wanted, cookie = owner.cookie) => app.request(path, { cookie, json })
const made = async (json: object = wanted) => (await make(json)).body as CreatedKey
const list = async () => (await app.request(path, { cookie: owner.cookie })).body as KeyRow[]
const callBy = (key: string, at = '/api/user', address = '192.0.2.1') =>
  app.request(at, { headers: { authorization: `Bearer ${key}` }, address })
const remove = (id: string, cookie = owner.cookie) =>
  app.request(`${path}/${id}`, { method: 'DELETE', cookie })

describe('creating a key', () => {
  test('returns it once, and stores neither it nor anything that reveals it', async () => {
    const { status, body } = await make()
    const { key, id, hint, expiresAt } = body as CreatedKey
    expect(status).toBe(201)
    expect(key).toMatch(/^hp_[0-9A-Za-z]{49}$/)
    expect(hint).toBe(hintOf(key))
    expect(expiresAt).toBe(new Date(app.deps.now().getTime() + 90 * day).toISOString())
    const { apiKeys } = app.store.t
    const [row] = await app.store.read.select().from(apiKeys).where(eq(apiKeys.id, id))
    expect(row?.keyHash).toBe(hashKey(key))
    expect(JSON.stringify([row, await list()])).not.toContain(key)
    expect((await list()).find((each) => each.id === id)).toMatchObject({
      lastUsedAt: null,
      isExpired: false,
    })
  })

  test('sends a mail and writes an audit entry with its permissions', async () => {
    const { id } = await made({ ...wanted, name: 'Notified' })
    const { mails, auditLog } = app.store.t
    const [mail] = await app.store.read.select().from(mails).where(eq(mails.relatedId, id))
    expect(mail).toMatchObject({ to: owner.email, subject: 'An API key was created' })
    expect(mail?.text).toContain('Notified')
    const [entry] = await app.store.read.select().from(auditLog).where(eq(auditLog.targetId, id))
    expect(entry).toMatchObject({
      action: 'key.create',
      actorId: owner.id,
      details: { scopes: ['profile:read'] },
    })
  })

  test.each([
    ['name', { ...wanted, name: ' ' }],
    ['scopes', { ...wanted, scopes: [] }],
    ['scopes.0', { ...wanted, scopes: ['profile:write'] }],
    ['expiresInDays', { ...wanted, expiresInDays: 31 }],
    ['scopes', { ...wanted, scopes: ['admin:read'] }],
  ])('refuses a bad %s', async (field, json) => {
    const { status, body } = await make(json)
    expect(status).toBe(422)
    expect(Object.keys((body as { fields: object }).fields)).toEqual([field])
  })

  test('needs a caller who has just reauthenticated', async () => {
    const { sessions } = app.store.t
    const late = await app.addCustomer()
    await app.store.tx((tx) =>
      tx.update(sessions).set({ confirmedAt: null }).where(eq(sessions.userId, late.id)),
    )
    const { status, body } = await make(wanted, late.cookie)
    expect([status, (body as { code: string }).code]).toEqual([403, 'SUDO_REQUIRED'])
  })

  test('stops at fifty, even with concurrent requests', async () => {
    const full = await app.addCustomer()
    const { apiKeys } = app.store.t
    const rows = Array.from({ length: 48 }, () => ({
      id: Bun.randomUUIDv7(),
      userId: full.id,
      name: 'old',
      keyHash: hashKey(makeKey()),
      hint: 'hp_…',
      scopes: ['profile:read'],
      createdAt: app.deps.now(),
    }))
    await app.store.tx((tx) => tx.insert(apiKeys).values(rows))
    const answers = await Promise.all(Array.from({ length: 5 }, () => make(wanted, full.cookie)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 403, 403, 403])
    expect(answers.find(({ status }) => status === 403)?.body).toMatchObject({
      code: 'LIMIT_REACHED',
      limit: 50,
    })
  })
})

describe('using a key', () => {
  test('acts for its owner without a cookie, and is recorded once a minute', async () => {
    const { key, id } = await made()
    const answer = await callBy(key)
    expect([answer.status, (answer.body as { id: string }).id]).toEqual([200, owner.id])
    expect(answer.headers.getSetCookie()).toEqual([])
    const readLastUse = async () => (await list()).find((each) => each.id === id)?.lastUsedAt
    const first = await readLastUse()
    expect(first).toBe(app.deps.now().toISOString())
    app.advance(minute - 1)
    await callBy(key)
    expect(await readLastUse()).toBe(first)
    app.advance(1)
    await callBy(key)
    expect(await readLastUse()).toBe(app.deps.now().toISOString())
  })

  test('takes precedence over a cookie', async () => {
    const other = await app.addCustomer()
    const { key } = await made()
    const headers = { authorization: `Bearer ${key}` }
    const { body } = await app.request('/api/user', { cookie: other.cookie, headers })
    expect((body as { id: string }).id).toBe(owner.id)
    const wrong = { authorization: `Bearer ${makeKey()}` }
    expect((await app.request('/api/user', { cookie: other.cookie, headers: wrong })).status).toBe(401)
  })

  test('needs no origin, and is ignored for forms outside /api', async () => {
    const { key } = await made({ ...wanted, scopes: ['projects:write'] })
    const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
    const headers = { ...foreign, authorization: `Bearer ${key}` }
    expect((await app.request('/api/projects', { headers, json: { name: 'By key' } })).status).toBe(201)
    expect((await app.request('/api/projects', { headers: foreign, json: { name: 'No key' } })).status).toBe(
      403,
    )
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const form = {
      method: 'POST',
      cookie: owner.cookie,
      headers: { ...headers, ...type },
      body: 'mode=logout',
    }
    expect((await app.request('/auth', form)).status).toBe(403)
  })

  test('writes the key and its owner to the audit log', async () => {
    const { key, id } = await made({ ...wanted, scopes: ['projects:write', 'orders:write'] })
    const site = await app.request('/api/cloud/costs', { headers: { authorization: `Bearer ${key}` } })
    expect(site.status).toBe(403)
    expect(site.body).toMatchObject({ code: 'SCOPE_REQUIRED', scope: 'cloud:read' })
    const { body: categories } = await app.request('/api/service-categories')
    const plans = await app.request(`/api/pricing-plans/${(categories as { id: string }[])[0]?.id}`)
    const [plan] = plans.body as { id: string; price: number }[]
    const order = { planId: plan?.id, amount: plan?.price, paymentMethod: 'credit_card' }
    const headers = { authorization: `Bearer ${key}` }
    expect((await app.request('/api/orders', { headers, json: order })).status).toBe(201)
    const { auditLog } = app.store.t
    const entries = await app.store.read.select().from(auditLog).where(eq(auditLog.action, 'order.create'))
    expect(entries).toMatchObject([{ actorId: owner.id, details: { apiKey: id, apiKeyName: 'Deployment' } }])
  })

  test('opens the admin area only with its scope, and only while the account has the right', async () => {
    const admin = await app.addAdministrator()
    const { body } = await make({ ...wanted, scopes: ['admin:read'] }, admin.cookie)
    const { key } = body as CreatedKey
    expect((await callBy(key, '/api/admin/drivers')).status).toBe(200)
    const { users } = app.store.t
    await app.store.tx((tx) => tx.update(users).set({ isAdmin: false }).where(eq(users.id, admin.id)))
    expect((await callBy(key, '/api/admin/drivers')).status).toBe(403)
  })
})

describe('an invalid key', () => {
  const withoutId = (text: string) => text.replace(/"requestId":"[^"]*"/, '')

  test('is refused in the same way whether it is wrong, expired or removed', async () => {
    const removed = await made()
    expect((await remove(removed.id)).status).toBe(200)
    const expired = await made({ ...wanted, expiresInDays: 30 })
    const endless = await made({ ...wanted, expiresInDays: null })
    app.advance(30 * day)
    const texts = await Promise.all(
      [makeKey(), 'hp_short', removed.key, expired.key].map(async (key) => {
        const { status, text } = await callBy(key)
        expect(status).toBe(401)
        return withoutId(text)
      }),
    )
    expect(new Set(texts).size).toBe(1)
    expect((await callBy(endless.key)).status).toBe(200)
    expect((await list()).find(({ id }) => id === expired.id)?.isExpired).toBe(true)
    app.advance(30 * day + 1)
    await app.work()
    expect((await list()).some(({ id }) => id === expired.id)).toBe(false)
  })

  test('delays its address after fifty attempts, but not callers with a valid one', async () => {
    const neighbour = await app.addCustomer()
    const { key } = (await make(wanted, neighbour.cookie)).body as CreatedKey
    const address = '203.0.113.77'
    for (let i = 0; i < 50; i++) expect((await callBy(makeKey(), '/api/user', address)).status).toBe(401)
    const waiting = await callBy(makeKey(), '/api/user', address)
    expect(waiting.status).toBe(429)
    expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await callBy(key, '/api/user', address)).status).toBe(200)
    expect((await callBy(makeKey(), '/api/user', '203.0.113.78')).status).toBe(401)
  })
})

test('removing a key ends the stream that was opened with it', async () => {
  const fresh = await app.addCustomer()
  const { body } = await make({ ...wanted, scopes: ['events:read'] }, fresh.cookie)
  const { key, id } = body as CreatedKey
  const request = new Request('http://portal.test/api/events', {
    headers: { authorization: `Bearer ${key}` },
  })
  const response = await app.portal.fetch(request, () => '192.0.2.1')
  expect(response.status).toBe(200)
  const ended = response.text()
  expect((await remove(id, fresh.cookie)).status).toBe(200)
  expect(await ended).toContain(': connected')
})

test("another user's key is reported as missing", async () => {
  const { id } = (await make(wanted, (await app.addCustomer()).cookie)).body as CreatedKey
  expect((await remove(id)).status).toBe(404)
  expect((await app.request(path)).status).toBe(401)
})

test('a key with a wrong checksum is not looked up', () => {
  const key = makeKey()
  expect(isKey(key)).toBe(true)
  expect(isKey(`${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`)).toBe(false)
  expect(isKey(`${key}0`)).toBe(false)
})
