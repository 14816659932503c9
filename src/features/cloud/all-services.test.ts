import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { engineOf } from '#db/engine.ts'
import { prepareOnce } from '#db/store.ts'
import { listedProviders } from '#features/cloud-accounts/service/list-rows.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createCloud } from '#test/support/cloud.ts'
import { listedEntities } from './service/listed.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const seeded = async () => {
  const cloud = await createCloud(app)
  expect((await cloud.seed()).status).toBe(201)
  return cloud
}

const lists = [
  'instances',
  'storage',
  'databases',
  'functions',
  'containers',
  'analytics',
  'security',
  'providers',
] as const

test('an account without cloud resources has eight empty lists', async () => {
  const cloud = await createCloud(app)
  expect(await cloud.read()).toEqual({
    instances: [],
    storage: [],
    databases: [],
    functions: [],
    containers: [],
    analytics: [],
    security: [],
    providers: [],
  })
})

test('a signed-out visitor gets 401', async () => {
  const reply = await app.request('/api/cloud/all-services', { headers: { 'if-none-match': '*' } })
  expect([reply.status, reply.body]).toEqual([401, expect.objectContaining({ message: 'Unauthorized' })])
})

test('both spellings of the path are answered', async () => {
  const cloud = await seeded()
  const all = await cloud.read()
  expect(Object.keys(all)).toEqual([...lists])
  for (const item of all.functions) {
    expect(item.functionName).toBe(item.name)
    expect(item.state).toBe(item.status)
    expect(item.memorySize).toBe(item.memoryMb)
    expect(item.timeout).toBe(item.timeoutSeconds)
  }
  for (const item of all.containers) {
    expect(item.name).toBe(item.serviceName)
    expect(item.image).toBe(item.imageUri)
    expect(item.replicas).toBe(item.desiredCount)
  }
  const [reports, orders] = all.databases
  expect(orders).toMatchObject({
    engineVersion: '17.6',
    version: '17.6',
    backupEnabled: true,
    backupRetention: 14,
  })
  expect(reports).toMatchObject({ backupEnabled: false, backupRetention: 0, allocatedStorage: 40 })
  expect(all.analytics.find(({ modelType }) => modelType !== null)).toMatchObject({
    name: 'demand-forecast',
    modelType: 'regression',
    accuracy: null,
    predictionCount: 0,
  })
  expect(all.analytics.find(({ name }) => name === 'churn-forecast')).toMatchObject({ accuracy: 93.4 })
  expect(all.analytics.find(({ name }) => name === 'sales')).toMatchObject({
    type: 'warehouse',
    modelType: null,
    accuracy: null,
    predictionCount: null,
  })
  expect(all.security[1]).toMatchObject({
    name: 'website-firewall',
    threatsDetected: 27,
    complianceScore: 96.5,
    lastScan: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  })
})

test('values that a provider does not report are null, not defaults', async () => {
  const cloud = await seeded()
  const [bucket] = (await cloud.read()).storage
  const { cloudStorage, cloudFunctions, cloudDatabases } = app.store.t
  const mine = { storage: eq(cloudStorage.userId, cloud.id), functions: eq(cloudFunctions.userId, cloud.id) }
  await app.store.tx(async (tx) => {
    await tx
      .update(cloudStorage)
      .set({ unreported: ['sizeBytes', 'publicAccess'] })
      .where(mine.storage)
    await tx
      .update(cloudFunctions)
      .set({ unreported: ['status', 'invocationCount'] })
      .where(mine.functions)
    const database = eq(cloudDatabases.userId, cloud.id)
    await tx
      .update(cloudDatabases)
      .set({ unreported: ['backupRetention'] })
      .where(database)
  })
  const all = await cloud.read()
  expect(all.storage[0]).toEqual({ ...bucket, sizeBytes: null, publicAccess: null } as never)
  expect(all.functions[0]).toMatchObject({ state: 'unknown', status: 'unknown', invocationCount: null })
  expect(all.databases[0]).toMatchObject({ backupEnabled: null, backupRetention: null })
})

