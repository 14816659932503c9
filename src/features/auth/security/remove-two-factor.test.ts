import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { minute } from '#shared/time.ts'
import { type AuthApp, createAuthApp, type Visitor } from '#test/support/auth-app.ts'
import { createTestStore, type TestStore } from '#test/support/store.ts'
import { createAdministrator } from '../service/users/administrators.ts'

const password = 'correct horse'
let held: TestStore
let app: AuthApp
beforeAll(async () => {
  held = await createTestStore()
  app = await createAuthApp(held.store, { ADMIN_TWO_FACTOR: 'required' })
  await createAdministrator(app.deps, { email: 'root@example.com', mobile: '9800000501', password })
})
afterAll(() => held.close())

const codeOf = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.deps.now().getTime() })

async function secure(visitor: Visitor): Promise<string> {
  const { secret } = await (await visitor.post('/api/user/totp/enable')).json()
  const answer = await visitor.post('/api/user/totp/confirm', { code: codeOf(secret) })
  expect(answer.status).toBe(200)
  return secret
}

async function signIn(emailOrMobile: string, address: string): Promise<Visitor> {
  const visitor = app.visit(address)
  await visitor.post('/api/login', { emailOrMobile, password })
  return visitor
}

test("an administrator needs two-factor where it is required, and removes a customer's after a fresh proof", async () => {
  const admin = await signIn('root@example.com', '192.0.2.1')
  const refused = await admin.get('/api/admin/users')
  expect([refused.status, (await refused.json()).message]).toEqual([
    403,
    'Administrators of this portal need two-factor sign-in. Turn it on in Account Settings first.',
  ])
  expect((await (await admin.get('/api/user/security')).json()).isSecondFactorDue).toBe(true)
  await secure(admin)
  const customer = app.visit('192.0.2.2')
  await customer.post('/api/register', { email: 'asha@example.com', mobile: '9800000502', password })
  const { id } = await (await customer.get('/api/user')).json()
  await secure(customer)
  expect(await (await admin.get(`/api/admin/users/${id}`)).json()).toMatchObject({
    hasTwoFactor: true,
    passkeys: 0,
  })
  const path = `/api/admin/users/${id}/two-factor/disable`
  const reason = 'They came to the office.'
  expect((await admin.post(path, {})).status).toBe(422)
  app.pass(11 * minute)
  expect((await admin.post(path, { reason })).status).toBe(403)
  expect((await customer.post(path, { reason })).status).toBe(403)
  const { sessions } = held.store.t
  await held.store.tx((tx) => tx.update(sessions).set({ confirmedAt: app.deps.now() }))
  expect((await admin.post(path, { reason })).status).toBe(200)
  expect((await customer.get('/api/user')).status).toBe(401)
  expect((await signIn('asha@example.com', '192.0.2.3')).cookie).not.toBe('')
  const { mails, auditLog } = held.store.t
  const subjects = await held.store.read
    .select({ subject: mails.subject })
    .from(mails)
    .where(eq(mails.to, 'asha@example.com'))
  expect(subjects.map(({ subject }) => subject)).toContain('We turned two-factor sign-in off')
  const [entry] = await held.store.read
    .select({ note: auditLog.note, userId: auditLog.userId })
    .from(auditLog)
    .where(eq(auditLog.action, 'user.two-factor.remove'))
  expect(entry).toEqual({ note: reason, userId: id })
  const self = await (await admin.get('/api/user')).json()
  expect((await admin.post(`/api/admin/users/${self.id}/two-factor/disable`, { reason })).status).toBe(403)
})
