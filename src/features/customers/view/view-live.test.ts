import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createTestApp, type TestApp, testOrigin } from '#test/support/app.ts'

let app: TestApp
let administrator: Awaited<ReturnType<TestApp['addCustomer']>>
let customer: Awaited<ReturnType<TestApp['addCustomer']>>
beforeAll(async () => {
  app = await createTestApp()
  administrator = await app.addAdministrator()
  customer = await app.addCustomer()
})
afterAll(() => app.close())

test('the stream of a view publishes the customer’s changes and no others, and ends with the view', async () => {
  const { cookie } = administrator
  const begun = await app.request(`/api/admin/customers/${customer.id}/view`, { method: 'POST', cookie })
  const { id } = begun.body as { id: string }
  const request = new Request(`${testOrigin}/as/${id}/api/events`, { headers: { cookie } })
  const { status, body } = await app.portal.fetch(request, () => '192.0.2.1')
  expect(status).toBe(200)
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  const readUntil = async (text: string) => {
    while (!heard.includes(text)) {
      const { value, done } = (await reader?.read()) ?? { done: true }
      if (done) throw new Error(`the stream ended after ${heard}`)
      heard += value
    }
  }
  await readUntil('connected')
  const [others, own] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()]
  // Outside of a view, an administrator receives everybody's orders and their own events.
  for (const userId of [administrator.id, Bun.randomUUIDv7()])
    app.deps.events.publish({ userId, kind: 'order', id: others, status: 'pending' })
  app.deps.events.publish({ userId: customer.id, kind: 'service', id: own, status: 'active' })
  await readUntil(own)
  expect(heard).not.toContain(others)
  expect((await app.request(`/api/admin/views/${id}`, { method: 'DELETE', cookie })).status).toBe(200)
  for (;;) if ((await reader?.read())?.done !== false) break
  expect(heard.match(/^event: /gm)).toHaveLength(1)
})
