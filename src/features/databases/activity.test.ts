import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import type { Activity } from '#features/activity/contract.ts'
import { minute, second } from '#shared/time.ts'
import { createDatabaseApp, createTenant, formOf, type Tenant } from '#test/support/databases.ts'

let portal: Awaited<ReturnType<typeof createDatabaseApp>>
let tenant: Tenant
beforeAll(async () => {
  portal = await createDatabaseApp()
})
afterAll(() => portal.app.close())
beforeEach(async () => {
  Object.assign(portal.knobs, { isDown: false, refusal: null })
  tenant = await createTenant(portal)
})

async function list({ customer: { cookie } } = tenant): Promise<Activity[]> {
  const { body } = await portal.app.request('/api/trpc/activity.list', { cookie })
  return (body as { result: { data: Activity[] } }).result.data.filter(({ kind }) => kind === 'database')
}
const said = async () => (await list()).map(({ title, state, detail }) => [title, state, detail])
/** Each action has its own timestamp. */
const call = (...args: Parameters<Tenant['call']>) => {
  portal.app.advance(second)
  return tenant.call(...args)
}
const upload = (id: string) =>
  portal.app.request(`/api/databases/${id}/import`, {
    cookie: tenant.customer.cookie,
    method: 'POST',
    body: formOf('select 1;'),
  })

test('lists the latest action of each kind on a database for its owner', async () => {
  const { id } = await tenant.make({ dbName: 'bells' })
  for (const password of ['quite another one', 'and yet another one'])
    await call('POST', `/api/databases/${id}/password`, { password })
  await call('PUT', `/api/databases/${id}/access`, { allow: ['203.0.113.7', '203.0.113.8'] })
  portal.app.advance(second)
  await upload(id)
  await call('DELETE', `/api/databases/${id}`)
  await portal.app.work()
  await call('POST', `/api/databases/dumps/${id}/restore`)

  const found = await list()
  const href = `/databases?service=${tenant.serviceId}`
  expect(found.every((each) => each.subject === 'bells' && each.href === href)).toBe(true)
  expect(await said()).toEqual([
    ['Restored database', 'done', null],
    ['Deleted database', 'done', null],
    ['Database import', 'done', null],
    ['Database remote access', 'done', 'Open to 2 addresses.'],
    ['New database password', 'done', null],
    ['New database', 'done', null],
  ])
  expect(await list(await createTenant(portal))).toEqual([])
})

test('a change that the engine has not applied yet is in progress, with the reason', async () => {
  portal.knobs.isDown = true
  const { id } = await tenant.make()
  expect(await said()).toEqual([['New database', 'running', 'PostgreSQL does not answer.']])
  portal.knobs.isDown = false
  portal.app.advance(minute)
  await portal.app.work()
  expect(await said()).toEqual([['New database', 'done', null]])
  portal.knobs.isDown = true
  await call('DELETE', `/api/databases/${id}`)
  expect((await said())[0]).toEqual(['Deleted database', 'running', expect.any(String)])
})

test('a change that waits for an unconnected engine is not in progress', async () => {
  await tenant.make({ dbType: 'mongodb' })
  expect(await said()).toEqual([['New database', 'done', 'Waiting until MongoDB is available.']])
})

test('a change that the engine refused has failed with its message, and the next change has its own line', async () => {
  portal.knobs.refusal = 'permission denied'
  const { id } = await tenant.make()
  expect(await said()).toEqual([['New database', 'failed', 'permission denied']])
  portal.knobs.refusal = null
  await call('POST', `/api/databases/${id}/password`, { password: 'quite another one' })
  portal.knobs.refusal = 'syntax error'
  portal.app.advance(second)
  expect((await upload(id)).status).toBe(422)
  expect(await said()).toEqual([
    ['Database import', 'failed', 'syntax error'],
    ['New database password', 'done', null],
    ['New database', 'failed', 'permission denied'],
  ])
})

test('databases that close and open with their service say so', async () => {
  await tenant.make()
  const administer = async (verb: string) => {
    const { cookie } = await portal.app.addAdministrator()
    const path = `/api/admin/services/${tenant.serviceId}/${verb}`
    expect((await portal.app.request(path, { cookie, json: {} })).status).toBe(200)
    portal.app.advance(second)
    await portal.app.work()
    portal.app.advance(minute)
    await portal.app.work()
  }
  await administer('suspend')
  await administer('unsuspend')
  expect(await said()).toEqual([
    ['Opened database', 'done', null],
    ['Closed database', 'done', 'The service is not running.'],
    ['New database', 'done', null],
  ])
})
