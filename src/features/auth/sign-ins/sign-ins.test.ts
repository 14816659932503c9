import { afterAll, beforeAll, expect, test } from 'bun:test'
import { day, minute } from '#shared/time.ts'
import { type AuthApp, createAuthApp } from '#test/support/auth-app.ts'
import { createTestStore, type TestStore } from '#test/support/store.ts'
import { sweepSignIns } from './list-sign-ins.ts'

let held: TestStore
let app: AuthApp
const password = 'correct horse'
beforeAll(async () => {
  held = await createTestStore()
  app = await createAuthApp(held.store)
})
afterAll(() => held.close())

let people = 0
async function join() {
  people += 1
  const visitor = app.visit('10.0.0.7')
  const email = `history-${people}@example.com`
  await visitor.post('/api/register', { email, mobile: `980000040${people}`, password })
  return { visitor, email }
}

const login = (email: string, given: string, address: string) =>
  app.visit(address).post('/api/login', { emailOrMobile: email, password: given })
const newDeviceMails = (email: string) => app.links(email, 'auth.new-device')

test('lists successes and refusals of the account, newest first, and no other user’s', async () => {
  const { visitor, email } = await join()
  await login(email, 'wrong horse', '203.0.113.9')
  await login(email, password, '127.0.0.1')
  await login('nobody@example.com', password, '203.0.113.9')
  const rows = await (await visitor.get('/api/user/sign-ins')).json()
  const shown = rows.map(({ method, isSuccess, place }: Record<string, unknown>) => [
    method,
    isSuccess,
    place,
  ])
  expect(shown).toEqual([
    ['password', true, 'this machine'],
    ['password', false, 'address 203.0.113.9'],
    ['sign-up', true, 'private network, 10.0.0.7'],
  ])
  expect((await app.visit().get('/api/user/sign-ins')).status).toBe(401)
})

test('mails the owner about a new device, unless it is known or the account is minutes old', async () => {
  const { email } = await join()
  await login(email, password, '203.0.113.10')
  expect(await newDeviceMails(email)).toEqual([])
  app.pass(16 * minute)
  await login(email, 'wrong horse', '203.0.113.11')
  expect(await newDeviceMails(email)).toEqual([])
  const signedIn = await login(email, password, '203.0.113.11')
  expect(await newDeviceMails(email)).toEqual(['http://portal.test/account?dialog=password'])
  const known = app.visit('203.0.113.11')
  known.cookie = signedIn.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
  await known.post('/api/login', { emailOrMobile: email, password })
  expect(await newDeviceMails(email)).toHaveLength(1)
})

test('deletes attempts after ninety days, and those without an account', async () => {
  const { visitor, email } = await join()
  await login('nobody@example.com', password, '203.0.113.9')
  app.pass(90 * day + minute)
  await login(email, password, '203.0.113.12')
  expect(await (await visitor.get('/api/user/sign-ins')).json()).toHaveLength(1)
  await sweepSignIns(app.deps)
  expect(await held.store.read.$count(held.store.t.signIns)).toBe(1)
})
