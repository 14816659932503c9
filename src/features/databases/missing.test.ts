import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { minute } from '#shared/time.ts'
import { createDatabaseApp, createTenant, goodPassword, type Tenant } from '#test/support/databases.ts'
import type { Database } from './contract/contract.ts'

let portal: Awaited<ReturnType<typeof createDatabaseApp>>
let tenant: Tenant
let made: Database
beforeAll(async () => {
  portal = await createDatabaseApp()
})
afterAll(() => portal.app.close())
beforeEach(async () => {
  portal.knobs.isDown = false
  tenant = await createTenant(portal)
  made = await tenant.make()
})

/** Measures databases and runs the work that follows from it. */
async function measure(): Promise<void> {
  portal.app.advance(5 * minute)
  await portal.app.work()
}
const found = () => tenant.find(made.id)
const changePassword = () =>
  tenant.call('POST', `/api/databases/${made.id}/password`, { password: 'quite another one' })

test('a database that its engine has lost has failed with a reason, and nothing else can be done with it', async () => {
  portal.held.clear()
  await measure()
  expect(await found()).toMatchObject({
    status: 'failed',
    isOpen: false,
    size: 0,
    reason:
      'PostgreSQL does not have this database any more. It was removed by DROP DATABASE or lost by the server. Restore a backup, or recreate it empty.',
    isMissing: true,
  })
  const reply = await tenant.call('GET', `/api/databases/${made.id}/export`)
  expect(reply).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } })
  expect(reply.text).toContain('does not have this database any more')
  const { body } = await tenant.call('GET', '/api/trpc/activity.list')
  expect(JSON.stringify(body)).toContain('Missing database')
  await measure()
  expect(portal.held.size).toBe(0)
})

test('a missing database is recreated empty by a new password', async () => {
  portal.held.clear()
  await measure()
  expect((await changePassword()).body).toMatchObject({ status: 'active', reason: null, isOpen: true })
  expect(portal.held.get(made.connection.database)).toMatchObject({
    content: '',
    wanted: { password: 'quite another one' },
  })
  await measure()
  expect(await found()).toMatchObject({ status: 'active' })
})

test('recreating a missing database makes it empty, and affects no other', async () => {
  const recreate = (by = tenant) => by.call('POST', `/api/databases/${made.id}/recreate`)
  expect(await recreate()).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } })
  portal.held.clear()
  await measure()
  expect((await recreate(await createTenant(portal))).status).toBe(404)
  expect(await recreate()).toMatchObject({
    status: 200,
    body: { id: made.id, status: 'active', reason: null, isMissing: false, isOpen: true },
  })
  expect(portal.held.get(made.connection.database)).toMatchObject({
    content: '',
    wanted: { password: goodPassword },
  })
  expect((await recreate()).status).toBe(409)
  const { body } = await tenant.call('GET', '/api/trpc/activity.list')
  expect(JSON.stringify(body)).toContain('Recreated database')
})

test('a missing database is not recreated while its engine is down or its service is suspended', async () => {
  portal.held.clear()
  await measure()
  portal.knobs.isDown = true
  const recreate = () => tenant.call('POST', `/api/databases/${made.id}/recreate`)
  expect((await recreate()).body).toMatchObject({ status: 'pending', reason: 'PostgreSQL does not answer.' })
  portal.knobs.isDown = false
  await measure()
  expect(await found()).toMatchObject({ status: 'active', isMissing: false })
  portal.held.clear()
  await measure()
  const { databases: d } = portal.app.store.t
  await portal.app.store.tx((tx) => tx.update(d).set({ isOpen: false }))
  expect(await recreate()).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } })
})

test('an export detects a missing database immediately, also for HEAD', async () => {
  portal.held.clear()
  const path = `/api/databases/${made.id}/export`
  expect((await tenant.call('HEAD', path)).status).toBe(409)
  expect((await tenant.call('GET', path)).text).toContain('does not have this database any more')
  expect(await found()).toMatchObject({ status: 'failed', isMissing: true })
})

test('a missing database that its engine has again becomes active with its data', async () => {
  const kept = new Map(portal.held)
  portal.held.clear()
  await measure()
  for (const [name, held] of kept) portal.held.set(name, held)
  await measure()
  expect(await found()).toMatchObject({ status: 'active', reason: null, isOpen: true })
})

test('an engine that does not answer does not make databases missing', async () => {
  portal.knobs.isDown = true
  await measure()
  expect(await found()).toMatchObject({ status: 'active', isOpen: true })
})

test('deleting a missing database leaves neither a row nor a dump', async () => {
  portal.held.clear()
  await measure()
  expect((await tenant.call('DELETE', `/api/databases/${made.id}`)).status).toBe(200)
  await portal.app.work()
  expect(await tenant.list()).toEqual([])
  expect((await tenant.call('GET', '/api/databases/dumps')).body).toEqual([])
})
