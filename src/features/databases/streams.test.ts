import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { desc, eq } from 'drizzle-orm'
import { createDatabaseApp, createTenant, formOf, type Tenant } from '#test/support/databases.ts'
import { until } from '#test/support/until.ts'
import type { Database } from './contract/contract.ts'

let portal: Awaited<ReturnType<typeof createDatabaseApp>>
let tenant: Tenant
let made: Database
beforeAll(async () => {
  portal = await createDatabaseApp()
})
afterAll(() => portal.app.close())
beforeEach(async () => {
  Object.assign(portal.knobs, { isDown: false, refusal: null, breaksDumps: false, delayMs: 0, notes: [] })
  tenant = await createTenant(portal)
  made = await tenant.make()
})

const held = () => portal.held.get(made.connection.database)
const content = (text: string) => {
  const found = held()
  if (found) found.content = text
}
const exportPath = (query = '') => `/api/databases/${made.id}/export${query}`
const importPath = () => `/api/databases/${made.id}/import`
const upload = (body: BodyInit) =>
  portal.app.request(importPath(), { cookie: tenant.customer.cookie, method: 'POST', body })
const setStatus = (status: 'suspended' | 'active') => {
  const { userServices: s } = portal.app.store.t
  return portal.app.store.tx((tx) => tx.update(s).set({ status }).where(eq(s.id, tenant.serviceId)))
}
const lastAudit = async () => {
  const { auditLog: a } = portal.app.store.t
  const [entry] = await portal.app.store.read
    .select()
    .from(a)
    .where(eq(a.targetId, made.id))
    .orderBy(desc(a.id))
    .limit(1)
  return entry
}

describe('an export', () => {
  test('is a download named after the database, plain or gzip', async () => {
    content('create table shop ();')
    const plain = await tenant.call('GET', exportPath())
    expect(plain).toMatchObject({ status: 200, text: 'create table shop ();' })
    expect(plain.headers.get('content-disposition')).toContain(`filename="${made.dbName}.sql"`)
    const { cookie } = tenant.customer
    const response = await portal.app.portal.fetch(
      new Request(`http://portal.test${exportPath('?gzip=1')}`, { headers: { cookie } }),
      () => '192.0.2.1',
    )
    expect(response.headers.get('content-disposition')).toContain(`filename="${made.dbName}.sql.gz"`)
    expect(Buffer.from(Bun.gunzipSync(await response.bytes())).toString()).toBe('create table shop ();')
  })

  test('is possible while the service is suspended', async () => {
    content('kept')
    await setStatus('suspended')
    await portal.app.work()
    await portal.app.work()
    expect((await tenant.find(made.id))?.isOpen).toBe(false)
    expect(await tenant.call('GET', exportPath())).toMatchObject({ status: 200, text: 'kept' })
  })

  test('is refused with the engine’s message when it fails before its first byte', async () => {
    portal.knobs.isDown = true
    const down = await tenant.call('GET', exportPath())
    expect(down).toMatchObject({ status: 503, body: { message: 'PostgreSQL does not answer.' } })
    expect(down.headers.get('retry-after')).toBe('5')
  })

  test('answers HEAD without writing a dump', async () => {
    portal.calls.length = 0
    expect((await tenant.call('HEAD', exportPath())).status).toBe(200)
    expect(portal.calls).toEqual(['measure'])
    const { body } = await tenant.create({ dbType: 'mysql' })
    const other = (body as Database).id
    expect((await tenant.call('HEAD', `/api/databases/${other}/export`)).status).toBe(409)
    const refused = await tenant.call('GET', `/api/databases/${other}/export`)
    expect(refused.text).toContain('MySQL is not available yet.')
  })

  test('is for the owner only', async () => {
    const other = await createTenant(portal)
    expect((await other.call('GET', exportPath())).status).toBe(404)
    expect((await portal.app.request(exportPath())).status).toBe(401)
  })

  test('aborts its connection when it fails midway, so that a partial dump never looks complete', async () => {
    content('create table shop ();')
    portal.knobs.breaksDumps = true
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: (request) => portal.app.portal.fetch(request, () => '192.0.2.1'),
    })
    const url = `http://127.0.0.1:${server.port}${exportPath()}`
    const response = await fetch(url, { headers: { cookie: tenant.customer.cookie } })
    expect(response.status).toBe(200)
    const end = await response.text().then(
      () => 'whole',
      () => 'broken',
    )
    await server.stop(true)
    expect(end).toBe('broken')
  })
})

describe('an import', () => {
  test('loads the file into the database with the rights of its own user', async () => {
    const reply = await upload(formOf('create table shop ();'))
    expect(reply).toMatchObject({ status: 200, body: { id: made.id, status: 'active' } })
    expect(held()?.content).toBe('create table shop ();')
    expect(await lastAudit()).toMatchObject({ action: 'database.imported' })
  })

  test('accepts an earlier export', async () => {
    content('the contents')
    const { cookie } = tenant.customer
    const request = new Request(`http://portal.test${exportPath('?gzip=1')}`, { headers: { cookie } })
    const dump = await (await portal.app.portal.fetch(request, () => '192.0.2.1')).bytes()
    content('')
    expect((await upload(formOf(dump, 'dump.sql.gz'))).status).toBe(200)
    expect(held()?.content).toBe('the contents')
  })

  test('reports differences from the file', async () => {
    portal.knobs.notes = ['Another collation was used instead.']
    expect(await upload(formOf('a'))).toMatchObject({
      status: 200,
      body: { notes: ['Another collation was used instead.'] },
    })
  })

  test('answers 422 with the engine’s message and its position when the engine refuses, and is audited', async () => {
    portal.knobs.refusal = 'syntax error at or near "creat" (line 3)'
    const reply = await upload(formOf('creat'))
    expect(reply).toMatchObject({
      status: 422,
      body: { code: 'INVALID', message: 'syntax error at or near "creat" (line 3)', position: 7 },
    })
    expect(await lastAudit()).toMatchObject({ action: 'database.import-failed' })
  })

  test('needs a database that accepts connections, and a file', async () => {
    expect((await upload(new FormData())).status).toBe(422)
    expect((await upload('no form')).status).toBe(415)
    const { body } = await tenant.create({ dbType: 'mysql' })
    const path = `/api/databases/${(body as Database).id}/import`
    const { cookie } = tenant.customer
    const waiting = await portal.app.request(path, { cookie, method: 'POST', body: formOf('a') })
    expect(waiting).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } })
    await setStatus('suspended')
    await portal.app.work()
    await portal.app.work()
    expect(await upload(formOf('a'))).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } })
    expect(held()?.content).toBe('')
  })

  test('is the only import of its database at a time', async () => {
    portal.knobs.delayMs = 2_000
    const first = upload(formOf('first'))
    await until('its beginning', () => portal.calls.at(-1) === 'load')
    expect(await upload(formOf('second'))).toMatchObject({ status: 409, body: { code: 'BUSY' } })
    expect((await first).status).toBe(200)
    expect(held()?.content).toBe('first')
  })

  test('answers 404 for another customer’s database', async () => {
    const { cookie } = (await createTenant(portal)).customer
    const reply = await portal.app.request(importPath(), { cookie, method: 'POST', body: formOf('a') })
    expect(reply.status).toBe(404)
  })
})
