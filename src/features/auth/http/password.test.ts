import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type AuthApp, createAuthApp, type Visitor } from '#test/support/auth-app.ts'
import { createTestStore, type TestStore } from '#test/support/store.ts'

let held: TestStore
let app: AuthApp
let visitor: Visitor
const email = 'asha@example.com'

beforeAll(async () => {
  held = await createTestStore()
  app = await createAuthApp(held.store)
  visitor = app.visit()
  await app.visit().post('/api/register', { email, mobile: '9800000001', password: 'correct horse' })
})
afterAll(() => held.close())

const placeOf = (response: Response) => [response.status, response.headers.get('location')]

async function requestToken(): Promise<string> {
  await visitor.submit('/auth/forgot', { email })
  const link = (await app.links(email, 'auth.reset')).at(-1) ?? ''
  return new URL(link).searchParams.get('token') ?? ''
}

test('resets a forgotten password without a script, through a mailed link', async () => {
  const token = await requestToken()
  const answer = await visitor.submit('/auth/reset', { token, password: 'battery staple' })
  expect(placeOf(answer)).toEqual([303, '/auth?reset=true'])
  const login = { mode: 'login', emailOrMobile: email, password: 'battery staple' }
  expect(placeOf(await visitor.submit('/auth', login))).toEqual([303, '/'])
})

test('answers the request alike with and without an account', async () => {
  const nobody = await visitor.submit('/auth/forgot', { email: 'nobody@example.com' })
  expect(placeOf(nobody)).toEqual([303, '/auth/forgot?sent=true'])
  expect(placeOf(await visitor.submit('/auth/forgot', { email }))).toEqual(placeOf(nobody))
})

test('shows a refused form again with its message and the typed values, except passwords', async () => {
  const asked = await visitor.submit('/auth/forgot', { email: 'asha' })
  expect(asked.status).toBe(422)
  expect(app.lastPage()).toMatchObject({ values: { email: 'asha' }, fields: { email: expect.any(String) } })
  const token = await requestToken()
  expect((await visitor.submit('/auth/reset', { token, password: 'short' })).status).toBe(422)
  expect(app.lastPage()).toMatchObject({ values: { token }, fields: { password: expect.any(String) } })
  expect(JSON.stringify(app.lastPage())).not.toContain('"short"')
})
