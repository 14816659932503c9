import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq, like } from 'drizzle-orm'
import { after, day, hour, minute } from '#shared/time.ts'
import { type AuthApp, createAuthApp, type Visitor } from '#test/support/auth-app.ts'
import { createTestStore, type TestStore } from '#test/support/store.ts'

let held: TestStore
let app: AuthApp
let asha: Visitor
let ravi: Visitor
const password = 'correct horse'
beforeAll(async () => {
  held = await createTestStore()
  app = await createAuthApp(held.store)
  asha = app.visit('192.0.2.1')
  await asha.post('/api/register', { email: 'asha@example.com', mobile: '9800000001', password })
  ravi = app.visit('192.0.2.2')
  await ravi.post('/api/register', { email: 'ravi@example.com', mobile: '9800000002', password })
})
afterAll(() => held.close())

type Row = { id: string; isCurrent: boolean; address: string; createdAt: string }
const listOf = async (visitor: Visitor): Promise<Row[]> => (await visitor.get('/api/user/sessions')).json()

async function second(): Promise<Visitor> {
  const visitor = app.visit('192.0.2.9')
  await visitor.post('/api/login', { emailOrMobile: 'asha@example.com', password })
  return visitor
}

test('only the newest hundred sessions of a user stay alive', async () => {
  const { sessions } = held.store.t
  const { id: userId } = (await (await ravi.get('/api/user')).json()) as { id: string }
  const rows = Array.from({ length: 120 }, (_, number) => ({
    sid: `old-${number}`,
    userId,
    sess: {
      publicId: Bun.randomUUIDv7(),
      userAgent: '',
      address: '',
      createdAt: new Date(Date.now() - day + number).toISOString(),
    },
    expire: new Date(Date.now() + 60_000),
    createdAt: new Date(Date.now() - day + number),
  }))
  await held.store.tx((tx) => tx.insert(sessions).values(rows))
  const visitor = app.visit('192.0.2.8')
  await visitor.post('/api/login', { emailOrMobile: 'ravi@example.com', password })
  const listed = await listOf(visitor)
  expect(listed).toHaveLength(100)
  expect(listed.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
  expect((await listOf(ravi)).length).toBe(100)
  await held.store.tx((tx) => tx.delete(sessions).where(like(sessions.sid, 'old-%')))
})

test('lists sessions with public ids, the present one marked, and never with their secrets', async () => {
  const other = await second()
  const rows = await listOf(asha)
  expect(rows).toHaveLength(2)
  expect(rows.filter(({ isCurrent }) => isCurrent).map(({ address }) => address)).toEqual(['192.0.2.1'])
  expect(rows.map(({ address }) => address).sort()).toEqual(['192.0.2.1', '192.0.2.9'])
  for (const { id } of rows) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/)
  const text = JSON.stringify(rows)
  for (const { cookie } of [asha, other]) expect(text).not.toContain(cookie.replace('sid=', ''))
  const { sessions } = held.store.t
  const stored = JSON.stringify(await held.store.read.select().from(sessions))
  expect(stored).not.toContain(asha.cookie.replace('sid=', ''))
  await other.post('/api/logout')
})

test('ends one session by its id, with immediate effect', async () => {
  const other = await second()
  const ended = (await listOf(asha)).find(({ isCurrent }) => !isCurrent)
  const response = await asha.remove(`/api/user/sessions/${ended?.id.toUpperCase()}`)
  expect([response.status, await response.json()]).toEqual([200, { ok: true }])
  expect((await other.get('/api/user')).status).toBe(401)
  expect((await asha.get('/api/user')).status).toBe(200)
  expect((await asha.remove(`/api/user/sessions/${ended?.id}`)).status).toBe(404)
})

test('another user’s session, a missing one and a malformed id get the same 404', async () => {
  const [foreign] = await listOf(ravi)
  const ids = [foreign?.id, Bun.randomUUIDv7(), 'sid', '__proto__', '1']
  const answers = await Promise.all(ids.map((id) => asha.remove(`/api/user/sessions/${id}`)))
  const bodies = await Promise.all(answers.map((answer) => answer.json()))
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(404))
  const facts = bodies.map(({ message, code }) => ({ message, code }))
  expect(new Set(facts.map((each) => JSON.stringify(each))).size).toBe(1)
  expect((await ravi.get('/api/user')).status).toBe(200)
})

test('ending the present session clears its cookie', async () => {
  const visitor = await second()
  const current = (await listOf(visitor)).find(({ isCurrent }) => isCurrent)
  const response = await visitor.remove(`/api/user/sessions/${current?.id}`)
  expect(response.headers.get('set-cookie')).toMatch(/^sid=;.*Max-Age=0/)
  expect((await visitor.get('/api/user')).status).toBe(401)
})

