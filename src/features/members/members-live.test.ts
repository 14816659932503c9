import { afterAll, beforeAll, expect, test } from 'bun:test'
import { hour } from '#shared/time.ts'
import { activateService, createTestApp, type TestApp, testOrigin } from '#test/support/app.ts'

let app: TestApp
let owner: Awaited<ReturnType<TestApp['addCustomer']>>
let guest: Awaited<ReturnType<TestApp['addCustomer']>>
let serviceId: string
let otherId: string
beforeAll(async () => {
  app = await createTestApp()
  owner = await app.addCustomer()
  guest = await app.addCustomer()
  serviceId = (await activateService(app, owner.cookie)).serviceId
  otherId = (await activateService(app, owner.cookie)).serviceId
})
afterAll(() => app.close())

async function join(): Promise<string> {
  const [id, createdAt] = [Bun.randomUUIDv7(), app.deps.now()]
  const row = { id, userId: owner.id, serviceId, email: guest.email, emailKey: guest.email, createdAt }
  const state = { memberId: guest.id, role: 'viewer' as const, acceptedAt: createdAt }
  const inviteExpiresAt = new Date(createdAt.getTime() + hour)
  await app.store.tx((tx) => tx.insert(tx.t.serviceMembers).values({ ...row, ...state, inviteExpiresAt }))
  return id
}

/** The stream of a member who acts for an owner, as the browser opens it. */
async function openStream(id: string) {
  const request = new Request(`${testOrigin}/as/${id}/api/events`, { headers: { cookie: guest.cookie } })
  const { status, body } = await app.portal.fetch(request, () => '192.0.2.1')
  if (!body) throw new Error('there is no stream')
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  return {
    status,
    async readUntil(text: string): Promise<string> {
      while (!heard.includes(text)) {
        const { value, done } = await reader.read()
        if (done) throw new Error(`the stream ended after ${heard}`)
        heard += value
      }
      return heard
    },
    async readToEnd(): Promise<void> {
      for (;;) if ((await reader.read()).done) return
    },
  }
}

test('streams the changes of the shared service to a member, and no others; removal ends the stream', async () => {
  const id = await join()
  const stream = await openStream(id)
  expect(stream.status).toBe(200)
  await stream.readUntil('connected')
  const publish = (kind: 'service' | 'file', of: string) =>
    app.deps.events.publish({ userId: owner.id, kind, id: of, status: 'changed' })
  publish('service', otherId)
  publish('file', Bun.randomUUIDv7())
  app.deps.events.publish({ userId: guest.id, kind: 'service', id: otherId, status: 'changed' })
  publish('service', serviceId)
  const heard = await stream.readUntil(serviceId)
  expect(heard.match(/^event: /gm)).toHaveLength(1)
  const { status } = await app.request(`/api/user/members/${id}`, { method: 'DELETE', cookie: owner.cookie })
  expect(status).toBe(200)
  await stream.readToEnd()
})

test('opens no stream for a membership that does not exist', async () => {
  const { status, body } = await app.request(`/as/${Bun.randomUUIDv7()}/api/user-services`, {
    cookie: guest.cookie,
  })
  expect([status, (body as { code: string }).code]).toEqual([403, 'NOT_A_MEMBER'])
})
