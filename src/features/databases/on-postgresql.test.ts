import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Client } from 'pg'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createTenant, formOf, goodPassword, type Tenant } from '#test/support/databases.ts'
import { sharedPostgres } from '#test/support/engines/shared-engines.ts'
import { onlyEngine } from '#test/support/fake-engine.ts'
import type { Database } from './contract/contract.ts'
import { followServices } from './worker/follow-services.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  const { engine } = await sharedPostgres()
  app = await createTestApp({ databaseEngines: onlyEngine(engine) })
}, 300_000)
afterAll(() => app.close())

/** Runs a statement as an application with this connection. */
async function ask({ connection }: Database, sql: string, password = goodPassword) {
  const { host, port, database, username: user } = connection
  const client = new Client({ host: host ?? '', port: port ?? 0, database, user, password })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
const refused = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: Error) => error.message,
  )

test('a database is used, exported, imported, closed, opened, deleted and restored', async () => {
  tenant = await createTenant({ app })
  const { call, customer, serviceId } = tenant
  const made = await tenant.make({ dbName: 'shop', dbUser: 'anna' })
  expect(made).toMatchObject({ status: 'active', reason: null })
  expect(made.size).toBeGreaterThan(5)
  await ask(made, `create table items as select i, repeat('x', 100) t from generate_series(1, 5000) i`)
  const sum =
    'select count(*)::int as count, md5(string_agg(i::text || t, $$,$$ order by i)) as sum from items'
  const before = await ask(made, sum)

  await call('POST', `/api/databases/${made.id}/password`, { password: 'quite another one' })
  expect(await refused(ask(made, 'select 1'))).toContain('password authentication failed')
  expect(await ask(made, 'select 1 as one', 'quite another one')).toEqual([{ one: 1 }])
  await call('POST', `/api/databases/${made.id}/password`, { password: goodPassword })

  const dump = await call('GET', `/api/databases/${made.id}/export`)
  expect(dump.status).toBe(200)
  const copy = await tenant.make()
  const path = `/api/databases/${copy.id}/import`
  const imported = await app.request(path, {
    cookie: customer.cookie,
    method: 'POST',
    body: formOf(dump.text),
  })
  expect(imported.status).toBe(200)
  expect(await ask(copy, sum)).toEqual(before)
  const broken = formOf('select 1;\nselekt 2;')
  const fault = await app.request(path, { cookie: customer.cookie, method: 'POST', body: broken })
  expect(fault).toMatchObject({ status: 422, body: { code: 'INVALID' } })
  expect(fault.text).toContain('selekt')

  const close = followServices(app.deps)
  const administer = async (verb: string) => {
    const { cookie } = await app.addAdministrator()
    await app.request(`/api/admin/services/${serviceId}/${verb}`, { cookie, json: {} })
    await app.deps.databaseWork.settled()
  }
  await administer('suspend')
  expect(await refused(ask(made, 'select 1'))).not.toBeNull()
  await administer('unsuspend')
  expect(await ask(made, sum)).toEqual(before)
  close()

  await call('DELETE', `/api/databases/${made.id}`)
  await app.work()
  expect(await refused(ask(made, 'select 1'))).not.toBeNull()
  const restored = await call('POST', `/api/databases/dumps/${made.id}/restore`)
  expect(restored).toMatchObject({ status: 200, body: { id: made.id, status: 'active', reason: null } })
  expect(await ask(restored.body as Database, sum)).toEqual(before)
}, 300_000)

test('creates fifty databases requested at the same time', async () => {
  const tenants = await Promise.all(Array.from({ length: 5 }, () => createTenant({ app })))
  const asked = tenants.flatMap((each) => Array.from({ length: 10 }, () => each.make()))
  await Promise.all(asked)
  for (let pass = 0; pass < 3; pass += 1) {
    await app.deps.databaseWork.settled()
    app.advance(60_000)
    await app.work()
  }
  for (const each of tenants) {
    const all = await each.list()
    expect(all.filter(({ status }) => status === 'active')).toHaveLength(10)
  }
  const [first] = tenants
  const [one] = (await first?.list()) ?? []
  expect(one && (await ask(one, 'select 1 as one'))).toEqual([{ one: 1 }])
}, 300_000)