test('account calls are 401 without a session', async () => {
  const visitor = app.visit()
  const answers = [
    await visitor.get('/api/user'),
    await visitor.get('/api/user/sessions'),
    await visitor.remove(`/api/user/sessions/${Bun.randomUUIDv7()}`),
  ]
  for (const answer of answers) {
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ message: 'Unauthorized', code: 'UNAUTHORIZED' })
  }
})

test('logout ends the session, and is 200 without one', async () => {
  const visitor = await second()
  const { cookie } = visitor
  const response = await visitor.post('/api/logout')
  expect([response.status, await response.json()]).toEqual([200, { ok: true }])
  visitor.cookie = cookie
  expect((await visitor.get('/api/user')).status).toBe(401)
  expect((await app.visit().post('/api/logout')).status).toBe(200)
  const actions = await app.actions()
  expect(actions).toContain('auth.logout')
  expect(actions).toContain('auth.session.end')
})

/** Backdates the creation and last renewal of a user's session. */
async function age(visitor: Visitor, { madeMs, renewedMs }: { madeMs: number; renewedMs: number }) {
  const { sessions } = held.store.t
  const sid = Bun.SHA256.hash(visitor.cookie.replace('sid=', ''), 'hex')
  const now = new Date()
  const times = { createdAt: after(now, -madeMs), expire: after(now, 30 * day - renewedMs) }
  await held.store.tx((tx) => tx.update(sessions).set(times).where(eq(sessions.sid, sid)))
  const expireOf = async () => {
    const [row] = await held.store.read.select().from(sessions).where(eq(sessions.sid, sid))
    return row?.expire
  }
  return { expire: times.expire, expireOf }
}
const statusOf = async (visitor: Visitor, path = '/api/user') => (await visitor.get(path)).status

test('renews a session by use, but ends it 90 days after it was created', async () => {
  const visitor = await second()
  const { expire, expireOf } = await age(visitor, { madeMs: 90 * day - minute, renewedMs: 16 * day })
  expect(await statusOf(visitor)).toBe(200)
  expect((await expireOf())?.getTime()).toBeGreaterThan(expire.getTime())
  const listed = (await listOf(visitor)).find(({ isCurrent }) => isCurrent) as Row & { expiresAt: string }
  expect(new Date(listed.expiresAt).getTime()).toBeLessThanOrEqual(Date.now() + minute)
  await age(visitor, { madeMs: 90 * day, renewedMs: 0 })
  for (const path of ['/api/user', '/api/cloud/all-services', '/api/events'])
    expect([path, await statusOf(visitor, path)]).toEqual([path, 401])
})

test('does not write a session near its last day on every request', async () => {
  const visitor = await second()
  const { expireOf } = await age(visitor, { madeMs: 89 * day, renewedMs: 16 * day })
  expect(await statusOf(visitor)).toBe(200)
  const renewed = await expireOf()
  expect(await statusOf(visitor)).toBe(200)
  expect(await expireOf()).toEqual(renewed as Date)
})

test('an administrator’s session ends after 12 hours without use, and a customer’s does not', async () => {
  const { users } = held.store.t
  const setAdmin = (isAdmin: boolean) =>
    held.store.tx((tx) => tx.update(users).set({ isAdmin }).where(eq(users.emailKey, 'asha@example.com')))
  const visitor = await second()
  await age(visitor, { madeMs: day, renewedMs: 12 * hour })
  await setAdmin(true)
  expect(await statusOf(visitor)).toBe(401)
  await setAdmin(false)
  expect(await statusOf(visitor)).toBe(200)
  await setAdmin(true)
  // Its use is recorded at most every half hour.
  const { expire, expireOf } = await age(visitor, { madeMs: day, renewedMs: 12 * hour - minute })
  expect(await statusOf(visitor)).toBe(200)
  expect((await expireOf())?.getTime()).toBeGreaterThan(expire.getTime())
  await age(visitor, { madeMs: day, renewedMs: 29 * minute })
  const noted = await expireOf()
  expect(await statusOf(visitor)).toBe(200)
  expect(await expireOf()).toEqual(noted as Date)
  await setAdmin(false)
})

test('reads rights from the user, never from the session', async () => {
  const visitor = await second()
  const { sessions } = held.store.t
  const sess = { isAdmin: true, hasAdminAccess: true, publicId: Bun.randomUUIDv7(), createdAt: '' }
  await held.store.tx((tx) => tx.update(sessions).set({ sess }))
  expect(await (await visitor.get('/api/user')).json()).toMatchObject({
    isAdmin: false,
    hasAdminAccess: false,
  })
})
