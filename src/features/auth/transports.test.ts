import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cookieOf, createTestApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const rpc = (name: string, json: unknown, address?: string) =>
  app.request(`/api/trpc/auth.${name}`, { json, ...(address ? { address } : {}) })

test('REST and tRPC sign in to the whole portal with the same session', async () => {
  const person = await app.signUp()
  const credentials = { emailOrMobile: person.email, password: person.password }
  const viaRpc = await rpc('login', credentials)
  const viaRest = await app.request('/api/login', { json: credentials })
  expect([viaRpc.status, viaRest.status]).toEqual([200, 200])
  for (const reply of [viaRpc, viaRest]) {
    const user = await app.request('/api/user', { cookie: cookieOf(reply) })
    expect(user.body).toMatchObject({ id: person.id })
  }
})

test('failed sign-ins through REST and tRPC are counted together', async () => {
  const person = await app.signUp()
  const address = '203.0.113.7'
  const wrong = { emailOrMobile: person.email, password: 'wrong' }
  for (let i = 0; i < 3; i++) expect((await rpc('login', wrong, address)).status).toBe(401)
  for (let i = 0; i < 2; i++) {
    expect((await app.request('/api/login', { json: wrong, address })).status).toBe(401)
  }
  expect((await rpc('login', wrong, address)).status).toBe(429)
  expect((await app.request('/api/login', { json: wrong, address })).status).toBe(429)
})

test('another site can use neither REST nor tRPC nor the plain form', async () => {
  const headers = { 'sec-fetch-site': 'cross-site' }
  for (const path of ['/api/login', '/api/logout', '/api/trpc/auth.login', '/auth']) {
    expect([path, (await app.request(path, { method: 'POST', headers })).status]).toEqual([path, 403])
  }
})

test('an administrator can neither revoke the last administrator’s rights nor change their own', async () => {
  const { cookie, id } = await app.signUpAdministrator()
  const path = `/api/admin/users/${id}`
  const reply = await app.request(path, { method: 'PATCH', cookie, json: { isAdmin: false } })
  expect(reply.status).toBe(403)
  const customer = await app.signUp()
  expect((await app.request('/api/admin/users', { cookie: customer.cookie })).status).toBe(403)
})
