import { afterAll, beforeAll, expect, test } from 'bun:test'
import { day, hour, minute, second } from '#shared/time.ts'
import { type AuthApp, createAuthApp, type Visitor } from '#test/support/auth-app.ts'
import { createTestStore, type TestStore } from '#test/support/store.ts'

let held: TestStore
let app: AuthApp
let people = 0
beforeAll(async () => {
  held = await createTestStore()
  app = await createAuthApp(held.store)
})
afterAll(() => held.close())

const password = 'correct horse'
const fresh = 'battery staple'
type Person = { email: string; visitor: Visitor }

/** A new customer with a unique address, signed in. */
async function signUp(): Promise<Person> {
  people += 1
  const email = `person${people}@example.com`
  const visitor = app.visit(`198.51.100.${people}`)
  const mobile = `98000000${String(people).padStart(2, '0')}`
  const response = await visitor.post('/api/register', { email, mobile, password })
  expect(response.status).toBe(201)
  return { email, visitor }
}

async function signIn(person: Person, given = password): Promise<Visitor> {
  const visitor = app.visit(person.visitor.address)
  const response = await visitor.post('/api/login', { emailOrMobile: person.email, password: given })
  expect(response.status).toBe(200)
  return visitor
}

const forgot = (person: Person, email = person.email) =>
  app.visit(person.visitor.address).post('/api/password/forgot', { email })
const reset = (token: string | undefined, given = fresh) =>
  app.visit().post('/api/password/reset', { token, password: given })

async function lastToken({ email }: Person, kind = 'auth.reset'): Promise<string> {
  const link = (await app.links(email, kind)).at(-1) ?? ''
  return new URL(link).searchParams.get('token') ?? ''
}

const statusOf = async (visitor: Visitor) => (await visitor.get('/api/user')).status

test('answers a forgotten-password request with 202 and the same body, with and without an account', async () => {
  const person = await signUp()
  const known = await forgot(person, person.email.toUpperCase())
  const unknown = await forgot(person, 'nobody@example.com')
  expect([known.status, unknown.status]).toEqual([202, 202])
  expect(await known.text()).toBe(await unknown.text())
  expect(await app.links(person.email, 'auth.reset')).toEqual([
    expect.stringMatching(/^http:\/\/portal\.test\/auth\/reset\?token=[\w-]{43}$/),
  ])
  expect(await app.links('nobody@example.com', 'auth.reset')).toEqual([])
})

test('limits forgotten-password requests to 5 an hour per address', async () => {
  const person = await signUp()
  for (let i = 0; i < 5; i++) expect((await forgot(person)).status).toBe(202)
  const refused = await forgot(person)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('3600')
  app.pass(hour)
  expect((await forgot(person)).status).toBe(202)
})

test('resets the password once, ends every session and notifies the owner', async () => {
  const person = await signUp()
  const other = await signIn(person)
  await forgot(person)
  const older = await lastToken(person)
  await forgot(person)
  const token = await lastToken(person)
  const { tokens } = held.store.t
  const stored = await held.store.read.select({ id: tokens.id }).from(tokens)
  expect(stored.map(({ id }) => id)).not.toContain(token)
  expect((await reset(token)).status).toBe(200)
  expect([await statusOf(person.visitor), await statusOf(other)]).toEqual([401, 401])
  await signIn(person, fresh)
  const again = await reset(token, 'third password')
  expect(again.status).toBe(422)
  expect((await again.json()).fields).toHaveProperty('token')
  expect((await reset(older, 'third password')).status).toBe(422)
  expect(await app.links(person.email, 'auth.password')).toHaveLength(1)
  expect(await app.actions()).toContain('auth.password.reset')
})

