import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { asDomainError } from '#server/http/errors.ts'
import { second } from '#shared/time.ts'
import { type AuthApp, createAuthApp } from '#test/support/auth-app.ts'
import { createTestStore, type TestStore } from '#test/support/store.ts'
import { withPasswords } from '../passwords/passwords.ts'
import { authRouter } from '../router/router.ts'

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
  await app.visit().post('/api/register', { email: 'Asha@Example.com', mobile: '9800000001', password })
  await app.visit().post('/api/register', { email: 'ravi@example.com', mobile: '+447911123456', password })
})
afterAll(() => held.close())

const password = 'correct horse'
const visit = () => app.visit(`198.51.100.${next()}`)
const login = (emailOrMobile: unknown, given: unknown = password, visitor = visit()) =>
  visitor.post('/api/login', { emailOrMobile, password: given })

test.each([
  'asha@example.com',
  'ASHA@EXAMPLE.COM',
  ' asha@example.com ',
  '\uff21sha@example.com',
  '9800000001',
  '+91 98000 00001',
  '(980) 000-0001',
  '00919800000001',
  '+91 (0)98000 00001',
  '\u202d+91 98000\u201100001\u202c',
  '\u096f\u096e00000001',
])('%p signs in', async (emailOrMobile) => {
  const response = await login(emailOrMobile)
  expect(response.status).toBe(200)
  const user = await response.json()
  expect(user.email).toBe('Asha@Example.com')
  expect(Object.keys(user)).not.toContain('passwordHash')
})

test('signs in to an account whose password would be refused today', async () => {
  const { users } = held.store.t
  const here = { account: null, address: '192.0.2.1' }
  const passwordHash = await withPasswords(here, ({ hash }) => hash('Admin@123'))
  const hasEmail = eq(users.email, 'ravi@example.com')
  const [{ passwordHash: kept } = { passwordHash: '' }] = await held.store.read
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(hasEmail)
  await held.store.tx((tx) => tx.update(users).set({ passwordHash }).where(hasEmail))
  expect((await login('ravi@example.com', 'Admin@123')).status).toBe(200)
  await held.store.tx((tx) => tx.update(users).set({ passwordHash: kept }).where(hasEmail))
})

test('an unknown user, a wrong password and an over-long one get the same 401', async () => {
  const cases: [string, string][] = [
    ['asha@example.com', 'wrong horse'],
    ['nobody@example.com', password],
    ['7000000000', password],
    ['\0', password],
    ['asha@example.com', `${password}\0`],
    ['asha@example.com', 'x'.repeat(1_000)],
  ]
  const answers = []
  for (const [user, given] of cases) {
    const response = await login(user, given)
    expect(response.headers.get('set-cookie')).toBeNull()
    answers.push([response.status, await response.json()])
  }
  const refusal = { message: 'Invalid credentials', code: 'UNAUTHORIZED', requestId: expect.any(String) }
  expect(answers).toEqual(cases.map(() => [401, refusal]))
  expect(await app.actions()).toContain('auth.login.failed')
})

test('values that are not text are refused before anything is looked up', async () => {
  for (const body of [
    {},
    { emailOrMobile: 'asha@example.com' },
    { emailOrMobile: ['a'], password },
    { emailOrMobile: 'a', password: { length: 9 } },
  ]) {
    expect((await visit().post('/api/login', body)).status).toBe(422)
  }
})

test('signing in replaces the presented session and does not adopt a made-up token', async () => {
  const visitor = visit()
  await login('asha@example.com', password, visitor)
  const first = visitor.cookie
  await login('asha@example.com', password, visitor)
  expect(visitor.cookie).not.toBe(first)
  const old = visit()
  old.cookie = first
  expect((await old.get('/api/user')).status).toBe(401)
  const fixed = visit()
  fixed.cookie = 'sid=chosenbymallory'
  await login('asha@example.com', password, fixed)
  expect(fixed.cookie).not.toBe('sid=chosenbymallory')
})

test('a failed sign-in keeps the presented session', async () => {
  const visitor = visit()
  await login('asha@example.com', password, visitor)
  await login('asha@example.com', 'wrong horse', visitor)
  expect((await visitor.get('/api/user')).status).toBe(200)
})

test('the sixth attempt after five failures waits, in any spelling of the user; another address does not', async () => {
  const attacker = visit()
  const spellings = [
    'ravi@example.com',
    'RAVI@example.com',
    '+447911123456',
    '+44 7911 123456',
    ' ravi@example.com',
  ]
  for (const spelling of spellings) expect((await login(spelling, 'wrong', attacker)).status).toBe(401)
  const refused = await login('ravi@example.com', password, attacker)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('1')
  expect((await refused.json()).code).toBe('TOO_MANY_REQUESTS')
  expect((await login('ravi@example.com')).status).toBe(200)
  // A new process on the same data.
  const restarted = await createAuthApp(held.store)
  expect((await login('ravi@example.com', password, restarted.visit(attacker.address))).status).toBe(429)
  app.pass(second)
  expect((await login('ravi@example.com', 'wrong', attacker)).status).toBe(401)
  expect((await login('ravi@example.com', password, attacker)).headers.get('retry-after')).toBe('2')
  app.pass(2 * second)
  expect((await login('ravi@example.com', password, attacker)).status).toBe(200)
  expect((await login('ravi@example.com', 'wrong', attacker)).status).toBe(401)
})

test('an unknown user is throttled in the same way', async () => {
  const attacker = visit()
  for (let i = 0; i < 5; i++) expect((await login('ghost@example.com', 'wrong', attacker)).status).toBe(401)
  expect((await login('Ghost@example.com', 'wrong', attacker)).status).toBe(429)
})

