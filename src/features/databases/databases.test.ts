import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { desc, eq } from 'drizzle-orm'
import { insertActiveService } from '#test/support/active-service.ts'
import {
  createDatabaseApp,
  createTenant,
  formOf,
  goodPassword,
  type Tenant,
} from '#test/support/databases.ts'
import { passwordContext } from './rows/database-rows.ts'

let portal: Awaited<ReturnType<typeof createDatabaseApp>>
let tenant: Tenant
beforeAll(async () => {
  portal = await createDatabaseApp()
})
afterAll(() => portal.app.close())
beforeEach(async () => {
  Object.assign(portal.knobs, { isDown: false, delayMs: 0, refusal: null, remoteAccessProblem: null })
  tenant = await createTenant(portal)
})

const heldOf = ({ connection }: { connection: { database: string } }) => portal.held.get(connection.database)
const setStatus = (id: string, status: 'suspended' | 'active' | 'pending' | 'stopped') => {
  const { userServices: s } = portal.app.store.t
  return portal.app.store.tx((tx) => tx.update(s).set({ status }).where(eq(s.id, id)))
}
const auditOf = async (id: string) => {
  const { auditLog: a } = portal.app.store.t
  return portal.app.store.read.select().from(a).where(eq(a.targetId, id)).orderBy(desc(a.id))
}

