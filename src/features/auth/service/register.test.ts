import { afterAll, beforeAll, expect, test } from 'bun:test'
import { minute } from '#shared/time.ts'
import { type AuthApp, createAuthApp } from '#test/support/auth-app.ts'
import { createTestStore, type TestStore } from '#test/support/store.ts'

let held: TestStore
let app: AuthApp
let addresses = 0
const next = () => {
  addresses += 1
  return addresses
}
beforeAll(async () => {
  held = await createTestStore()
  app = await createAuthApp(held.store)
})
afterAll(() => held.close())

const visit = () => app.visit(`198.51.100.${next()}`)
const valid = { email: 'asha@example.com', mobile: '9800000001', password: 'correct horse' }
const count = () => held.store.read.$count(held.store.t.users)

test('signing up answers 201 with the user, starts a session, and queues the verification mail', async () => {
  const visitor = visit()
  const response = await visitor.post('/api/register', { ...valid, firstName: ' Asha ', lastName: '' })
  expect(response.status).toBe(201)
  const user = await response.json()
  expect(user).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
    email: 'asha@example.com',
    mobile: '+919800000001',
    firstName: 'Asha',
    lastName: null,
    profileImageUrl: null,
    address: null,
    organization: null,
    isAdmin: false,
    hasAdminAccess: false,
    emailVerified: false,
    mobileVerified: false,
    createdAt: '2026-11-20T06:30:00.000Z',
  })
  expect(response.headers.getSetCookie()[0]).toMatch(
    /^sid=[^;]+; HttpOnly; Max-Age=\d+; Path=\/; SameSite=Lax$/,
  )
  expect(await (await visitor.get('/api/user')).json()).toEqual(user)
  expect(await app.links('asha@example.com', 'auth.verify')).toEqual([
    expect.stringMatching(/^http:\/\/portal\.test\/api\/verify-email\?token=[\w-]{43}$/),
  ])
  expect(await app.actions()).toContain('auth.register')
})

test.each([
  [{ email: 'ASHA@Example.COM', mobile: '9800000002' }],
  [{ email: ' asha@example.com ', mobile: '9800000002' }],
  [{ email: 'other@example.com', mobile: '+91 98000-00001' }],
  [{ email: 'other@example.com', mobile: '(980) 000.0001' }],
  [{ email: 'other@example.com', mobile: '00919800000001' }],
  [{ email: 'other@example.com', mobile: '+91 (0)98000 00001' }],
  [{ email: 'other@example.com', mobile: '\u202d+91 98000 00001\u202c' }],
  [{ email: 'other@example.com', mobile: '98000\u201100001' }],
])('answers 409 for a taken account without revealing which part is taken: %j', async (twin) => {
  const before = await count()
  const response = await visit().post('/api/register', { ...valid, ...twin })
  expect(response.status).toBe(409)
  expect(await response.json()).toEqual({
    message: 'An account with this email or mobile number already exists.',
    code: 'CONFLICT',
    requestId: expect.any(String),
  })
  expect(await count()).toBe(before)
})

test('Unicode lookalikes of an e-mail address are refused', async () => {
  for (const email of [
    '\uff21sha@example.com',
    'asha@ex\u0430mple.com',
    'as\u200bha@example.com',
    'asha@example.com\0',
  ]) {
    const response = await visit().post('/api/register', { ...valid, email, mobile: '9800000003' })
    expect([email, response.status]).toEqual([email, 422])
  }
})

test.each([
  [{ mobile: '' }, 'mobile'],
  [{ email: undefined }, 'email'],
  [{ email: null, mobile: '   ' }, 'email'],
])('requires both e-mail and mobile number: %j', async (blank, field) => {
  const response = await visit().post('/api/register', { ...valid, ...blank })
  expect(response.status).toBe(422)
  const body = await response.json()
  expect(body.message).toBe('Both email and mobile number are required')
  expect(body.fields[field]).toBe('Both email and mobile number are required')
})

