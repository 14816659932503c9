import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { day, second } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createFileOwner, type FileOwner } from '#test/support/files.ts'
import type { ListedShare } from './contract/shares.ts'

let app: TestApp
let owner: FileOwner
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  owner = await createFileOwner(app)
})
afterAll(() => app.close())

type Share = { id: string; url: string; expiresAt: string }
const share = async (fileId: string, body: object = {}) =>
  (await owner.call('POST', `/api/files/${fileId}/share`, body)).body as Share
const list = async (person = owner) => (await person.call('GET', '/api/files/shares')).body as ListedShare[]
const open = async ({ url }: Share) => (await app.request(new URL(url).pathname)).status
const revoke = (id: string, person = owner) => person.call('DELETE', `/api/files/shares/${id}`)

test('lists links with their file, creation and expiry, newest first, without their URL', async () => {
  const { id } = await owner.upload('plan.txt', 'x', { path: 'papers' })
  const first = await share(id, { expiresIn: 300 })
  app.advance(second)
  const latest = await share(id)
  const [newest, oldest] = await list()
  expect(newest).toEqual({
    id: latest.id,
    file: { id, fileName: 'plan.txt', filePath: 'papers/plan.txt' },
    service: { id: owner.serviceId, plan: { name: 'Starter' } },
    isResting: false,
    createdAt: app.deps.now().toISOString(),
    expiresAt: latest.expiresAt,
  })
  expect(oldest).toMatchObject({ id: first.id, expiresAt: first.expiresAt })
  expect(Date.parse(latest.expiresAt) - app.deps.now().getTime()).toBe(7 * day)
  const token = new URL(latest.url).pathname.split('/').at(-1) ?? ''
  expect(JSON.stringify(await list())).not.toContain(token)
})

test('a revoked link stops working, and the other links of the file stay', async () => {
  const { id } = await owner.upload('plan.txt', 'x')
  const [one, other] = [await share(id), await share(id)]
  expect([await open(one), await open(other)]).toEqual([200, 200])
  const reply = await revoke(one.id)
  expect([reply.status, reply.body]).toEqual([200, { ok: true }])
  expect([await open(one), await open(other)]).toEqual([404, 200])
  expect((await list()).map(({ id }) => id)).toEqual([other.id])
  expect((await revoke(one.id)).status).toBe(404)
  const { auditLog } = app.store.t
  const entries = await app.store.read.select().from(auditLog).where(eq(auditLog.targetId, id))
  expect(entries.map(({ action }) => action).filter((action) => action === 'file.unshare')).toHaveLength(1)
})

test('hides links that expired or whose file was deleted, and pauses those of a suspended service', async () => {
  const [kept, deleted] = [await owner.upload('kept.txt', 'x'), await owner.upload('deleted.txt', 'x')]
  const short = await share(kept.id, { expiresIn: 300 })
  const long = await share(kept.id)
  await share(deleted.id)
  await owner.call('DELETE', `/api/files/${deleted.id}`)
  expect((await list()).map(({ id }) => id).sort()).toEqual([short.id, long.id].sort())
  app.advance(301 * second)
  const { userServices } = app.store.t
  const suspended = { status: 'suspended' as const }
  await app.store.tx((tx) =>
    tx.update(userServices).set(suspended).where(eq(userServices.id, owner.serviceId)),
  )
  expect(await list()).toMatchObject([{ id: long.id, isResting: true }])
  expect((await revoke(long.id)).status).toBe(200)
})

test.each([299, 30 * 86_400 + 1, 300.5, '300'])('refuses a lifetime of %p seconds', async (expiresIn) => {
  const { id } = await owner.upload('plan.txt', 'x')
  const reply = await owner.call('POST', `/api/files/${id}/share`, { expiresIn })
  expect([reply.status, reply.body]).toMatchObject([422, { fields: { expiresIn: expect.any(String) } }])
})

test('visitors and other customers see no links and can revoke none', async () => {
  const { id } = await owner.upload('plan.txt', 'x')
  const link = await share(id)
  const stranger = await createFileOwner(app)
  expect(await list(stranger)).toEqual([])
  for (const name of [link.id, 'x', Bun.randomUUIDv7(), link.id.toUpperCase()])
    expect((await revoke(name, stranger)).status).toBe(404)
  expect((await app.request('/api/files/shares')).status).toBe(401)
  expect((await app.request(`/api/files/shares/${link.id}`, { method: 'DELETE' })).status).toBe(401)
  expect(await open(link)).toBe(200)
})