describe('a new database', () => {
  test('is active in its engine under its engine names when the call answers', async () => {
    const reply = await tenant.create({ dbName: 'shop', dbUser: 'anna' })
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({
      dbName: 'shop',
      dbUser: 'anna',
      dbType: 'postgresql',
      size: 0,
      status: 'active',
      reason: null,
      isOpen: true,
      connection: { host: '127.0.0.1', port: 5432 },
      allow: [],
      service: { id: tenant.serviceId, plan: { name: 'Business' } },
    })
    const { connection } = reply.body as { connection: { database: string; username: string } }
    expect(connection.database).toMatch(/^[a-z][a-z0-9]{6}_shop$/)
    expect(connection.username).toMatch(/^[a-z][a-z0-9]{6}_anna$/)
    expect(heldOf({ connection })?.wanted).toMatchObject({ password: goodPassword, isOpen: true, allow: [] })
    expect(await tenant.list()).toEqual([reply.body as never])
  })

  test('is mysql unless another engine is chosen, and waits with a reason while that is not connected', async () => {
    const { dbType: _, ...wish } = tenant.wish()
    const reply = await tenant.call('POST', '/api/databases', wish)
    expect(reply).toMatchObject({ status: 201, body: { dbType: 'mysql', status: 'pending', isOpen: false } })
    expect(reply.text).toContain('MySQL is not available yet.')
  })

  test('has its password sealed, and no answer carries it', async () => {
    const reply = await tenant.create()
    const { id } = reply.body as { id: string }
    const { databases } = portal.app.store.t
    const [row] = await portal.app.store.read.select().from(databases).where(eq(databases.id, id))
    expect(row?.dbPassword).not.toContain('good')
    expect(portal.app.deps.secrets.open(row?.dbPassword ?? '', passwordContext(id))).toBe(goodPassword)
    expect(reply.text).not.toContain('good')
    expect(JSON.stringify(await auditOf(id))).not.toContain('good')
    expect((await tenant.call('GET', '/api/databases')).text).not.toContain('assword')
  })

  test('may share its names with another customer’s database', async () => {
    const other = await createTenant(portal)
    const names = { dbName: 'blog', dbUser: 'blog' }
    const [one, two] = [await tenant.make(names), await other.make(names)]
    expect(one.connection.database).not.toBe(two.connection.database)
    expect(one.connection.username).not.toBe(two.connection.username)
  })

  test('never takes over an existing database of the engine', async () => {
    const names = { dbName: 'taken', dbUser: 'taken' }
    const first = await tenant.make(names)
    await tenant.call('DELETE', `/api/databases/${first.id}`)
    await portal.app.work()
    portal.foreign.add(first.connection.database)
    const second = await tenant.make(names)
    expect(second.status).toBe('active')
    expect(second.connection.database).not.toBe(first.connection.database)
    expect(second.connection.database).toMatch(/_taken$/)
  })

  test.each([
    ['dbName', '', 'Database name is required'],
    ['dbName', 'my-shop', 'Only letters, numbers, and underscores allowed'],
    ['dbName', 'a'.repeat(49), 'At most 48 characters.'],
    ['dbUser', '', 'Username is required'],
    ['dbUser', "a'b", 'Only letters, numbers, and underscores allowed'],
    ['dbUser', 'a'.repeat(25), 'At most 24 characters.'],
    ['dbPassword', 'short', 'Password must be at least 8 characters'],
    ['dbType', 'oracle', 'Choose mysql, postgresql or mongodb.'],
    ['dbName', 'Template1', 'PostgreSQL reserves this name. Choose another one.'],
    ['dbUser', 'pg_monitor', 'PostgreSQL reserves this name. Choose another one.'],
    ['dbUser', 'root', 'PostgreSQL reserves this name. Choose another one.'],
  ])('with %s "%s" is refused: %s', async (field, value, sentence) => {
    const reply = await tenant.create({ [field]: value })
    expect(reply).toMatchObject({ status: 422, body: { fields: { [field]: sentence } } })
    expect(await tenant.list()).toEqual([])
  })

  test('is refused with a message each when the service already has its name or user, in any case', async () => {
    await tenant.make({ dbName: 'shop', dbUser: 'anna' })
    const name = await tenant.create({ dbName: 'Shop' })
    expect(name).toMatchObject({ status: 409, body: { code: 'CONFLICT', fields: {} } })
    expect(name.text).toContain('This service already has a PostgreSQL database named Shop.')
    const user = await tenant.create({ dbUser: 'anna' })
    expect(user.status).toBe(409)
    expect(user.text).toContain('This service already has a PostgreSQL user named anna.')
    expect((await tenant.create({ dbName: 'shop', dbUser: 'anna', dbType: 'mysql' })).status).toBe(201)
  })

  test('beyond the plan limit is refused with the limit and the usage', async () => {
    const small = await createTenant(portal, 'Starter')
    await small.make()
    const reply = await small.create()
    expect(reply).toMatchObject({ status: 403, body: { code: 'LIMIT_REACHED', limit: 1, used: 1 } })
    expect(await small.list()).toHaveLength(1)
  })

  test('needs an active service of the caller', async () => {
    const other = await createTenant(portal)
    expect((await tenant.create({ serviceId: other.serviceId })).status).toBe(404)
    const second = await insertActiveService(portal.app, tenant.customer.id)
    await setStatus(second, 'suspended')
    expect(await tenant.create({ serviceId: second })).toMatchObject({
      status: 409,
      body: { code: 'WRONG_STATE' },
    })
    await setStatus(tenant.serviceId, 'suspended')
    expect(await tenant.create()).toMatchObject({ status: 403, body: { code: 'NO_ACTIVE_SERVICE' } })
    const { status } = await portal.app.request('/api/databases', { json: tenant.wish() })
    expect(status).toBe(401)
  })

  test('is created once for a repeated Idempotency-Key', async () => {
    const headers = { 'idempotency-key': Bun.randomUUIDv7() }
    const send = (json: unknown) =>
      portal.app.request('/api/databases', { cookie: tenant.customer.cookie, json, headers })
    const wish = tenant.wish()
    const first = await send(wish)
    expect((await send(wish)).body).toEqual(first.body)
    expect(await tenant.list()).toHaveLength(1)
    expect((await send({ ...wish, dbName: 'another' })).status).toBe(422)
  })

  test('is created later when the engine is slower than the request', async () => {
    portal.knobs.delayMs = 1_500
    const slow = await tenant.make()
    expect(slow).toMatchObject({ status: 'pending', connection: { host: null } })
    portal.knobs.delayMs = 0
    await portal.app.work()
    expect(await tenant.find(slow.id)).toMatchObject({ status: 'active', reason: null })
  })

  test('waits while its engine is down, and is created when it is back', async () => {
    portal.knobs.isDown = true
    const waiting = await tenant.make()
    expect(waiting).toMatchObject({ status: 'pending', reason: 'PostgreSQL does not answer.' })
    for (let minute = 0; minute < 5; minute += 1) {
      portal.app.advance(60_000)
      await portal.app.work()
    }
    portal.knobs.isDown = false
    portal.app.advance(60_000)
    await portal.app.work()
    expect(await tenant.find(waiting.id)).toMatchObject({ status: 'active', reason: null })
  })

  test('has failed with the engine’s message after a refusal, until a change tries again', async () => {
    portal.knobs.refusal = 'permission denied to create database'
    const failed = await tenant.make()
    expect(failed).toMatchObject({ status: 'failed', reason: 'permission denied to create database' })
    portal.knobs.refusal = null
    portal.app.advance(3_600_000)
    await portal.app.work()
    expect(await tenant.find(failed.id)).toMatchObject({ status: 'failed' })
    const path = `/api/databases/${failed.id}/password`
    const reply = await tenant.call('POST', path, { password: 'another password' })
    expect(reply.body).toMatchObject({ status: 'active', reason: null })
  })
})

