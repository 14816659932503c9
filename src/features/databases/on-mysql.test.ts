import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createTenant, formOf, goodPassword, type Tenant } from '#test/support/databases.ts'
import { hasMariaDb } from '#test/support/engines/mariadb.ts'
import { sharedMariaDb } from '#test/support/engines/shared-engines.ts'
import { onlyEngine } from '#test/support/fake-engine.ts'
import { until } from '#test/support/until.ts'
import type { Database } from './contract/contract.ts'
import { followServices } from './worker/follow-services.ts'

describe.if(hasMariaDb)('databases in MariaDB', () => {
  let app: TestApp
  let tenant: Tenant
  let made: Database
  let close: () => void
  beforeAll(async () => {
    const { engine } = await sharedMariaDb()
    app = await createTestApp({ databaseEngines: onlyEngine(engine) })
    close = followServices(app.deps)
  }, 300_000)
  afterAll(async () => {
    close()
    await app.close()
  }, 300_000)
  beforeEach(async () => {
    tenant = await createTenant({ app })
    made = await tenant.make({ dbType: 'mysql' })
  })

  const at = (path: string) => `/api/databases/${made.id}/${path}`
  const query = (sql: string) => tenant.call('POST', at('query'), { sql })
  const upload = (body: BodyInit, headers = {}) =>
    app.request(at('import'), { cookie: tenant.customer.cookie, method: 'POST', body, headers })
  const changePassword = (password = goodPassword) => tenant.call('POST', at('password'), { password })
  const administer = async (verb: string) => {
    const { cookie } = await app.addAdministrator()
    await app.request(`/api/admin/services/${tenant.serviceId}/${verb}`, { cookie, json: {} })
  }

  test('report a password changed by SQL, can still be exported, and accept a new password', async () => {
    expect((await query("create table t (a int); set password = password('mine alone')")).status).toBe(200)
    for (const reply of [await query('select 1'), await upload(formOf('select 1;'))]) {
      expect(reply).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } })
      expect(reply.text).toContain('changed by SQL')
      expect(reply.text).toContain('“Change Password”')
    }
    const dump = await tenant.call('GET', at('export'))
    expect(dump.status).toBe(200)
    expect(dump.text).toContain('CREATE TABLE `t`')
    expect((await changePassword()).body).toMatchObject({ status: 'active' })
    expect((await query('select 1')).status).toBe(200)
  })

  test('report a removal by DROP DATABASE immediately, and are recreated empty', async () => {
    expect((await query('create table t (a int)')).status).toBe(200)
    await query(`drop database ${made.connection.database}`)
    expect(await tenant.find(made.id)).toMatchObject({ status: 'failed', isMissing: true, size: 0 })
    for (const reply of [
      await query('select 1'),
      await upload(formOf('select 1;')),
      await tenant.call('GET', at('export')),
    ]) {
      expect(reply).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } })
      expect(reply.text).toContain('It was removed by DROP DATABASE')
    }
    expect((await tenant.call('POST', at('recreate'))).body).toMatchObject({ status: 'active' })
    expect((await query('show tables')).body).toMatchObject({ results: [{ rows: [] }] })
  })

  /** The response to an import that continues until `end`; resolves once the import has begun. */
  async function importUntil(end: () => Promise<unknown>) {
    const form = new Response(formOf(`create table begun (a int);\n${'do sleep(0.05);\n'.repeat(2_000)}`))
    const headers = { 'content-type': form.headers.get('content-type') ?? '' }
    const answer = upload(await form.bytes(), headers)
    await until('its beginning', async () =>
      JSON.stringify((await query('show tables')).body).includes('begun'),
    )
    await end()
    return answer
  }

  const ends = [
    ['another password', () => changePassword('quite another one'), 'The password was changed'],
    ['a suspension', () => administer('suspend'), 'was suspended or ended in the meantime'],
    [
      'their deletion',
      () => tenant.call('DELETE', `/api/databases/${made.id}`).then(() => app.work()),
      'was deleted in the meantime',
    ],
  ] as const
  test.each(ends)(
    'abort a running import on %s, and the response says so and what remains',
    async (_what, end, says) => {
      const reply = await importUntil(end)
      expect(reply).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } })
      expect(reply.text).toContain(says)
      expect(reply.text).toMatch(/(One statement|\d+ statements) of the file (was|were) executed/)
    },
    300_000,
  )
})
