import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { EngineSession } from '#features/engines/contract/database-engine.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createTenant, goodPassword, type Tenant } from '#test/support/databases.ts'
import { hold, holdLocks, soon } from '#test/support/engines/adversary.ts'
import { refusal, runAll } from '#test/support/engines/fixtures.ts'
import { hasMariaDb } from '#test/support/engines/mariadb.ts'
import { type SharedEngine, sharedMariaDb, sharedPostgres } from '#test/support/engines/shared-engines.ts'
import { onlyEngine } from '#test/support/fake-engine.ts'
import { until } from '#test/support/until.ts'
import type { Database } from './contract/contract.ts'
import { followServices } from './worker/follow-services.ts'

const engines = [
  ['postgresql', 'PostgreSQL', sharedPostgres],
  ...(hasMariaDb ? ([['mysql', 'MySQL', sharedMariaDb]] as const) : []),
] as const

const credentialsOf = ({ connection: { database, username } }: Database, password = goodPassword) => ({
  database: database ?? '',
  user: username ?? '',
  password,
})

describe.each(engines)('while a customer holds every lock of two databases in %s', (dbType, area, share) => {
  let app: TestApp
  let world: SharedEngine
  let close: () => void
  let adversary: Tenant
  let held: Database[]
  let sessions: EngineSession[]
  beforeAll(async () => {
    world = await share()
    app = await createTestApp({ databaseEngines: onlyEngine(world.engine) })
    close = followServices(app.deps)
  }, 300_000)
  afterAll(async () => {
    close()
    await app.close()
  }, 300_000)
  beforeEach(async () => {
    adversary = await createTenant({ app })
    held = [await adversary.make({ dbType }), await adversary.make({ dbType })]
    sessions = []
    for (const each of held) {
      await runAll(world.sql, credentialsOf(each), world.dialect.schema)
      sessions.push(...(await holdLocks(world, credentialsOf(each))))
    }
  })

  const isOut = async () => {
    for (const session of sessions)
      expect(
        await refusal(() => session.ask('select 1', [], { maxRows: 1, maxBytes: 10, timeoutMs: 1_000 })),
      ).toBeInstanceOf(Error)
    for (const each of held)
      expect(await refusal(() => world.sql.open(credentialsOf(each)))).toBeInstanceOf(Error)
  }
  const ofService = async (verb: string) => {
    const { cookie } = await app.addAdministrator()
    await app.request(`/api/admin/services/${adversary.serviceId}/${verb}`, { cookie, json: {} })
  }

  test('another customer gets a database, a password, an export and figures, and the administrator the drivers', async () => {
    const changing = held.map(({ id }) =>
      adversary.call('POST', `/api/databases/${id}/access`, { allow: [] }),
    )
    const other = await createTenant({ app })
    const made = await soon('a new database', other.make({ dbType }))
    expect(made).toMatchObject({ status: 'active', reason: null })
    const at = `/api/databases/${made.id}`
    const changed = await soon(
      'a password',
      other.call('POST', `${at}/password`, { password: 'another one' }),
    )
    expect(changed.body).toMatchObject({ status: 'active' })
    expect(await soon('an export', other.call('GET', `${at}/export`))).toMatchObject({ status: 200 })
    const usage = await soon('its usage', other.call('GET', `${at}/usage`))
    expect(usage.body).toMatchObject({ connections: 0 })
    const choice = await soon('the engines', other.call('GET', '/api/databases/engines'))
    expect(choice.body).toContainEqual(expect.objectContaining({ type: dbType, isConnected: true }))
    const { cookie } = await app.addAdministrator()
    const drivers = await soon('the drivers', app.request('/api/admin/drivers', { cookie }))
    expect(drivers.body).toContainEqual(expect.objectContaining({ area, isHealthy: true }))
    expect(
      await soon('their own usage', adversary.call('GET', `/api/databases/${held[0]?.id}/usage`)),
    ).toMatchObject({ status: 200 })
    await Promise.all(changing)
    await Promise.all(sessions.map((session) => session.close().catch(() => {})))
  }, 60_000)

  test('a suspension ends their sessions, and they are back with their data once it is over', async () => {
    await soon(
      'the suspension',
      ofService('suspend').then(() => app.deps.databaseWork.settled()),
    )
    await isOut()
    expect(await adversary.list()).toMatchObject(held.map(() => ({ status: 'active', isOpen: false })))
    await ofService('unsuspend')
    await until('their opening', async () =>
      (await adversary.list()).every(({ isOpen, status }) => isOpen && status === 'active'),
    )
    const count = await runAll(world.sql, credentialsOf(held[0] as Database), 'select count(*) from orders')
    expect(Number(count[0]?.rows[0]?.[0])).toBeGreaterThan(0)
  }, 60_000)

  test('a new password ends their sessions', async () => {
    for (const { id } of held) {
      const path = `/api/databases/${id}/password`
      const changed = await soon('a password', adversary.call('POST', path, { password: 'another one' }))
      expect(changed.body).toMatchObject({ status: 'active', reason: null })
    }
    await isOut()
  }, 60_000)

  test('a deletion ends their sessions before the dump is written', async () => {
    for (const { id } of held) await soon('the deletion', adversary.call('DELETE', `/api/databases/${id}`))
    await isOut()
    await app.work()
    const dumps = await adversary.call('GET', '/api/databases/dumps')
    expect(dumps.body).toMatchObject(held.map(() => ({ status: 'kept', reason: null })))
  }, 60_000)

  test('another customer, whom they named in rights and locks, deletes a database and sees none of their names', async () => {
    const other = await createTenant({ app })
    const database = await other.make({ dbType })
    const [first = [], ...rest] = world.dialect.grabs(credentialsOf(database))
    const mine = await adversary.make({ dbType })
    for (const lists of [[first], rest]) sessions.push(...(await hold(world.sql, credentialsOf(mine), lists)))
    const read = async () => (await other.call('GET', '/api/databases/dumps')).body as { reason: string }[]
    await soon('the deletion', other.call('DELETE', `/api/databases/${database.id}`))
    await until('its dump', async () => {
      await app.work()
      const dumps = await read()
      for (const { reason } of dumps) expect(reason ?? '').not.toContain(credentialsOf(mine).database)
      return dumps.some((dump) => 'status' in dump && dump.status === 'kept')
    })
    expect(await world.engine.isTaken(credentialsOf(database))).toBe(false)
    await Promise.all(sessions.map((session) => session.close().catch(() => {})))
  }, 60_000)
})
