import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createCloud, furtherPaths } from '#test/support/cloud.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Flagged = { sample: boolean; simulated: boolean; providerId?: string }

test('the sample fills every list, is marked as a sample, and has one running instance', async () => {
  const cloud = await createCloud(app)
  const reply = await cloud.seed()
  expect([reply.status, reply.body]).toEqual([201, { ok: true, seeded: true }])
  const all = await cloud.read()
  const [provider] = all.providers
  expect(all.providers).toEqual([
    expect.objectContaining({ name: 'simulator', sample: true, simulated: true, isActive: true }),
  ])
  const { providers: _, ...lists } = all
  const rows: [string, Flagged[]][] = Object.entries(lists)
  for (const path of furtherPaths)
    rows.push([path, (await cloud.call('GET', `/api/cloud/${path}`)).body as Flagged[]])
  for (const [name, list] of rows) {
    expect([name, list.length > 0]).toEqual([name, true])
    const untrue = list.filter((row) => !row.sample || !row.simulated || row.providerId !== provider?.id)
    expect([name, untrue]).toEqual([name, []])
  }
  expect(all.instances.filter(({ status }) => status === 'running').map(({ name }) => name)).toEqual([
    'web-1',
  ])
})

test('addresses are from the documentation ranges (RFC 5737, RFC 3849), and names from the example domains (RFC 2606)', async () => {
  const cloud = await createCloud(app)
  await cloud.seed()
  const texts: string[] = [(await cloud.call('GET', '/api/cloud/all-services')).text]
  for (const path of furtherPaths) texts.push((await cloud.call('GET', `/api/cloud/${path}`)).text)
  const text = texts.join('\n')
  const addresses = text.match(/"(\d{1,3}\.){3}\d{1,3}"|"[0-9a-f]*:[0-9a-f:]*:[0-9a-f:]*"/g) ?? []
  expect(addresses.length).toBe(6)
  for (const address of addresses)
    expect(address).toMatch(/"(192\.0\.2\.|198\.51\.100\.|203\.0\.113\.|2001:db8:)/)
  for (const [, host] of text.matchAll(/(?:https?|wss):\/\/([^/"]+)/g))
    expect(host).toMatch(/(^|\.)example\.(com|net|org)$/)
})

test('metrics are the same for all users within an hour, and lie in plausible ranges', async () => {
  const [one, other] = [await createCloud(app), await createCloud(app)]
  await one.seed()
  await other.seed()
  type Metric = { metricName: string; value: number; unit: string; timestamp: string; resourceType: string }
  const read = async ({ call }: typeof one) => {
    const rows = (await call('GET', '/api/cloud/metrics')).body as Metric[]
    return rows
      .map(({ metricName, value, timestamp, resourceType }) =>
        [resourceType, metricName, timestamp, value].join(),
      )
      .sort()
  }
  expect(await read(one)).toEqual(await read(other))
  const rows = (await one.call('GET', '/api/cloud/metrics')).body as Metric[]
  const percent = rows.filter(({ unit }) => unit === 'Percent').map(({ value }) => value)
  expect(Math.min(...percent)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...percent)).toBeLessThanOrEqual(100)
  expect(new Set(percent).size).toBeGreaterThan(percent.length / 2)
})

describe('the sample is created once', () => {
  const countRows = async (userId: string) => {
    const { cloudInstances, cloudProviders, auditLog } = app.store.t
    const isSeed = and(eq(auditLog.userId, userId), eq(auditLog.action, 'cloud.seed'))
    return {
      instances: await app.store.read.$count(cloudInstances, eq(cloudInstances.userId, userId)),
      providers: await app.store.read.$count(cloudProviders, eq(cloudProviders.userId, userId)),
      audited: await app.store.read.$count(auditLog, isSeed),
    }
  }

  test('however many tabs ask concurrently, on two nodes', async () => {
    const node = await createTestApp({ store: app.store, sessions: app.deps.sessions })
    const cloud = await createCloud(app)
    const json = { action: 'seed-sample-data' }
    const ask = (portal: TestApp) =>
      portal.request('/api/cloud/create-resource', { cookie: cloud.cookie, json })
    const replies = await Promise.all([app, node, app, node, app].map(ask))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201])
    expect(replies.filter(({ body }) => (body as { seeded: boolean }).seeded).length).toBe(1)
    expect(await countRows(cloud.id)).toEqual({ instances: 3, providers: 1, audited: 1 })
    await node.close()
  })

  test('while its account exists, and again after its removal', async () => {
    const cloud = await createCloud(app)
    await cloud.seed()
    const again = await cloud.seed()
    expect([again.status, again.body]).toEqual([200, { ok: true, seeded: false }])
    const [sample] = (await cloud.read()).providers
    expect((await cloud.call('DELETE', `/api/cloud/providers/${sample?.id}`)).status).toBe(200)
    expect((await cloud.read()).instances).toEqual([])
    const anew = await cloud.seed()
    expect([anew.status, anew.body]).toEqual([201, { ok: true, seeded: true }])
    expect(await countRows(cloud.id)).toEqual({ instances: 3, providers: 1, audited: 2 })
  })

  test('for an account that never had it, when asked with `once`', async () => {
    const cloud = await createCloud(app)
    const once = () =>
      cloud.call('POST', '/api/cloud/create-resource', { action: 'seed-sample-data', once: true })
    const first = await once()
    expect([first.status, first.body]).toEqual([201, { ok: true, seeded: true }])
    const [sample] = (await cloud.read()).providers
    await cloud.call('DELETE', `/api/cloud/providers/${sample?.id}`)
    const second = await once()
    expect([second.status, second.body]).toEqual([200, { ok: true, seeded: false }])
    expect((await cloud.read()).instances).toEqual([])
    expect((await cloud.seed()).body).toEqual({ ok: true, seeded: true })
  })

  test('and a replay under its key returns the first answer', async () => {
    const cloud = await createCloud(app)
    const headers = { 'idempotency-key': 'one' }
    const ask = () =>
      cloud.call('POST', '/api/cloud/create-resource', { action: 'seed-sample-data' }, headers)
    const [first, second] = [await ask(), await ask()]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
  })
})

test('any other seeding request is refused', async () => {
  const cloud = await createCloud(app)
  for (const json of [{}, { action: 'create' }, { action: '__proto__' }, { action: ['seed-sample-data'] }]) {
    const reply = await cloud.call('POST', '/api/cloud/create-resource', json)
    expect(reply.status).toBe(422)
    expect(reply.body).toMatchObject({ code: 'INVALID', fields: { action: expect.any(String) } })
  }
  const json = { action: 'seed-sample-data' }
  expect((await app.request('/api/cloud/create-resource', { json })).status).toBe(401)
})