describe('a repeated request', () => {
  test('costs one statement per stored entity, and none when nothing has changed', async () => {
    const cloud = await seeded()
    const statements = [listedProviders, ...listedEntities.map(({ statement }) => statement)]
    const spies = statements.map((statement) =>
      spyOn(
        prepareOnce<{ execute(values: Record<string, unknown>): unknown }>(app.store, statement),
        'execute',
      ),
    )
    const count = () => spies.map((spy) => spy.mock.calls.length)
    const { etag } = await cloud.poll('')
    const once = Array.from({ length: 9 }, () => 1)
    expect(count()).toEqual(once)
    expect((await cloud.poll(etag)).status).toBe(304)
    expect(count()).toEqual(once)
    for (const spy of spies) spy.mockRestore()
  })

  test('is answered 304 even without the entity tables', async () => {
    const own = await createTestApp()
    const cloud = await createCloud(own)
    await cloud.seed()
    const { etag } = await cloud.poll('')
    const tables = [
      'instances',
      'storage',
      'databases',
      'functions',
      'containers',
      'analytics',
      'ml_services',
      'security',
    ]
    await engineOf(own.store).alter(async (run) => {
      for (const table of [...tables, 'providers'])
        await run(`alter table cloud_${table} rename to gone_${table}`)
    })
    expect((await cloud.poll(etag)).status).toBe(304)
    expect((await cloud.poll('"another"')).status).toBe(500)
    await own.close()
  })

  test('sees every write exactly once', async () => {
    const cloud = await createCloud(app)
    const before = await cloud.poll('')
    await cloud.seed()
    const after = await cloud.poll(before.etag)
    expect([after.status, after.services?.instances.length]).toEqual([200, 3])
    await cloud.seed()
    expect((await cloud.poll(after.etag)).status).toBe(304)
  })

  test('rejects the ETag of another account with the same history', async () => {
    const [one, other] = [await seeded(), await seeded()]
    const { etag } = await one.poll('')
    const theirs = await other.poll(etag)
    expect(theirs.status).toBe(200)
    expect(theirs.services?.instances.map(({ id }) => id)).not.toEqual(
      (await one.read()).instances.map(({ id }) => id),
    )
    expect((await other.poll('*')).status).toBe(304)
  })
})

test('200 resources weigh at most one and a half times their deduplicated facts', async () => {
  const cloud = await seeded()
  const { cloudInstances, cloudFunctions, cloudContainers } = app.store.t
  const [instance] = await app.store.read
    .select()
    .from(cloudInstances)
    .where(eq(cloudInstances.userId, cloud.id))
  const [lambda] = await app.store.read
    .select()
    .from(cloudFunctions)
    .where(eq(cloudFunctions.userId, cloud.id))
  const [container] = await app.store.read
    .select()
    .from(cloudContainers)
    .where(eq(cloudContainers.userId, cloud.id))
  if (!instance || !lambda || !container) throw new Error('no sample')
  const copies = <T extends { id: string }>(row: T) =>
    Array.from({ length: 60 }, () => ({ ...row, id: Bun.randomUUIDv7() }))
  await app.store.tx(async (tx) => {
    await tx.insert(cloudInstances).values(copies(instance))
    await tx.insert(cloudFunctions).values(copies(lambda))
    await tx.insert(cloudContainers).values(copies(container))
  })
  const { text, body } = await cloud.call('GET', '/api/cloud/all-services')
  const answer = body as Record<string, Record<string, unknown>[]>
  const twice = new Set([
    'name',
    'status',
    'memoryMb',
    'timeoutSeconds',
    'serviceName',
    'imageUri',
    'desiredCount',
  ])
  const spelledTwice = new Set(['functions', 'containers'])
  const minimal = Object.fromEntries(
    Object.entries(answer).map(([list, rows]) => [
      list,
      rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).filter(([key]) => !(spelledTwice.has(list) && twice.has(key) && key in row)),
        ),
      ),
    ]),
  )
  expect(Object.values(answer).flat().length).toBeGreaterThanOrEqual(200)
  expect(text.length).toBeLessThanOrEqual(1.5 * JSON.stringify(minimal).length)
})
