import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readEnv } from '#env'
import { createDnsStatus } from '#features/dns/status.ts'
import type { Deps } from '#server/context.ts'
import { insertActiveService } from '#test/support/active-service.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
let owner: { cookie: string; id: string }
let id: string
beforeAll(async () => {
  app = await createTestApp()
  owner = await app.addCustomer()
  await insertActiveService(app, owner.id, 'Premium')
  const json = { name: 'served' }
  id = ((await app.request('/api/domains/register', { cookie: owner.cookie, json })).body as { id: string })
    .id
})
afterAll(() => app.close())

/** The message of a portal with these settings and this name server. */
async function serving(settings: Record<string, string>, overrides: Partial<Deps> = {}, domain = id) {
  const env = { ...app.deps.env, ...readEnv({ DATA_DIR: app.dataDir, ...settings }) }
  const portal = await createTestApp({ store: app.store, env, ...overrides })
  const reply = await portal.request(`/api/domains/${domain}/dns/serving`, { cookie: owner.cookie })
  await portal.close()
  return [reply.status, (reply.body as { message: string | null }).message]
}

const nobody = {
  DNS_DRIVER: 'powerdns',
  POWERDNS_URL: 'http://127.0.0.1:9',
  POWERDNS_API_KEY: 'key',
}

test('reports nothing for a zone that is in sync', async () => {
  expect(await serving({})).toEqual([200, null])
})

test('reports a portal that serves no zones, unless another node may', async () => {
  const said = [200, 'These records are saved but not published yet: our name servers are not running.']
  expect(await serving({ DNS_DRIVER: 'off' })).toEqual(said)
  expect(await serving({ DNS_PORT: '0' })).toEqual(said)
  const node = { ...app.deps.node, isShared: true }
  expect(await serving({ DNS_PORT: '0' }, { node })).toEqual([200, null])
})

test('notifies the owner of an unservable record, without its details', async () => {
  const dns = { ...createDnsStatus(), zone: () => ({ serial: 1, problem: 'served.com: TXT of @: bad' }) }
  expect(await serving({}, { dns })).toEqual([
    200,
    'An invalid record blocks the latest changes, so our name servers still answer with the previous records. Contact support.',
  ])
})

test('reports an unreachable name server without failing or showing its address', async () => {
  expect(await serving(nobody)).toEqual([
    200,
    'The name server cannot be reached at the moment. Your changes are saved and go live once it is back.',
  ])
})

test('reports nothing for an unverified name, and nothing to others', async () => {
  const json = { name: 'waiting.example.org' }
  const connected = await app.request('/api/domains/connect', { cookie: owner.cookie, json })
  expect(await serving(nobody, {}, (connected.body as { id: string }).id)).toEqual([200, null])
  const path = `/api/domains/${id}/dns/serving`
  const { cookie } = await app.addCustomer()
  expect((await app.request(path, { cookie })).status).toBe(404)
  expect((await app.request(path)).status).toBe(401)
})
