import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type AuthApp, createAuthApp } from '#test/support/auth-app.ts'
import { createTestStore, type TestStore } from '#test/support/store.ts'
import { knownDevice, rememberDevice } from './known-device.ts'

let held: TestStore
let app: AuthApp
beforeAll(async () => {
  held = await createTestStore()
  app = await createAuthApp(held.store)
})
afterAll(() => held.close())

const contextOf = (cookie: string) =>
  app.contextOf(new Request('http://portal.test/', { headers: { cookie } }))
/** The known-device cookie after a sign-in to the account. */
async function signIn(cookie: string, account: string): Promise<string> {
  const ctx = await contextOf(cookie)
  rememberDevice(ctx, account)
  return ctx.reply.headers.get('set-cookie')?.split(';')[0] ?? ''
}
async function signInOnAll(accounts: string[]): Promise<string> {
  let cookie = ''
  for (const account of accounts) cookie = await signIn(cookie, account)
  return cookie
}
const deviceOf = async (cookie: string, account: string) => knownDevice(await contextOf(cookie), account)
const tokens = (cookie: string) => cookie.match(/[\w-]{22}\.[\w-]{43}/g) ?? []

test('a browser that signs in to a second account remains the same known device of the first', async () => {
  const first = await signIn('', 'asha')
  const both = await signIn(first, 'ravi')
  expect(await deviceOf(both, 'asha')).toBe(await deviceOf(first, 'asha'))
  expect(await deviceOf(both, 'ravi')).not.toBeNull()
  expect(await deviceOf(both, 'meera')).toBeNull()
})

test('the cookie holds the last four accounts, and never more', async () => {
  const accounts = ['a', 'b', 'c', 'd', 'e', 'f', 'c', 'g']
  const cookie = await signInOnAll(accounts)
  expect(tokens(cookie)).toHaveLength(4)
  expect(cookie.length).toBeLessThan(300)
  const known = []
  for (const account of new Set(accounts)) if (await deviceOf(cookie, account)) known.push(account)
  expect(known).toEqual(['c', 'e', 'f', 'g'])
})

test('signing in to the same account again adds nothing', async () => {
  const cookie = await signInOnAll(['asha', 'ravi', 'asha', 'asha'])
  expect(tokens(cookie)).toHaveLength(2)
})

test('unreadable parts of the cookie are ignored, and removed at the next sign-in', async () => {
  const good = (await signIn('', 'asha')).replace('portal-device=', '')
  const broken = `portal-device=x~${good}~~${'y'.repeat(5_000)}`
  expect(await deviceOf(broken, 'asha')).not.toBeNull()
  const next = await signIn(broken, 'ravi')
  expect(tokens(next)).toHaveLength(2)
  expect(next.length).toBeLessThan(150)
})

test('at most four tokens of a cookie are examined', async () => {
  const own = (await signIn('', 'asha')).replace('portal-device=', '')
  const others = Array.from({ length: 4 }, () => `${'a'.repeat(22)}.${'b'.repeat(43)}`)
  expect(await deviceOf(`portal-device=${[...others, own].join('~')}`, 'asha')).toBeNull()
})
