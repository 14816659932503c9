import { afterAll, beforeAll, expect, test } from 'bun:test'
import { minute } from '#shared/time.ts'
import { type AuthApp, createAuthApp, type Visitor } from '#test/support/auth-app.ts'
import { createAuthenticator } from '#test/support/authenticator.ts'
import { createTestStore, type TestStore } from '#test/support/store.ts'

let held: TestStore
let app: AuthApp
const password = 'correct horse'
const here = { origin: 'https://portal.example.com', rpId: 'portal.example.com' }
beforeAll(async () => {
  held = await createTestStore()
  app = await createAuthApp(held.store, { PUBLIC_ORIGIN: here.origin })
})
afterAll(() => held.close())

let people = 0
let addresses = 0
function visit(): Visitor {
  addresses += 1
  return app.visit(`198.51.100.${addresses}`)
}

async function join() {
  people += 1
  const visitor = visit()
  const email = `passkey-${people}@example.com`
  const mobile = `98000003${String(people).padStart(2, '0')}`
  await visitor.post('/api/register', { email, mobile, password })
  return { visitor, email }
}

const optionsOf = async (visitor: Visitor, path: string) => (await visitor.post(`${path}/options`)).json()

/** A customer with a passkey. */
async function owner() {
  const { visitor, email } = await join()
  const authenticator = createAuthenticator()
  const options = await optionsOf(visitor, '/api/user/passkeys')
  const answer = authenticator.register(options, here)
  const added = await visitor.post('/api/user/passkeys', { answer })
  return { visitor, email, authenticator, added, answer }
}

/** A sign-in with fresh options. */
async function enter(
  authenticator: ReturnType<typeof createAuthenticator>,
  ceremony: Parameters<typeof authenticator.answer>[1] = here,
) {
  const visitor = visit()
  const answer = authenticator.answer(await optionsOf(visitor, '/api/login/passkey'), ceremony)
  const response = await visitor.post('/api/login/passkey', { answer })
  return { visitor, answer, response }
}

test('signs in without a password; lists, renames and removes a passkey', async () => {
  const { visitor, email, authenticator, added } = await owner()
  expect(added.status).toBe(201)
  const row = await added.json()
  const { response } = await enter(authenticator)
  expect([response.status, (await response.json()).email]).toEqual([200, email])
  const missing = await visitor.remove(`/api/user/passkeys/${Bun.randomUUIDv7()}`)
  expect(missing.status).toBe(404)
  const [listed] = await (await visitor.get('/api/user/passkeys')).json()
  expect([listed.id, typeof listed.lastUsedAt]).toEqual([row.id, 'string'])
  expect((await visitor.remove(`/api/user/passkeys/${row.id}`)).status).toBe(200)
  expect((await enter(authenticator)).response.status).toBe(401)
})