test('an unknown mobile number counts as one user in any spelling', async () => {
  const attacker = visit()
  const spellings = ['7000000001', '+91 70000 00001', '(700) 000-0001', '00917000000001', '70000-00001']
  for (const spelling of spellings) expect((await login(spelling, 'wrong', attacker)).status).toBe(401)
  expect((await login('+917000000001', 'wrong', attacker)).status).toBe(429)
})

test('tRPC counts the same failures and sets the same cookie', async () => {
  const visitor = visit()
  const call = async (given: string) => {
    const ctx = await app.contextOf(new Request('http://portal.test/'), visitor.address)
    const caller = authRouter.createCaller(ctx)
    const outcome = await caller
      .login({ emailOrMobile: 'ravi@example.com', password: given })
      .catch(asDomainError)
    return { outcome, cookie: ctx.reply.headers.get('set-cookie') }
  }
  expect((await call(password)).cookie).toMatch(/^sid=[^;]+; HttpOnly/)
  for (let i = 0; i < 3; i++) expect((await call('wrong')).outcome).toMatchObject({ code: 'UNAUTHORIZED' })
  for (let i = 0; i < 2; i++) expect((await login('ravi@example.com', 'wrong', visitor)).status).toBe(401)
  expect((await call(password)).outcome).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  expect((await login('ravi@example.com', password, visitor)).status).toBe(429)
})

test('twenty concurrent wrong attempts get five answers', async () => {
  const { address } = visit()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => login('asha@example.com', `wrong ${i}`, app.visit(address))),
  )
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([...Array(5).fill(401), ...Array(15).fill(429)])
}, 300_000)

test('ten concurrent correct attempts all sign in', async () => {
  const { address } = visit()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => login('asha@example.com', password, app.visit(address))),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
}, 300_000)

test('signing in renews a hash with outdated parameters', async () => {
  const { users } = held.store.t
  const old = await Bun.password.hash(password, { algorithm: 'argon2id', memoryCost: 8_192, timeCost: 1 })
  await held.store.tx((tx) =>
    tx.update(users).set({ passwordHash: old }).where(eq(users.emailKey, 'ravi@example.com')),
  )
  expect((await login('ravi@example.com', 'wrong')).status).toBe(401)
  expect((await login('ravi@example.com')).status).toBe(200)
  const [row] = await held.store.read.select().from(users).where(eq(users.emailKey, 'ravi@example.com'))
  expect(row?.passwordHash).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$')
  expect((await login('ravi@example.com')).status).toBe(200)
})

describe('strangers who guess from many addresses', () => {
  const victim = 'meera@example.com'
  const devicePart = (response: Response) =>
    response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0] ?? '')
      .find((pair) => pair.startsWith('portal-device=')) ?? ''
  /** One wrong guess from each of that many addresses; returns the statuses. */
  const guess = async (count: number, account = victim) => {
    const statuses = []
    for (let i = 0; i < count; i += 1) statuses.push((await login(account, 'wrong')).status)
    return statuses
  }
  const withDevice = (device: string, given = password, account = victim) => {
    const visitor = visit()
    visitor.cookie = device
    return login(account, given, visitor)
  }
  let device = ''
  beforeAll(async () => {
    const signUp = { email: victim, mobile: '9800000077', password }
    device = devicePart(await app.visit().post('/api/register', signUp))
  })

  test('have twenty guesses in all; after that each of them waits, from any address', async () => {
    expect(await guess(20)).toEqual(Array(20).fill(401))
    expect(await guess(3)).toEqual(Array(3).fill(429))
    app.pass(second)
    expect((await guess(2)).sort()).toEqual([401, 429])
  }, 300_000)

  test('do not lock the owner out on a device that signed in before', async () => {
    const response = await withDevice(device)
    expect(response.status).toBe(200)
    expect(devicePart(response)).toBe(device)
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith('portal-device='))
    expect(cookie).toMatch(/; HttpOnly; SameSite=Lax; Path=\/; Max-Age=15552000$/)
    // This sign-in does not clear the strangers' failures.
    expect(await guess(1)).toEqual([429])
  })

  test('do not lock the owner out on a new device after a password reset by mail', async () => {
    await visit().post('/api/password/forgot', { email: victim })
    const link = (await app.links(victim, 'auth.reset')).at(-1) ?? ''
    const token = new URL(link).searchParams.get('token')
    const response = await visit().post('/api/password/reset', { token, password })
    const given = devicePart(response)
    expect([response.status, given === device]).toEqual([200, false])
    expect((await withDevice(given)).status).toBe(200)
  })

  test('do not lock the owner out of a device that signed in to another account since', async () => {
    const both = devicePart(await withDevice(device, password, 'asha@example.com'))
    expect(await guess(21)).toContain(429)
    for (const account of [victim, 'asha@example.com'])
      expect((await withDevice(both, password, account)).status).toBe(200)
  }, 300_000)

  test('cannot use a device of their own, of another account, or a forged one', async () => {
    expect(await guess(21)).toContain(429)
    const own = devicePart(await login('asha@example.com'))
    for (const foreign of [
      own,
      'portal-device=x',
      `portal-device=${'a'.repeat(22)}.${'b'.repeat(43)}`,
      'portal-device=',
    ])
      expect((await withDevice(foreign)).status).toBe(429)
  }, 300_000)

  test('leave a known device five guesses of its own', async () => {
    for (let i = 0; i < 5; i += 1) expect((await withDevice(device, 'wrong')).status).toBe(401)
    expect((await withDevice(device)).status).toBe(429)
    app.pass(second)
    expect((await withDevice(device)).status).toBe(200)
  })
})
