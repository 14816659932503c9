import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type AuthApp, createAuthApp, type Visitor } from '#test/support/auth-app.ts'
import { createTestStore, type TestStore } from '#test/support/store.ts'

let held: TestStore
let app: AuthApp
let addresses = 0
const password = 'correct horse'
beforeAll(async () => {
  held = await createTestStore()
  app = await createAuthApp(held.store)
  await app.visit().post('/api/register', { email: 'asha@example.com', mobile: '9800000001', password })
})
afterAll(() => held.close())

function visit(): Visitor {
  addresses += 1
  return app.visit(`198.51.100.${addresses}`)
}

async function signedIn(): Promise<Visitor> {
  const visitor = visit()
  await visitor.post('/api/login', { emailOrMobile: 'asha@example.com', password })
  return visitor
}

const placeOf = (response: Response) => [response.status, response.headers.get('location')]
const isSignedIn = async (visitor: Visitor) => (await visitor.get('/api/user')).status === 200
const login = { mode: 'login', emailOrMobile: 'asha@example.com', password }

const separators = '/a\u2028b\u2029?q=भारत'

test.each([
  ['', '/auth'],
  ['?next=/databases?tab=1', '/auth?next=%2Fdatabases%3Ftab%3D1'],
  ['?next=/a%E2%80%A8b', '/auth?next=%2Fa%25E2%2580%25A8b'],
  ['?next=/..//evil.example', '/auth'],
  ['?next=/.%2F%2Fevil.example', '/auth'],
  ['?next=//evil.example', '/auth'],
  ['?next=/%5Cevil.example', '/auth'],
  ['?next=https://evil.example', '/auth'],
  ['?next=/%0Aevil', '/auth'],
  ['?next=javascript:alert(1)', '/auth'],
])('GET /api/login%s redirects to %s', async (query, location) => {
  expect(placeOf(await visit().get(`/api/login${query}`))).toEqual([302, location])
})

