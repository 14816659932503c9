import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Feature } from '#server/feature.ts'
import { day, hour, minute } from '#shared/time.ts'
import { activateService, createTestApp, placeOrder, type TestApp } from '#test/support/app.ts'
import { layFiles } from '#test/support/backups.ts'
import { createMailOwner } from '#test/support/email.ts'
import { downloadExport } from '#test/support/exports.ts'

const password = 'a long enough password'
let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const path = '/api/user/deletion'
const ask = (cookie?: string, json: object = { password }) => app.request(path, { cookie, json })
const read = async (cookie: string) => (await app.request(path, { cookie })).body
const keep = (cookie: string) => app.request(path, { cookie, method: 'DELETE' })
const subjects = async (to: string) => {
  const { mails } = app.store.t
  const rows = await app.store.read.select().from(mails).where(eq(mails.to, to)).orderBy(mails.id)
  return rows.filter(({ kind }) => kind === 'account.deletion').map(({ subject }) => subject)
}
const pass = async (ms: number) => {
  app.advance(ms)
  await app.work()
}
const violations = async () => {
  const broken: string[] = []
  for (const { invariants = [] } of app.deps.features as readonly Feature[])
    for (const { name, count } of invariants)
      if ((await count(app.store, app.dataDir, app.deps.secrets)) > 0) broken.push(name)
  return broken
}
const statusOf = async (userId: string) => {
  const { accountDeletions: d } = app.store.t
  const [row] = await app.store.read.select().from(d).where(eq(d.userId, userId))
  return row?.status
}
/** Signed in long ago, so that the session needs a fresh proof of identity. */
const stale = async () => {
  const { sessions } = app.store.t
  await app.store.tx((tx) => tx.update(sessions).set({ confirmedAt: null }))
}

test('requires a session, a fresh proof of identity and the right password', async () => {
  expect((await ask()).status).toBe(401)
  const { cookie } = await app.signUp()
  expect((await ask(cookie, {})).status).toBe(422)
  const wrong = await ask(cookie, { password: 'not the password' })
  expect([wrong.status, wrong.body]).toMatchObject([422, { fields: { password: expect.any(String) } }])
  await stale()
  expect([(await ask(cookie)).body]).toMatchObject([{ code: 'SUDO_REQUIRED' }])
  expect(await read(cookie)).toMatchObject({ status: 'none' })
})

test('everything works for 14 days, and the customer can cancel', async () => {
  const { cookie, email } = await app.signUp()
  const begun = await ask(cookie)
  const endsAt = new Date(app.deps.now().getTime() + 14 * day).toISOString()
  expect([begun.status, begun.body]).toMatchObject([200, { status: 'waiting', endsAt }])
  expect((await ask(cookie)).status).toBe(409)
  await pass(13 * day - minute)
  expect(await subjects(email)).toHaveLength(1)
  await pass(2 * minute)
  expect(await subjects(email)).toHaveLength(2)
  expect((await app.request('/api/login', { json: { emailOrMobile: email, password } })).status).toBe(200)
  expect((await keep(cookie)).body).toMatchObject({ status: 'none' })
  expect((await keep(cookie)).status).toBe(404)
  await pass(30 * day)
  expect((await app.request('/api/login', { json: { emailOrMobile: email, password } })).status).toBe(200)
  expect((await subjects(email)).at(-1)).toBe('Account deletion cancelled')
})

test('closes the account when the grace period ends, erases its data and keeps the papers', async () => {
  const owner = await createMailOwner(app)
  const other = await createMailOwner(app)
  const { users, auditLog } = app.store.t
  const [before] = await app.store.read.select().from(users).where(eq(users.id, owner.userId))
  const { email = '', mobile = '' } = before ?? {}
  layFiles(`${app.dataDir}/services/${owner.serviceId}/public`, { 'index.html': 'x' })
  const domain = await owner.addDomain()
  await owner.make({ local: 'asha', domain: domain.name })
  await owner.must('POST', '/api/projects', { name: 'Shop' })
  await owner.must('POST', '/api/user/api-keys', { name: 'Key', scopes: ['files:read'] })
  await downloadExport(app, owner.cookie)
  const theirs = await other.addDomain()
  // Their services were created without orders.
  const known = await violations()
  expect((await ask(owner.cookie)).status).toBe(200)
  await pass(13 * day)
  await pass(day)
  await app.work()
  expect(await statusOf(owner.userId)).toBe('done')
  expect((await subjects(email)).at(-1)).toBe('Your account was deleted')
  expect((await app.request('/api/user', { cookie: owner.cookie })).status).toBe(401)
  expect((await app.request('/api/login', { json: { emailOrMobile: email, password } })).status).toBe(401)
  const { t, read: reader } = app.store
  for (const table of [t.apiKeys, t.projects, t.emailAccounts, t.accountExports, t.notifications, t.sessions])
    expect(await reader.$count(table, eq(table.userId, owner.userId))).toBe(0)
  const [service] = await reader.select().from(t.userServices).where(eq(t.userServices.id, owner.serviceId))
  expect(service?.status).toBe('terminated')
  const [name] = await reader.select().from(t.domains).where(eq(t.domains.userId, owner.userId))
  expect(name?.autoRenew ?? false).toBe(false)
  const [after] = await reader.select().from(users).where(eq(users.id, owner.userId))
  expect(JSON.stringify(after)).not.toContain(email)
  expect(after).toMatchObject({ firstName: null, isAdmin: false })
  expect(await reader.$count(auditLog, eq(auditLog.userId, owner.userId))).toBeGreaterThan(0)
  expect(await reader.$count(t.domains, eq(t.domains.id, theirs.id))).toBe(1)
  expect(known).toEqual(expect.arrayContaining(await violations()))
  const again = { email, mobile, password }
  expect((await app.request('/api/register', { json: again })).status).toBe(201)
})

