import { afterAll, beforeAll, expect, test } from 'bun:test'
import { isSignedIn } from '#server/context.ts'
import { asDomainError } from '#server/http/errors.ts'
import { minute } from '#shared/time.ts'
import { type AuthApp, createAuthApp, type Visitor } from '#test/support/auth-app.ts'
import { createTestStore, type TestStore } from '#test/support/store.ts'
import { assertFresh } from '../service/assert-fresh.ts'

let held: TestStore
let app: AuthApp
const password = 'correct horse'
beforeAll(async () => {
  held = await createTestStore()
  app = await createAuthApp(held.store)
})
afterAll(() => held.close())

let people = 0
async function join(): Promise<Visitor> {
  people += 1
  const visitor = app.visit(`192.0.2.${people}`)
  const mobile = `98000001${String(people).padStart(2, '0')}`
  await visitor.post('/api/register', { email: `sudo-${people}@example.com`, mobile, password })
  return visitor
}

/** The error code of a dangerous change by this visitor; null when it is allowed. */
async function refusalOf({ cookie }: Visitor): Promise<string | null> {
  const ctx = await app.contextOf(new Request('http://portal.test/', { headers: { cookie } }))
  if (!isSignedIn(ctx)) return 'UNAUTHORIZED'
  try {
    assertFresh(ctx)
    return null
  } catch (error) {
    return asDomainError(error)?.code ?? 'another error'
  }
}

test('a sign-in counts for ten minutes, and confirming the password for ten more', async () => {
  const asha = await join()
  expect(await refusalOf(asha)).toBeNull()
  app.pass(10 * minute - 1)
  expect(await refusalOf(asha)).toBeNull()
  app.pass(1)
  expect(await refusalOf(asha)).toBe('SUDO_REQUIRED')
  expect((await asha.post('/api/user/sudo', { password })).status).toBe(200)
  expect(await refusalOf(asha)).toBeNull()
  app.pass(10 * minute)
  expect(await refusalOf(asha)).toBe('SUDO_REQUIRED')
})

test('only the confirming session is fresh', async () => {
  const asha = await join()
  const other = app.visit('203.0.113.8')
  await other.post('/api/login', { emailOrMobile: `sudo-${people}@example.com`, password })
  app.pass(11 * minute)
  await asha.post('/api/user/sudo', { password })
  expect([await refusalOf(asha), await refusalOf(other)]).toEqual([null, 'SUDO_REQUIRED'])
})

test('refuses a wrong password at its field, confirms nothing, and throttles guesses', async () => {
  const asha = await join()
  app.pass(11 * minute)
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const answer = await asha.post('/api/user/sudo', { password: 'wrong horse' })
    expect([answer.status, (await answer.json()).fields]).toEqual([
      422,
      { password: 'The password is incorrect.' },
    ])
  }
  expect((await asha.post('/api/user/sudo', { password })).status).toBe(429)
  expect(await refusalOf(asha)).toBe('SUDO_REQUIRED')
  expect(await app.actions()).toContain('auth.sudo.failed')
})

test('returns no options without a session or a password', async () => {
  expect((await app.visit().post('/api/user/sudo', { password })).status).toBe(401)
  const asha = await join()
  expect((await asha.post('/api/user/sudo', {})).status).toBe(422)
})

test('ignores a confirmation that a fast clock dated ahead', async () => {
  const asha = await join()
  const { sessions } = held.store.t
  const ahead = new Date(app.deps.now().getTime() + 60 * minute)
  await held.store.tx((tx) => tx.update(sessions).set({ confirmedAt: ahead }))
  expect(await refusalOf(asha)).toBe('SUDO_REQUIRED')
  await held.store.tx((tx) => tx.update(sessions).set({ confirmedAt: null }))
  expect(await refusalOf(asha)).toBe('SUDO_REQUIRED')
})