test.each([
  [{}],
  [{ 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' }],
  [{ 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' }],
])('GET /api/logout signs out when it is a navigation from this site: %j', async (headers) => {
  const visitor = await signedIn()
  expect(placeOf(await visitor.get('/api/logout', headers))).toEqual([302, '/'])
  expect(await isSignedIn(visitor)).toBe(false)
})

test.each([
  [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' }],
  [{ 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'document' }],
  [{ 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' }],
  [{ 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch' }],
])('otherwise GET /api/logout changes nothing and shows a button: %j', async (headers) => {
  const visitor = await signedIn()
  const response = await visitor.get('/api/logout', headers)
  expect(response.status).toBe(200)
  const html = await response.text()
  expect(html).toContain('<form method="post" action="/auth">')
  expect(html).not.toContain('<script')
  expect(await isSignedIn(visitor)).toBe(true)
})

test('HEAD /api/logout changes nothing', async () => {
  const visitor = await signedIn()
  expect((await visitor.head('/api/logout')).status).toBe(302)
  expect(await isSignedIn(visitor)).toBe(true)
})

test('the button of the sign-out page signs out', async () => {
  const visitor = await signedIn()
  expect(placeOf(await visitor.submit('/auth', { mode: 'logout' }))).toEqual([303, '/'])
  expect(await isSignedIn(visitor)).toBe(false)
})

test.each([
  [{}, '/'],
  [{ next: '/databases?tab=1' }, '/databases?tab=1'],
  [{ next: '//evil.example' }, '/'],
  [{ next: separators }, '/a%E2%80%A8b%E2%80%A9?q=%E0%A4%AD%E0%A4%BE%E0%A4%B0%E0%A4%A4'],
  [{ next: '/\\evil.example' }, '/'],
])('the plain form signs in and redirects: %j', async (extra, location) => {
  const visitor = visit()
  expect(placeOf(await visitor.submit('/auth', { ...login, ...extra }))).toEqual([303, location])
  expect(await isSignedIn(visitor)).toBe(true)
})

test('the plain form signs up', async () => {
  const visitor = visit()
  const fields = {
    mode: 'signup',
    email: 'plain@example.com',
    mobile: '\u202d+91 (0)98000\u201100002\u202c',
    password,
    confirmPassword: password,
    firstName: '',
  }
  const claims = { isAdmin: 'true', id: Bun.randomUUIDv7() }
  const response = await visitor.submit('/auth', { ...fields, ...claims, next: '/select-plan' })
  expect(placeOf(response)).toEqual([303, '/select-plan'])
  expect(await (await visitor.get('/api/user')).json()).toMatchObject({
    email: 'plain@example.com',
    mobile: '+919800000002',
    firstName: null,
    isAdmin: false,
  })
})

test('a failed sign-in shows the page again with its status, its message and all values but the password', async () => {
  const visitor = visit()
  const response = await visitor.submit('/auth', { ...login, password: 'wrong horse', next: '/files' })
  expect(response.status).toBe(401)
  expect(app.lastPage()).toEqual({
    status: 401,
    mode: 'login',
    message: 'Invalid credentials',
    fields: {},
    values: { emailOrMobile: 'asha@example.com' },
    next: '/files',
  })
  expect(await isSignedIn(visitor)).toBe(false)
})

test('a failed sign-up shows the page again with its status, its message and all values but the password', async () => {
  const passwords = { password, confirmPassword: password }
  const taken = {
    mode: 'signup',
    email: 'ASHA@example.com',
    mobile: '9800000003',
    lastName: 'Rao',
    ...passwords,
  }
  expect((await visit().submit('/auth', taken)).status).toBe(409)
  expect(app.lastPage()).toMatchObject({
    status: 409,
    mode: 'signup',
    values: { email: 'ASHA@example.com', mobile: '9800000003', lastName: 'Rao' },
  })
  expect((await visit().submit('/auth', { ...taken, mobile: ' ' })).status).toBe(422)
  const message = 'Both email and mobile number are required'
  expect(app.lastPage()).toMatchObject({ status: 422, message, fields: { mobile: message } })
  expect(JSON.stringify(app.lastPage())).not.toContain(password)
})

test.each(['another horse', undefined])(
  'the plain form compares the two passwords and reports all other faults too: %p',
  async (confirmPassword) => {
    const visitor = visit()
    const form = { mode: 'signup', email: 'differs@example.com', mobile: '9800000004', password }
    const repeated = confirmPassword ? { confirmPassword } : {}
    expect((await visitor.submit('/auth', { ...form, ...repeated, mobile: '' })).status).toBe(422)
    expect(app.lastPage()).toMatchObject({
      message: 'Passwords do not match',
      fields: {
        confirmPassword: 'Passwords do not match',
        mobile: 'Both email and mobile number are required',
      },
    })
    expect(JSON.stringify(app.lastPage())).not.toContain('horse')
    expect((await visitor.submit('/auth', { ...form, ...repeated })).status).toBe(422)
    expect(await isSignedIn(visitor)).toBe(false)
  },
)

const chosen = Bun.randomUUIDv7()

test.each([
  [{ plan: chosen }, `/select-plan?plan=${chosen}`],
  [{ plan: chosen, next: '/files' }, '/files'],
  [{ plan: 'https://evil.example' }, '/'],
  [{ plan: "' or 1=1" }, '/'],
])('the plain form continues to the order of the chosen plan: %j', async (extra, location) => {
  expect(placeOf(await visit().submit('/auth', { ...login, ...extra }))).toEqual([303, location])
})

test('a failed sign-in keeps the chosen plan', async () => {
  await visit().submit('/auth', { ...login, password: 'wrong horse', plan: chosen })
  expect(app.lastPage()).toMatchObject({ status: 401, plan: chosen })
})

test('the plain form shares the throttle of the API', async () => {
  const visitor = visit()
  const wrong = { ...login, password: 'wrong horse' }
  for (let i = 0; i < 3; i++) expect((await visitor.submit('/auth', wrong)).status).toBe(401)
  for (let i = 0; i < 2; i++) expect((await visitor.post('/api/login', wrong)).status).toBe(401)
  const refused = await visitor.submit('/auth', login)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  expect((await visitor.post('/api/login', login)).status).toBe(429)
})

test('a form from another site, of another type or over the size limit is refused', async () => {
  const visitor = visit()
  expect((await visitor.submit('/auth', login, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await visitor.submit('/auth', login, { 'sec-fetch-site': 'same-site' })).status).toBe(403)
  expect((await visitor.submit('/auth', login, { origin: 'https://evil.example' })).status).toBe(403)
  expect((await visitor.post('/auth', login)).status).toBe(415)
  expect((await visitor.submit('/auth', { ...login, password: 'x'.repeat(70_000) })).status).toBe(413)
  expect(await isSignedIn(visitor)).toBe(false)
})