describe('lists', () => {
  test('are filtered by service in the query and in the path, and never show another customer’s databases', async () => {
    const made = await tenant.make()
    const second = await insertActiveService(portal.app, tenant.customer.id)
    const idsAt = async (path: string) =>
      ((await tenant.call('GET', path)).body as { id: string }[]).map(({ id }) => id)
    expect(await idsAt(`/api/databases?serviceId=${tenant.serviceId}`)).toEqual([made.id])
    expect(await idsAt(`/api/databases/${tenant.serviceId}`)).toEqual([made.id])
    expect(await idsAt(`/api/databases/${second}`)).toEqual([])
    expect(await idsAt('/api/databases/all')).toEqual([made.id])
    const other = await createTenant(portal)
    expect(await other.list()).toEqual([])
    expect((await other.call('GET', `/api/databases/${tenant.serviceId}`)).status).toBe(404)
  })

  test('say which engines are connected, and tell administrators how to connect the others', async () => {
    const reply = await tenant.call('GET', '/api/databases/engines')
    expect(reply.body).toEqual([
      expect.objectContaining({ type: 'mysql', isConnected: false, message: expect.any(String) }),
      { type: 'postgresql', isConnected: true, message: null, remoteAccessProblem: null },
      expect.objectContaining({ type: 'mongodb', isConnected: false }),
    ])
    expect(reply.text).not.toContain('Set up MySQL')
    const { cookie } = await portal.app.addAdministrator()
    expect((await portal.app.request('/api/databases/engines', { cookie })).text).toContain('Set up MySQL')
  })
})

