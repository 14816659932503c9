import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { LiveEvent } from '#server/events.ts'
import { day } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { keptNotices } from './contract/limits.ts'
import { type Notice, notify } from './service/notify.ts'

let app: TestApp
let customer: Awaited<ReturnType<TestApp['addCustomer']>>
let events: LiveEvent[]
beforeEach(async () => {
  app = await createTestApp()
  customer = await app.addCustomer()
  events = []
  app.deps.events.subscribe((event) => events.push(event))
})
afterEach(() => app.close())

const failed = (): Notice => ({
  userId: customer.id,
  kind: 'backup.failed',
  subject: 'A backup failed',
  link: '/backups',
})
const tell = (notice: Notice = failed()) => app.store.tx((tx) => notify(tx, app.deps, notice))
const call = (method: string, path: string, json?: unknown, cookie: string | undefined = customer.cookie) =>
  app.request(`/api/user/notifications${path}`, { method, cookie, ...(json === undefined ? {} : { json }) })
const list = async (query = '') => (await call('GET', query)).body as { id: string; subject: string }[]
const unread = async () => ((await call('GET', '/unread')).body as { unread: number }).unread
const mails = () => app.store.read.select().from(app.store.t.mails)

describe('a notice', () => {
  test('is stored with its mail, and open screens hear of it after the commit', async () => {
    const id = await tell()
    expect(events).toEqual([])
    await app.work()
    expect(events).toContainEqual({ userId: customer.id, kind: 'notification', id, status: 'new' })
    expect(await list()).toMatchObject([{ id, kind: 'backup.failed', link: '/backups', readAt: null }])
    expect(await mails()).toMatchObject([
      {
        to: customer.email,
        subject: 'A backup failed',
        text: expect.stringContaining('http://portal.test/backups'),
      },
    ])
  })

  test('is rolled back with the transaction that caused it', async () => {
    const failing = app.store.tx(async (tx) => {
      await notify(tx, app.deps, failed())
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await app.work()
    expect([await list(), await mails(), events]).toEqual([[], [], []])
  })

  test('takes its text and its link from its mail', async () => {
    const template = ({ origin }: { origin: string }) => ({
      ...{ kind: 'x', subject: 'From the mail', paragraphs: ['One.', 'Two.'] },
      action: { label: 'Open', url: `${origin}/domains` },
    })
    await tell({ userId: customer.id, kind: 'domain.lost', template })
    expect(await list()).toMatchObject([{ subject: 'From the mail', body: 'One. Two.', link: '/domains' }])
  })

  test('is ignored for a deleted user', async () => {
    await tell({ ...failed(), userId: Bun.randomUUIDv7() })
    expect(await mails()).toEqual([])
  })

  test('is one of the newest 500, and deleted after 90 days', async () => {
    await app.store.tx(async (tx) => {
      const { notifications: n } = tx.t
      const row = { userId: customer.id, kind: 'backup.failed', createdAt: app.deps.now() }
      for (let i = 0; i < keptNotices; i += 1) await tx.insert(n).values({ ...row, subject: `${i}` })
    })
    app.advance(1)
    const id = await tell()
    expect(await list()).toHaveLength(keptNotices)
    expect((await list())[0]?.id).toBe(id)
    app.advance(90 * day + 1)
    await app.work()
    expect(await list()).toEqual([])
  }, 300_000)
})

describe('the list', () => {
  test('is paged, newest first, and shows only unread notices on request', async () => {
    const ids = []
    for (let i = 0; i < 3; i += 1) {
      app.advance(1)
      ids.unshift(await tell())
    }
    const first = await call('GET', '?limit=2')
    expect((first.body as { id: string }[]).map(({ id }) => id)).toEqual(ids.slice(0, 2))
    expect(await list(`?cursor=${first.headers.get('x-next-cursor')}`)).toMatchObject([{ id: ids[2] }])
    expect((await call('POST', '/read', { ids: [ids[0]] })).body).toEqual({ ok: true, unread: 2 })
    expect((await list('?unread=true')).map(({ id }) => id)).toEqual(ids.slice(1))
  })

  test('can be marked as read completely, which all tabs hear, and cleared', async () => {
    await tell()
    await tell()
    expect(await unread()).toBe(2)
    expect((await call('POST', '/read', { all: true })).status).toBe(200)
    expect(events.at(-1)).toMatchObject({ kind: 'notification', status: 'changed' })
    expect(await unread()).toBe(0)
    expect((await call('DELETE', '')).status).toBe(200)
    expect(await list()).toEqual([])
  })

  test('belongs to its owner: others read nothing, and mark and delete nothing', async () => {
    const id = await tell()
    const other = (await app.addCustomer()).cookie
    expect((await call('GET', '', undefined, other)).body).toEqual([])
    expect((await call('POST', '/read', { ids: [id] }, other)).status).toBe(404)
    expect((await call('DELETE', `/${id}`, undefined, other)).status).toBe(404)
    expect((await app.request('/api/user/notifications')).status).toBe(401)
    expect(await unread()).toBe(1)
    expect((await call('DELETE', `/${id}`)).status).toBe(200)
    expect(await unread()).toBe(0)
  })

  test('refuses to mark nothing, and both some and all', async () => {
    for (const json of [{}, { ids: [] }, { all: true, ids: [Bun.randomUUIDv7()] }]) {
      const { status, body } = await call('POST', '/read', json)
      expect([status, Object.keys((body as { fields: object }).fields)]).toEqual([422, ['ids']])
    }
  })
})

describe('preferences', () => {
  const set = (preferences: unknown) => call('PUT', '/preferences', { preferences })

  test('switch channels off and on again, each independently', async () => {
    const { status, body } = await set([{ kind: 'backup.failed', screen: false, mail: false }])
    expect(status).toBe(200)
    expect(body).toContainEqual(
      expect.objectContaining({ kind: 'backup.failed', screen: false, mail: false, webhook: true }),
    )
    await tell()
    expect([await list(), await mails()]).toEqual([[], []])
    await set([{ kind: 'backup.failed', screen: true }])
    await tell()
    expect([(await list()).length, await mails()]).toEqual([1, []])
  })

  test('never switch security mails off, and say why', async () => {
    const { status, body } = await set([{ kind: 'security.password', mail: false }])
    expect(status).toBe(422)
    expect(body).toMatchObject({ fields: { 'preferences.0.mail': expect.stringContaining('break-in') } })
    const all = (await call('GET', '/preferences')).body
    expect(all).toContainEqual(
      expect.objectContaining({
        kind: 'security.password',
        mail: true,
        locked: expect.objectContaining({ mail: expect.any(String) }),
      }),
    )
  })

  test('refuse an unknown kind', async () => {
    expect((await set([{ kind: 'weather', mail: false }])).status).toBe(422)
  })
})