test.each([
  [7, 422],
  [8, 201],
  [128, 201],
  [129, 422],
])('a password of %d characters gets %d', async (length, status) => {
  const mobile = `97${String(length).padStart(8, '0')}`
  const body = {
    email: `length${length}@example.com`,
    mobile,
    password: 'über den Wolken '.repeat(9).slice(0, length),
  }
  const response = await visit().post('/api/register', body)
  expect(response.status).toBe(status)
  if (status === 422) expect((await response.json()).fields).toHaveProperty('password')
})

test.each([
  [{ email: 'no address' }],
  [{ mobile: '12345' }],
  [{ mobile: '0123456789' }],
  [{ mobile: ['9800000004'] }],
  [{ email: { $ne: '' } }],
  [{ password: ['long enough 1'] }],
  [{ firstName: 'a\nb' }],
  [{ firstName: 'Asha \u202eoaR' }],
  [{ lastName: 'x'.repeat(81) }],
])('%j is refused', async (bad) => {
  const body = { email: 'bad@example.com', mobile: '9800000004', password: 'correct horse', ...bad }
  expect((await visit().post('/api/register', body)).status).toBe(422)
})

test('treats a name without a visible character as missing', async () => {
  const names = { firstName: '\u200b', lastName: '\u3164 \u2800' }
  const body = { ...valid, email: 'unseen@example.com', mobile: '9800000066', ...names }
  const response = await visit().post('/api/register', body)
  expect(await response.json()).toMatchObject({ firstName: null, lastName: null })
})

test('ignores rights, ids and prototype keys in the body', async () => {
  const visitor = visit()
  const id = Bun.randomUUIDv7()
  const claims = `"isAdmin":true,"hasAdminAccess":true,"emailVerified":true,"id":"${id}","createdAt":"2001-01-01T00:00:00Z"`
  const text = `{"email":"mallory@example.com","mobile":"9800000005","password":"correct horse",${claims},"__proto__":{${claims}},"constructor":{"prototype":{${claims}}}}`
  const response = await visitor.post('/api/register', JSON.parse(text))
  expect(response.status).toBe(201)
  const user = await response.json()
  expect(user).toMatchObject({ isAdmin: false, hasAdminAccess: false, emailVerified: false })
  expect(user.id).not.toBe(id)
  expect(user.createdAt).toBe('2026-11-20T06:30:00.000Z')
  expect({}).not.toHaveProperty('isAdmin')
})

test('fifty concurrent registrations of one e-mail address create one account and 49 conflicts', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      app.visit('203.0.113.1').post('/api/register', {
        ...valid,
        email: i % 2 ? 'race@example.com' : 'RACE@example.com',
        mobile: `96000000${String(i).padStart(2, '0')}`,
      }),
    ),
  )
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([201, ...Array(49).fill(409)])
  const rows = await held.store.read.select().from(held.store.t.users)
  expect(rows.filter(({ emailKey }) => emailKey === 'race@example.com')).toHaveLength(1)
}, 300_000)

test('an IP address may sign up 60 times an hour', async () => {
  const visitor = app.visit('203.0.113.2')
  for (let i = 0; i < 6; i++) {
    const ten = Array.from({ length: 10 }, () => app.visit('203.0.113.2').post('/api/register', valid))
    expect((await Promise.all(ten)).map(({ status }) => status)).toEqual(Array(10).fill(409))
  }
  app.pass(59 * minute)
  const refused = await visitor.post('/api/register', {
    ...valid,
    email: 'late@example.com',
    mobile: '9800000006',
  })
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('60')
  app.pass(minute)
  const body = { ...valid, email: 'late@example.com', mobile: '9800000006' }
  expect((await visitor.post('/api/register', body)).status).toBe(201)
}, 300_000)

test('signing up during a session ends that session', async () => {
  const visitor = visit()
  await visitor.post('/api/register', { ...valid, email: 'first@example.com', mobile: '9800000007' })
  const { cookie } = visitor
  await visitor.post('/api/register', { ...valid, email: 'second@example.com', mobile: '9800000008' })
  const old = visit()
  old.cookie = cookie
  expect((await old.get('/api/user')).status).toBe(401)
  expect((await (await visitor.get('/api/user')).json()).email).toBe('second@example.com')
})
