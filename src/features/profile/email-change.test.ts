import { afterAll, beforeAll, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { day, minute } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

let names = 0
const nextNumber = () => {
  names += 1
  return names
}
const newAddress = () => `new-${nextNumber()}@example.com`

const change = async (cookie: string, email: string) => {
  const reply = await app.request('/api/user/profile', { method: 'PUT', cookie, json: { email } })
  expect(reply.status).toBe(200)
  return reply.body as { email: string; emailVerified: boolean }
}

async function mailsTo(to: string, kind: string) {
  const { mails } = app.store.t
  return app.store.read
    .select()
    .from(mails)
    .where(and(eq(mails.to, to), eq(mails.kind, kind)))
    .orderBy(mails.id)
}

async function tokenTo(to: string, kind: string): Promise<string> {
  const link = /https?:\/\/\S+/.exec((await mailsTo(to, kind)).at(-1)?.text ?? '')?.[0] ?? ''
  return new URL(link).searchParams.get('token') ?? ''
}

/** A customer with a verified address. */
async function verifiedCustomer() {
  const person = await app.addCustomer()
  const { users } = app.store.t
  const isOne = eq(users.id, person.id)
  await app.store.tx((tx) =>
    tx.update(tx.t.users).set({ emailVerified: true, firstName: 'Asha' }).where(isOne),
  )
  return person
}

const verify = (token: string) => app.request(`/api/verify-email?token=${token}`)
const forgot = (email: string) =>
  app.request('/api/password/forgot', { json: { email }, address: `203.0.113.${nextNumber()}` })
const reset = (token: string, password = 'battery staple 9') =>
  app.request('/api/password/reset', { json: { token, password } })
const login = (emailOrMobile: string, password = 'battery staple 9') =>
  app.request('/api/login', { json: { emailOrMobile, password }, address: `203.0.113.${nextNumber()}` })

test('a new address works immediately and unverified, and both addresses get a mail', async () => {
  const { cookie, email } = await verifiedCustomer()
  const next = newAddress()
  expect(await change(cookie, next)).toMatchObject({ email: next, emailVerified: false })
  const [notice] = await mailsTo(email, 'auth.email')
  expect(notice?.text).toContain('/auth/reset?token=')
  expect(notice?.text).toContain('within 7 days')
  // The new address is unverified: a name in the mail would be text to a stranger.
  expect((await mailsTo(next, 'auth.verify'))[0]?.text).not.toContain('Asha')
  await verify(await tokenTo(next, 'auth.verify'))
  expect((await app.request('/api/user', { cookie })).body).toMatchObject({
    email: next,
    emailVerified: true,
  })
})

test('until the new address is verified, password reset links go to the verified one only', async () => {
  const { cookie, email } = await verifiedCustomer()
  const next = newAddress()
  await change(cookie, next)
  await forgot(next)
  await forgot(email)
  expect(await mailsTo(next, 'auth.reset')).toEqual([])
  expect(await mailsTo(email, 'auth.reset')).toHaveLength(2)
  expect((await reset(await tokenTo(email, 'auth.reset'))).status).toBe(200)
  // The password's owner learns of the change, whichever address gets the notices meanwhile.
  for (const to of [email, next]) expect(await mailsTo(to, 'auth.password')).toHaveLength(1)
  await verify(await tokenTo(next, 'auth.verify'))
  await forgot(next)
  await forgot(email)
  expect(await mailsTo(next, 'auth.reset')).toHaveLength(1)
  expect(await mailsTo(email, 'auth.reset')).toHaveLength(2)
})

test('an undo restores the address, ends every session and sets a new password, once', async () => {
  const { cookie, email } = await verifiedCustomer()
  await change(cookie, newAddress())
  const token = await tokenTo(email, 'auth.email')
  const stored = await app.store.read.select({ id: app.store.t.tokens.id }).from(app.store.t.tokens)
  expect(stored.map(({ id }) => id)).not.toContain(token)
  expect((await reset(token, 'password')).status).toBe(422)
  expect((await reset(token)).status).toBe(200)
  expect((await app.request('/api/user', { cookie })).status).toBe(401)
  const again = await login(email)
  expect(again.status).toBe(200)
  expect(again.body).toMatchObject({ email, emailVerified: true })
  expect((await reset(token, 'third password 1')).status).toBe(422)
})

test('an undo works for 7 days', async () => {
  const { cookie, email } = await verifiedCustomer()
  await change(cookie, newAddress())
  const token = await tokenTo(email, 'auth.email')
  app.advance(7 * day - minute)
  const late = await verifiedCustomer()
  await change(late.cookie, newAddress())
  const lateToken = await tokenTo(late.email, 'auth.email')
  expect((await reset(token)).status).toBe(200)
  app.advance(7 * day)
  expect((await reset(lateToken)).status).toBe(422)
})

test('changing the address twice cannot shut its owner out', async () => {
  const { cookie, email } = await verifiedCustomer()
  const [second, third] = [newAddress(), newAddress()]
  await change(cookie, second)
  await verify(await tokenTo(second, 'auth.verify'))
  app.advance(minute)
  await change(cookie, third)
  const [owners, thiefs] = [await tokenTo(email, 'auth.email'), await tokenTo(second, 'auth.email')]
  expect((await reset(thiefs, 'password of thief 1')).status).toBe(200)
  expect((await reset(owners)).status).toBe(200)
  expect((await login(email)).status).toBe(200)
})

test('an undo by the owner invalidates the links of later addresses', async () => {
  const { cookie, email } = await verifiedCustomer()
  const [second, third] = [newAddress(), newAddress()]
  await change(cookie, second)
  app.advance(minute)
  await change(cookie, third)
  const later = await tokenTo(second, 'auth.email')
  expect((await reset(await tokenTo(email, 'auth.email'))).status).toBe(200)
  expect((await reset(later, 'password of thief 1')).status).toBe(422)
  expect((await verify(await tokenTo(third, 'auth.verify'))).headers.get('location')).toBe(
    '/account?verified=0',
  )
})

test('nobody else can take an address that may still be restored', async () => {
  const { cookie, email } = await verifiedCustomer()
  await change(cookie, newAddress())
  const other = await app.addCustomer()
  const taken = await app.request('/api/user/profile', {
    method: 'PUT',
    cookie: other.cookie,
    json: { email },
  })
  expect(taken.status).toBe(409)
  const json = { email, mobile: '+919000099999', password: 'a long enough password' }
  expect((await app.request('/api/register', { json })).status).toBe(409)
})

test('going back to the verified address needs no new verification and no mail', async () => {
  const { cookie, email } = await verifiedCustomer()
  await change(cookie, newAddress())
  expect(await change(cookie, email)).toMatchObject({ email, emailVerified: true })
  expect(await mailsTo(email, 'auth.verify')).toEqual([])
})

test('another spelling of the same address changes nothing', async () => {
  const { cookie, id, email } = await verifiedCustomer()
  const spelled = ` ${email.replace('customer', 'Customer').toUpperCase()} `
  expect(await change(cookie, spelled)).toMatchObject({ email, emailVerified: true })
  expect(await mailsTo(email, 'auth.email')).toEqual([])
  const { auditLog } = app.store.t
  const changes = and(eq(auditLog.userId, id), eq(auditLog.action, 'user.profile'))
  expect(await app.store.read.$count(auditLog, changes)).toBe(0)
})

test('stores a new address in its normal form', async () => {
  const { cookie } = await verifiedCustomer()
  const next = newAddress()
  expect(await change(cookie, ` ${next.toUpperCase()} `)).toMatchObject({ email: next })
})

test('a customer can change the address at most 5 times an hour', async () => {
  const { cookie } = await verifiedCustomer()
  for (let i = 0; i < 5; i++) await change(cookie, newAddress())
  const sixth = { method: 'PUT', cookie, json: { email: newAddress() } }
  expect((await app.request('/api/user/profile', sixth)).status).toBe(429)
})
