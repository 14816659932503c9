import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { LiveEvent } from '#server/events.ts'
import { day, hour } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import type { Incident, Status } from './contract.ts'

let app: TestApp
let administrator: { cookie: string; email: string }
beforeEach(async () => {
  app = await createTestApp()
  administrator = await app.addAdministrator()
})
afterEach(() => app.close())

const path = '/api/admin/incidents'
const lateMails = { title: 'Mails are late', state: 'investigating', message: 'We are looking into it.' }

const call = (json: unknown, to = path, cookie: string | undefined = administrator.cookie) =>
  app.request(to, { cookie, json })
const post = async (changed: object = {}) => (await call({ ...lateMails, ...changed })).body as Incident
const update = (id: string, state: string, message = 'More is known.') =>
  call({ state, message }, `${path}/${id}/updates`)
const shown = async () => ((await app.request('/api/status')).body as Status).incidents

test('shows a posted incident and its updates on the status page', async () => {
  const { id } = await post()
  app.advance(hour)
  const reply = await update(id, 'identified', 'A queue is stuck.')
  expect(reply.status).toBe(200)
  expect(await shown()).toEqual([reply.body as Incident])
  expect(reply.body).toMatchObject({
    title: 'Mails are late',
    state: 'identified',
    resolvedAt: null,
    updates: [
      { state: 'identified', message: 'A queue is stuck.', createdAt: '2026-11-20T07:30:00.000Z' },
      { state: 'investigating', message: 'We are looking into it.', createdAt: '2026-11-20T06:30:00.000Z' },
    ],
  })
})

test('shows when an incident was resolved, and takes no further update', async () => {
  const { id } = await post()
  const reply = await update(id, 'resolved')
  expect(reply.body).toMatchObject({ state: 'resolved', resolvedAt: '2026-11-20T06:30:00.000Z' })
  expect(await update(id, 'monitoring')).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } })
  expect((await shown())[0]?.updates).toHaveLength(2)
})

test('shows resolved incidents for 90 days, and open ones until they are resolved', async () => {
  const over = await post({ title: 'Over' })
  await update(over.id, 'resolved')
  const open = await post({ title: 'Open' })
  expect(await shown()).toHaveLength(2)
  app.advance(91 * day)
  expect((await shown()).map(({ id }) => id)).toEqual([open.id])
})

test('lists all incidents at the desk, newest first, in pages', async () => {
  for (const title of ['one', 'two', 'three']) {
    await post({ title })
    app.advance(hour)
  }
  const read = async (query: string) =>
    (await app.request(path + query, { cookie: administrator.cookie })).body as {
      items: Incident[]
      nextCursor: string | null
    }
  const first = await read('?limit=2')
  expect(first.items.map(({ title }) => title)).toEqual(['three', 'two'])
  const second = await read(`?limit=2&cursor=${first.nextCursor}`)
  expect(second.items.map(({ title }) => title)).toEqual(['one'])
  expect(second.nextCursor).toBeNull()
})

test("audits posts, and publishes them to administrators' open screens", async () => {
  const events: LiveEvent[] = []
  app.deps.events.subscribe((event) => events.push(event))
  const { id } = await post()
  await update(id, 'resolved')
  expect(events).toMatchObject([
    { kind: 'incident', id, status: 'investigating' },
    { kind: 'incident', id, status: 'resolved' },
  ])
  const { auditLog } = app.store.t
  const entries = await app.store.read
    .select()
    .from(auditLog)
    .where(eq(auditLog.targetId, id))
    .orderBy(auditLog.id)
  expect(entries).toMatchObject([
    { action: 'incident.create', actor: administrator.email, note: 'Mails are late' },
    { action: 'incident.update', actor: administrator.email, note: 'resolved' },
  ])
})

test.each([
  ['no title', { title: ' ' }, 'title'],
  ['a title of two lines', { title: 'a\nb' }, 'title'],
  ['a title that is too long', { title: 'a'.repeat(121) }, 'title'],
  ['no message', { message: '' }, 'message'],
  ['a message that is too long', { message: 'a'.repeat(2_001) }, 'message'],
  ['an unknown state', { state: 'fine' }, 'state'],
])('refuses an incident with %s', async (_, changed, field) => {
  const reply = await call({ ...lateMails, ...changed })
  expect(reply).toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } })
  expect(await shown()).toEqual([])
})

test('lets only administrators post and update incidents', async () => {
  const { id } = await post()
  const { cookie } = await app.addCustomer({ hasAdminAccess: true })
  const updates = `${path}/${id}/updates`
  for (const to of [path, updates]) {
    expect((await app.request(to, { json: lateMails })).status).toBe(401)
    expect((await call(lateMails, to, cookie)).status).toBe(403)
  }
  expect((await app.request(path, { cookie })).status).toBe(403)
  expect(await shown()).toMatchObject([{ id, state: 'investigating', updates: [{}] }])
})

test('answers 404 to an update of a missing incident', async () => {
  for (const id of [Bun.randomUUIDv7(), 'x']) expect((await update(id, 'resolved')).status).toBe(404)
})

test('returns the first response to a post repeated under its key', async () => {
  const send = () =>
    app.request(path, {
      cookie: administrator.cookie,
      json: lateMails,
      headers: { 'idempotency-key': 'one' },
    })
  const [first, again] = [await send(), await send()]
  expect(first.status).toBe(201)
  expect(again.body).toEqual(first.body)
  expect(await shown()).toHaveLength(1)
})