describe('a new password', () => {
  test('is set in the engine when the call answers, and is not in the answer', async () => {
    const made = await tenant.make()
    const json = { password: 'quite another one' }
    const reply = await tenant.call('POST', `/api/databases/${made.id}/password`, json)
    expect(reply.status).toBe(200)
    expect(reply.text).not.toContain('quite')
    expect(heldOf(made)?.wanted.password).toBe('quite another one')
    expect((await auditOf(made.id)).map(({ action }) => action)).toEqual([
      'database.password',
      'database.create',
    ])
  })

  test('ends connections that used the previous password, and later changes end none', async () => {
    const made = await tenant.make()
    const path = `/api/databases/${made.id}`
    expect(heldOf(made)?.wanted.endsSessions).toBe(false)
    await tenant.call('POST', `${path}/password`, { password: 'quite another one' })
    expect(heldOf(made)?.wanted.endsSessions).toBe(true)
    await tenant.call('PUT', `${path}/access`, { allow: ['203.0.113.7'] })
    expect(heldOf(made)?.wanted.endsSessions).toBe(false)
  })

  test('is pending until its engine has it, and ends connections then', async () => {
    const made = await tenant.make()
    portal.knobs.isDown = true
    const path = `/api/databases/${made.id}`
    const reply = await tenant.call('POST', `${path}/password`, { password: 'quite another one' })
    expect(reply.body).toMatchObject({ status: 'pending', reason: 'PostgreSQL does not answer.' })
    portal.knobs.isDown = false
    const body = formOf('select 1')
    const { cookie } = tenant.customer
    const imported = await portal.app.request(`${path}/import`, { cookie, method: 'POST', body })
    expect(imported).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } })
    expect(imported.text).toContain('The new password is not active yet')
    await tenant.call('PUT', `${path}/access`, { allow: ['203.0.113.7'] })
    expect(heldOf(made)?.wanted).toMatchObject({ password: 'quite another one', endsSessions: true })
    expect(await tenant.find(made.id)).toMatchObject({ status: 'active', reason: null })
  })

  test('is refused for another customer’s database, and when it is too short', async () => {
    const made = await tenant.make()
    const other = await createTenant(portal)
    const path = `/api/databases/${made.id}/password`
    expect((await other.call('POST', path, { password: 'quite another one' })).status).toBe(404)
    expect((await tenant.call('POST', path, { password: 'short' })).status).toBe(422)
    expect(heldOf(made)?.wanted.password).toBe(goodPassword)
  })
})

describe('remote access', () => {
  test('is stored for the given addresses in canonical form, and is audited', async () => {
    const made = await tenant.make()
    const allow = [
      '203.0.113.7',
      '203.0.113.99/24',
      '2001:DB8::1/32',
      '::ffff:198.51.100.1',
      '203.0.113.7/32',
    ]
    const reply = await tenant.call('PUT', `/api/databases/${made.id}/access`, { allow })
    const networks = ['203.0.113.7/32', '203.0.113.0/24', '2001:db8::/32', '198.51.100.1/32']
    expect(reply).toMatchObject({ status: 200, body: { allow: networks } })
    expect(heldOf(made)?.wanted.allow).toEqual(networks)
    const [entry] = await auditOf(made.id)
    expect(entry).toMatchObject({ action: 'database.access', details: { before: [], after: networks } })
    await tenant.call('PUT', `/api/databases/${made.id}/access`, { allow: [] })
    expect(heldOf(made)?.wanted.allow).toEqual([])
  })

  test.each(['example.com', '203.0.113.300', '203.0.113.0/33', '2001:db8::/129', '', '::ffff:1.2.3.4/8'])(
    'refuses "%s"',
    async (address) => {
      const made = await tenant.make()
      const json = { allow: ['203.0.113.7', address] }
      const reply = await tenant.call('PUT', `/api/databases/${made.id}/access`, json)
      expect(reply).toMatchObject({ status: 422, body: { fields: { allow: expect.any(String) } } })
      expect(heldOf(made)?.wanted.allow).toEqual([])
    },
  )

  test('is refused with the engine’s reason where external connections are impossible; closing always works', async () => {
    const made = await tenant.make()
    portal.knobs.remoteAccessProblem = 'Only this machine reaches the databases.'
    const path = `/api/databases/${made.id}/access`
    const reply = await tenant.call('PUT', path, { allow: ['203.0.113.7'] })
    expect(reply).toMatchObject({
      status: 409,
      body: { message: 'Only this machine reaches the databases.' },
    })
    expect((await tenant.call('PUT', path, { allow: [] })).status).toBe(200)
  })
})
