import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createTestApp, placeOrder, type TestApp } from '#test/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test.each(['/api/user/orders', '/api/user-services'])('%s returns pages, newest first', async (path) => {
  const { cookie } = await app.signUp()
  const domains = ['one.example.in', 'two.example.in', 'three.example.in'].map(
    (name) => `${path.length}-${name}`,
  )
  for (const domain of domains) await placeOrder(app, cookie, { domain })
  const first = await app.request(`${path}?limit=2`, { cookie })
  const cursor = first.headers.get('x-next-cursor')
  const second = await app.request(`${path}?limit=2&cursor=${cursor}`, { cookie })
  const rows = [first.body, second.body].flat() as { domain: string }[]
  expect(rows.map(({ domain }) => domain)).toEqual(domains.toReversed())
  expect(second.headers.get('x-next-cursor')).toBeNull()
  expect((await app.request(`${path}?cursor=nonsense`, { cookie })).status).toBe(422)
  expect((await app.request(`${path}?limit=0`, { cookie })).status).toBe(422)
})
