import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { day, formatDate, hour } from '#shared/time.ts'
import { activateService, createTestApp, placeOrder, type TestApp } from '#test/support/app.ts'
import { createFileOwner, type FileOwner } from '#test/support/files.ts'
import type { AdminService } from '../contract/desk.ts'

let app: TestApp
let owner: FileOwner
let administrator: { cookie: string }
let backupId: string
beforeEach(async () => {
  app = await createTestApp()
  owner = await createFileOwner(app)
  administrator = await app.addAdministrator()
  await owner.upload('kept.txt', 'kept words')
  const { body } = await owner.call('POST', '/api/backups', { serviceId: owner.serviceId, type: 'files' })
  backupId = (body as { id: string }).id
  await app.work()
})
afterEach(() => app.close())

const change = (name: string, id = owner.serviceId, { cookie } = administrator) =>
  app.request(`/api/admin/services/${id}/${name}`, { cookie, json: {} })
const service = async (id = owner.serviceId) => {
  const { userServices } = app.store.t
  const [row] = await app.store.read.select().from(userServices).where(eq(userServices.id, id))
  if (!row) throw new Error('the service was deleted')
  return row
}
const archive = () => `${app.dataDir}/backups/${backupId}.zip`
const rowsOf = async (serviceId: string) => {
  const { read, t } = app.store
  return [
    await read.$count(t.files, eq(t.files.serviceId, serviceId)),
    await read.$count(t.fileTotals, eq(t.fileTotals.serviceId, serviceId)),
    await read.$count(t.backups, eq(t.backups.serviceId, serviceId)),
    await read.$count(t.backupSchedules, eq(t.backupSchedules.serviceId, serviceId)),
  ]
}

describe('an ended service', () => {
  test('can be restored by an administrator within 30 days, with its files and backups', async () => {
    const ended = await change('terminate')
    const until = new Date(app.deps.now().getTime() + 30 * day).toISOString()
    expect(ended.body).toMatchObject({ status: 'terminated', restorableUntil: until })
    expect(await owner.list()).toEqual([])
    const browsed = await app.request('/api/trpc/files.browse?input={}', { cookie: owner.cookie })
    expect(browsed.body).toMatchObject({ result: { data: { items: [], matches: 0, totals: { files: 0 } } } })
    app.advance(30 * day - hour)
    await app.work()
    const reply = await change('restore')
    expect([reply.status, reply.body]).toMatchObject([200, { status: 'active', restorableUntil: null }])
    expect((await owner.list()).map(({ fileName }) => fileName)).toEqual(['kept.txt'])
    expect(existsSync(archive())).toBe(true)
    const { auditLog } = app.store.t
    const entries = await app.store.read.select().from(auditLog).where(eq(auditLog.targetId, owner.serviceId))
    expect(entries.map(({ action }) => action)).toContain('service.restore')
  })

  test('notifies its owner of the date until which data is available and where it is, and of a restore', async () => {
    const readMails = async () => {
      const { body } = await app.request('/api/user/notifications', { cookie: owner.cookie })
      return (body as { subject: string; body: string; link: string }[])[0]
    }
    const reply = await app.request(`/api/admin/services/${owner.serviceId}/terminate`, {
      cookie: administrator.cookie,
      json: { reason: 'Closed at your request' },
    })
    expect(reply.status).toBe(200)
    const until = formatDate(new Date(app.deps.now().getTime() + 30 * day))
    expect(await readMails()).toMatchObject({
      subject: 'Your service has ended',
      body: `Reason: Closed at your request. We keep its data until ${until}. Until then you can export it and download its backups, and we can restore the service.`,
      link: '/account/data',
    })
    await change('restore')
    expect(await readMails()).toMatchObject({
      subject: 'Your service is back',
      link: `/server-management/${owner.serviceId}`,
    })
  })

  test('is erased with its files, trash and backups after 30 days, and others keep theirs', async () => {
    const other = await createFileOwner(app)
    await other.upload('theirs.txt', 'x')
    app.advance(24 * day)
    const { id } = await owner.upload('old.txt', 'old')
    await owner.call('DELETE', `/api/files/${id}`)
    app.advance(-24 * day)
    await change('terminate')
    app.advance(30 * day + hour)
    await app.work()
    await app.work()
    expect(await rowsOf(owner.serviceId)).toEqual([0, 0, 0, 0])
    expect(await service()).toMatchObject({ status: 'terminated', diskBytes: 0 })
    expect([existsSync(owner.folder), existsSync(archive())]).toEqual([false, false])
    expect(existsSync(`${other.folder}/public/theirs.txt`)).toBe(true)
    expect((await rowsOf(other.serviceId))[0]).toBe(1)
    const late = await change('restore')
    expect([late.status, late.body]).toMatchObject([409, { code: 'WRONG_STATE' }])
  })

  test('loses nothing before 30 days are over, nor within an hour of a restore', async () => {
    const before = await rowsOf(owner.serviceId)
    await change('terminate')
    app.advance(30 * day - hour)
    await app.work()
    expect(await rowsOf(owner.serviceId)).toEqual(before)
    await change('restore')
    app.advance(2 * hour)
    await app.work()
    expect((await rowsOf(owner.serviceId))[0]).toBeGreaterThan(0)
    expect(existsSync(`${owner.folder}/public/kept.txt`)).toBe(true)
  })

  test('returns with its domain, or without it when another service has it', async () => {
    const { cookie } = await app.addCustomer()
    for (const isTaken of [false, true]) {
      const domain = `${isTaken ? 'taken' : 'free'}.example.com`
      app.advance(hour)
      const { serviceId } = await activateService(app, owner.cookie, { domain })
      await change('terminate', serviceId)
      if (isTaken) await placeOrder(app, cookie, { domain })
      const { body } = await change('restore', serviceId)
      expect((body as AdminService).domain).toBe(isTaken ? null : domain)
    }
  })
})

describe('restoring is refused', () => {
  test('for a service that has not ended, and for one that never ran', async () => {
    expect((await change('restore')).status).toBe(409)
    app.advance(hour)
    const order = await placeOrder(app, owner.cookie)
    await app.request(`/api/orders/${order.id}/cancel`, { cookie: owner.cookie, json: {} })
    expect((await change('restore', order.serviceId)).status).toBe(409)
  })

  test('to everyone but administrators, and for an unknown service', async () => {
    await change('terminate')
    expect((await change('restore', owner.serviceId, { cookie: '' })).status).toBe(401)
    expect((await change('restore', owner.serviceId, owner)).status).toBe(403)
    expect((await change('restore', Bun.randomUUIDv7())).status).toBe(404)
    expect((await service()).status).toBe('terminated')
  })
})