test('invoices, payments and their orders stay, and pending orders are cancelled', async () => {
  const { cookie, id } = await app.addCustomer()
  await activateService(app, cookie)
  const waiting = await placeOrder(app, cookie)
  const { orders, invoices } = app.store.t
  const papers = await app.store.read.$count(invoices, eq(invoices.userId, id))
  expect((await ask(cookie)).status).toBe(200)
  await pass(13 * day)
  await pass(day)
  await app.work()
  expect(await statusOf(id)).toBe('done')
  const left = await app.store.read.select().from(orders).where(eq(orders.userId, id))
  expect(left.map(({ status }) => status).sort()).toEqual(['approved', 'cancelled'])
  expect(left.find((order) => order.id === waiting.id)?.status).toBe('cancelled')
  expect(await app.store.read.$count(invoices, eq(invoices.userId, id))).toBeGreaterThanOrEqual(papers)
  expect(await violations()).toEqual([])
})

test('a portal that was off for weeks sends the reminder first, and deletes a day later', async () => {
  const { cookie, email, id } = await app.signUp()
  await ask(cookie)
  await pass(60 * day)
  expect(await statusOf(id)).toBe('waiting')
  expect(await subjects(email)).toEqual([expect.stringMatching(/^Your account will be deleted on/)])
  await pass(day - minute)
  expect(await statusOf(id)).toBe('waiting')
  await pass(minute)
  await app.work()
  expect(await statusOf(id)).toBe('done')
})

test('a clock that is set back does not shorten the grace period', async () => {
  const { cookie, id } = await app.signUp()
  await ask(cookie)
  await pass(-30 * day)
  await pass(30 * day)
  await pass(14 * day - hour)
  expect(await statusOf(id)).toBe('waiting')
})

test('work that a killed process left resumes where it stopped, and mails once', async () => {
  const { cookie, email, id } = await app.signUp()
  await ask(cookie)
  await pass(13 * day)
  app.advance(day)
  const { accountDeletions: d, jobs } = app.store.t
  await app.store.tx(async (tx) => {
    const [row] = await tx.update(d).set({ status: 'running' }).where(eq(d.userId, id)).returning()
    await tx.insert(tx.t.jobs).values({
      ...{ id: Bun.randomUUIDv7(), kind: 'account.deletion', payload: { deletionId: row?.id ?? '' } },
      ...{ key: `account-deletion:${id}`, status: 'running', attempts: 1, fence: 1, leaseHolder: 'gone' },
      ...{ leaseUntil: app.deps.now(), runAt: app.deps.now() },
      ...{ createdAt: app.deps.now(), updatedAt: app.deps.now() },
    })
  })
  await pass(minute)
  await app.work()
  expect(await statusOf(id)).toBe('done')
  expect((await subjects(email)).filter((subject) => subject === 'Your account was deleted')).toHaveLength(1)
  expect(await app.store.read.$count(jobs, eq(jobs.key, `account-deletion:${id}`))).toBe(1)
})

test('refuses the last administrator, also one who became it during the grace period', async () => {
  const first = await app.signUpAdministrator()
  expect((await ask(first.cookie)).status).toBe(409)
  const second = await app.signUpAdministrator()
  expect((await ask(first.cookie)).status).toBe(200)
  // An administrator whose account is being deleted does not count.
  expect((await ask(second.cookie)).status).toBe(409)
  const { users } = app.store.t
  await app.store.tx((tx) => tx.update(users).set({ isAdmin: false }).where(eq(users.id, second.id)))
  await pass(13 * day)
  await pass(day)
  expect(await statusOf(first.id)).toBe('kept')
  expect((await subjects(first.email)).at(-1)).toBe('Your account was not deleted')
})