test('accepts a response once, also when two requests send it concurrently', async () => {
  const { authenticator } = await owner()
  const { answer } = await enter(authenticator)
  expect((await visit().post('/api/login/passkey', { answer })).status).toBe(401)
  const fresh = authenticator.answer(await optionsOf(visit(), '/api/login/passkey'), here)
  const both = await Promise.all(
    [visit(), visit()].map((visitor) => visitor.post('/api/login/passkey', { answer: fresh })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
})

test.each([
  ['from another origin', { origin: 'https://portal.example.org' }],
  ['for another name', { rpId: 'example.org' }],
  ['by a device that did not verify its owner', { isUnverified: true }],
  ['naming another account', { userHandle: Buffer.from(Bun.randomUUIDv7()).toString('base64url') }],
])('refuses a response %s like any other', async (_, wrong) => {
  const { authenticator } = await owner()
  const { response } = await enter(authenticator, { ...here, ...wrong })
  const { message } = await response.json()
  expect([response.status, message]).toEqual([401, 'This passkey was not accepted.'])
  expect(response.headers.get('set-cookie')).toBeNull()
  expect((await enter(authenticator)).response.status).toBe(200)
})

test('refuses a challenge after five minutes or for another purpose', async () => {
  const { visitor, authenticator } = await owner()
  const options = await optionsOf(visit(), '/api/login/passkey')
  app.pass(5 * minute)
  const late = authenticator.answer(options, here)
  expect((await visit().post('/api/login/passkey', { answer: late })).status).toBe(401)
  const other = authenticator.answer(await optionsOf(visitor, '/api/user/sudo'), here)
  expect((await visit().post('/api/login/passkey', { answer: other })).status).toBe(401)
  const made = authenticator.answer({ challenge: Buffer.alloc(54, 1).toString('base64url') }, here)
  expect((await visit().post('/api/login/passkey', { answer: made })).status).toBe(401)
})

test('refuses a counter that went back, as from a cloned key', async () => {
  const { authenticator } = await owner()
  await enter(authenticator)
  await enter(authenticator)
  authenticator.setCounter(0)
  expect((await enter(authenticator)).response.status).toBe(401)
  authenticator.setCounter(10)
  expect((await enter(authenticator)).response.status).toBe(200)
})

test('registers a challenge in its own session only, and once', async () => {
  const [asha, ravi] = [await join(), await join()]
  const authenticator = createAuthenticator()
  const answer = authenticator.register(await optionsOf(asha.visitor, '/api/user/passkeys'), here)
  expect((await ravi.visitor.post('/api/user/passkeys', { answer })).status).toBe(422)
  expect((await asha.visitor.post('/api/user/passkeys', { answer })).status).toBe(201)
  expect((await asha.visitor.post('/api/user/passkeys', { answer })).status).toBe(422)
  const again = authenticator.register(await optionsOf(ravi.visitor, '/api/user/passkeys'), here)
  expect((await ravi.visitor.post('/api/user/passkeys', { answer: again })).status).toBe(409)
})

test("requires a fresh proof to add or remove a passkey, which only the account's own passkeys give", async () => {
  const [asha, ravi] = [await owner(), await owner()]
  const { id } = await asha.added.json()
  app.pass(11 * minute)
  const refused = await asha.visitor.remove(`/api/user/passkeys/${id}`)
  expect([refused.status, (await refused.json()).code]).toEqual([403, 'SUDO_REQUIRED'])
  expect((await asha.visitor.post('/api/user/passkeys/options')).status).toBe(403)
  const strange = ravi.authenticator.answer(await optionsOf(asha.visitor, '/api/user/sudo'), here)
  expect((await asha.visitor.post('/api/user/sudo', { passkey: strange })).status).toBe(422)
  const own = asha.authenticator.answer(await optionsOf(asha.visitor, '/api/user/sudo'), here)
  expect((await ravi.visitor.post('/api/user/sudo', { passkey: own })).status).toBe(422)
  expect((await asha.visitor.post('/api/user/sudo', { passkey: own })).status).toBe(200)
  expect((await asha.visitor.remove(`/api/user/passkeys/${id}`)).status).toBe(200)
})

test("does not show, rename or remove another user's passkey", async () => {
  const [asha, ravi] = [await owner(), await owner()]
  const { id } = await asha.added.json()
  expect(await (await ravi.visitor.get('/api/user/passkeys')).json()).toHaveLength(1)
  expect((await ravi.visitor.remove(`/api/user/passkeys/${id}`)).status).toBe(404)
  expect(await (await asha.visitor.get('/api/user/passkeys')).json()).toHaveLength(1)
})

test('allows at most twenty passkeys an account', async () => {
  const { visitor } = await join()
  const add = async () => {
    const answer = createAuthenticator().register(await optionsOf(visitor, '/api/user/passkeys'), here)
    return (await visitor.post('/api/user/passkeys', { answer })).status
  }
  for (let made = 0; made < 20; made += 1) expect(await add()).toBe(201)
  expect(await add()).toBe(403)
})