test('accepts one of two concurrent resets with the same token', async () => {
  const person = await signUp()
  await forgot(person)
  const token = await lastToken(person)
  const answers = await Promise.all([reset(token, 'first choice'), reset(token, 'second choice')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
})

test('refuses a reset token after 30 minutes', async () => {
  const person = await signUp()
  await forgot(person)
  const token = await lastToken(person)
  app.pass(30 * minute)
  expect((await reset(token)).status).toBe(422)
  await forgot(person)
  const next = await lastToken(person)
  app.pass(30 * minute - second)
  expect((await reset(next)).status).toBe(200)
})

test.each(['', 'guess', '\0', 'x'.repeat(201)])('refuses the token %j', async (token) => {
  expect((await reset(token)).status).toBe(422)
})

test('a token for one purpose is invalid for another, and a weak password does not consume it', async () => {
  const person = await signUp()
  expect((await reset(await lastToken(person, 'auth.verify'))).status).toBe(422)
  await forgot(person)
  const token = await lastToken(person)
  const verified = await app.visit().get(`/api/verify-email?token=${token}`)
  expect(verified.headers.get('location')).toBe('/account?verified=0')
  expect((await reset(token, 'short')).status).toBe(422)
  expect((await reset(token)).status).toBe(200)
})

test('changing the password keeps the present session and ends the others', async () => {
  const person = await signUp()
  const other = await signIn(person)
  const body = { currentPassword: password, newPassword: fresh }
  expect((await person.visitor.post('/api/user/password', body)).status).toBe(200)
  expect([await statusOf(person.visitor), await statusOf(other)]).toEqual([200, 401])
  await signIn(person, fresh)
  expect(await app.links(person.email, 'auth.password')).toHaveLength(1)
  expect(await app.actions()).toContain('auth.password.change')
})

/** Starts sign-ins with the old password one after another during its change; returns the sessions that remain. */
async function whoGetsIn(person: Person, replace: () => Promise<Response>): Promise<number[]> {
  const intruders = Array.from({ length: 8 }, () => app.visit(person.visitor.address))
  const entered: Promise<Response>[] = []
  const replaced = replace()
  for (const visitor of intruders) {
    entered.push(visitor.post('/api/login', { emailOrMobile: person.email, password }))
    await Bun.sleep(5)
  }
  await Promise.all(entered)
  expect((await replaced).status).toBe(200)
  return Promise.all(intruders.map(statusOf))
}

test('admits no sign-in with the old password during a change', async () => {
  const person = await signUp()
  const body = { currentPassword: password, newPassword: fresh }
  expect(await whoGetsIn(person, () => person.visitor.post('/api/user/password', body))).toEqual(
    Array(8).fill(401),
  )
  expect(await statusOf(person.visitor)).toBe(200)
})

test('admits no sign-in with the old password during a reset', async () => {
  const person = await signUp()
  await forgot(person)
  const token = await lastToken(person)
  expect(await whoGetsIn(person, () => reset(token))).toEqual(Array(8).fill(401))
})

test('changing the password invalidates reset links', async () => {
  const person = await signUp()
  await forgot(person)
  await person.visitor.post('/api/user/password', { currentPassword: password, newPassword: fresh })
  expect((await reset(await lastToken(person), 'third password')).status).toBe(422)
})

test('a wrong current password is 422 at its field and throttled after five attempts', async () => {
  const { visitor } = await signUp()
  for (let i = 0; i < 5; i++) {
    const body = { currentPassword: `wrong ${i}`, newPassword: fresh }
    const response = await visitor.post('/api/user/password', body)
    expect(response.status).toBe(422)
    expect((await response.json()).fields).toEqual({
      currentPassword: 'The current password is incorrect.',
    })
  }
  const right = { currentPassword: password, newPassword: fresh }
  const refused = await visitor.post('/api/user/password', right)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  app.pass(second)
  expect((await visitor.post('/api/user/password', right)).status).toBe(200)
})

test('a new password must follow the rules, and changing it requires a session', async () => {
  const { visitor } = await signUp()
  const weak = await visitor.post('/api/user/password', { currentPassword: password, newPassword: '1234567' })
  expect(weak.status).toBe(422)
  expect((await weak.json()).fields).toHaveProperty('newPassword')
  const body = { currentPassword: password, newPassword: fresh }
  expect((await app.visit().post('/api/user/password', body)).status).toBe(401)
})

test('a verification link works once within 24 hours, even when signed out', async () => {
  const person = await signUp()
  const [link = ''] = await app.links(person.email, 'auth.verify')
  const path = link.replace('http://portal.test', '')
  expect((await app.visit().head(path)).headers.get('location')).toBe('/account')
  const response = await app.visit().get(path)
  expect([response.status, response.headers.get('location')]).toEqual([302, '/account?verified=1'])
  expect((await (await person.visitor.get('/api/user')).json()).emailVerified).toBe(true)
  expect((await app.visit().get(path)).headers.get('location')).toBe('/account?verified=0')
  expect(await app.actions()).toContain('auth.email.verify')
})

test.each(['', '?token=', '?token=guess', `?token=${'x'.repeat(300)}`])(
  'verify-email%s redirects to verified=0',
  async (query) => {
    const response = await app.visit().get(`/api/verify-email${query}`)
    expect([response.status, response.headers.get('location')]).toEqual([302, '/account?verified=0'])
  },
)

test('a new verification link invalidates the old one, and can be requested 5 times an hour', async () => {
  const person = await signUp()
  app.pass(day)
  const token = await lastToken(person, 'auth.verify')
  expect((await app.visit().get(`/api/verify-email?token=${token}`)).headers.get('location')).toEndWith('=0')
  for (let i = 0; i < 5; i++) expect((await person.visitor.post('/api/verify-email/send')).status).toBe(200)
  expect((await person.visitor.post('/api/verify-email/send')).status).toBe(429)
  expect(await app.links(person.email, 'auth.verify')).toHaveLength(6)
  const next = await lastToken(person, 'auth.verify')
  expect((await app.visit().get(`/api/verify-email?token=${next}`)).headers.get('location')).toEndWith('=1')
  // Already verified: nothing to send, and no error.
  expect((await person.visitor.post('/api/verify-email/send')).status).toBe(200)
  expect(await app.links(person.email, 'auth.verify')).toHaveLength(6)
  expect((await app.visit().post('/api/verify-email/send')).status).toBe(401)
})

test('mails name the company, contain text and HTML, and escape all values', async () => {
  const rows = await held.store.read.select().from(held.store.t.mails)
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(
    new Set(['auth.verify', 'auth.reset', 'auth.password']),
  )
  for (const { text, html } of rows) {
    expect(text).toContain('Acme & Sons')
    expect(html).toContain('Acme &amp; Sons')
    expect(html).not.toContain('Acme & Sons')
  }
})

test('refuses an easily guessed password at its field in every form, and changes nothing', async () => {
  const person = await signUp()
  const forms = { email: 'new@example.com', mobile: '9800009999' }
  const refusals: [Response, string][] = []
  for (const easy of ['password1', 'Admin@123', 'aaaaaaaa', 'new@example.com', '9800009999', 'Acme & Sons'])
    refusals.push([
      await app.visit('198.51.100.200').post('/api/register', { ...forms, password: easy }),
      'password',
    ])
  for (const newPassword of [person.email, 'Welcome@123'])
    refusals.push([
      await person.visitor.post('/api/user/password', { currentPassword: password, newPassword }),
      'newPassword',
    ])
  await forgot(person)
  const link = (await app.links(person.email, 'auth.reset')).at(-1) ?? ''
  const token = new URL(link).searchParams.get('token') ?? ''
  for (const easy of ['iloveyou', 'India@123']) refusals.push([await reset(token, easy), 'password'])
  for (const [response, field] of refusals) {
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({
      fields: { [field]: expect.stringMatching(/Choose another one/) },
    })
  }
  await signIn(person)
  // A refused password does not use the link up.
  expect((await reset(token)).status).toBe(200)
  await signIn(person, fresh)
})
