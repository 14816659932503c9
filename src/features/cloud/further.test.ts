import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { ZodObject } from 'zod'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createCloud, furtherPaths } from '#test/support/cloud.ts'
import { type AllServices, type ResourceKind, resourceKinds } from './contract.ts'
import { apiGatewayOutput } from './entities/api-gateways/contract.ts'
import { cdnOutput } from './entities/cdn/contract.ts'
import { costOutput } from './entities/costs/contract.ts'
import { devopsOutput } from './entities/devops/contract.ts'
import { loadBalancerOutput } from './entities/load-balancers/contract.ts'
import { messagingOutput } from './entities/messaging/contract.ts'
import { metricOutput } from './entities/metrics/contract.ts'
import { mlServiceOutput } from './entities/ml-services/contract.ts'
import { monitoringOutput } from './entities/monitoring/contract.ts'

let app: TestApp
let cloud: Awaited<ReturnType<typeof createCloud>>
let all: AllServices
beforeAll(async () => {
  app = await createTestApp()
  cloud = await createCloud(app)
  await cloud.seed()
  all = await cloud.read()
})
afterAll(() => app.close())

type Row = { id: string; resourceId?: string | null }

const outputs: [path: string, schema: ZodObject][] = [
  ['load-balancers', loadBalancerOutput],
  ['cdn', cdnOutput],
  ['api-gateways', apiGatewayOutput],
  ['messaging', messagingOutput],
  ['ml-services', mlServiceOutput],
  ['monitoring', monitoringOutput],
  ['devops', devopsOutput],
  ['metrics', metricOutput],
  ['costs', costOutput],
]

const list = async (path: string, as = cloud) => (await as.call('GET', `/api/cloud/${path}`)).body as Row[]

describe('each further entity', () => {
  test.each(furtherPaths)('%s has ids of version 7, which are the same when read again', async (path) => {
    const ids = (await list(path)).map(({ id }) => id)
    expect(ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/.test(id))).toEqual([])
    expect((await list(path)).map(({ id }) => id)).toEqual(ids)
  })

  test.each(furtherPaths)('%s is visible to its owner only', async (path) => {
    const other = await createCloud(app)
    expect(await list(path, other)).toEqual([])
    expect((await list(path)).length).toBeGreaterThan(0)
    expect((await app.request(`/api/cloud/${path}`)).status).toBe(401)
  })

  test.each(furtherPaths.filter((path) => path !== 'costs'))('%s is paged, newest first', async (path) => {
    const rows = (await list(path)).map(({ id }) => id)
    const seen: string[] = []
    for (let cursor = ''; cursor !== 'none'; ) {
      const reply = await cloud.call('GET', `/api/cloud/${path}?limit=1&cursor=${cursor}`)
      seen.push(...(reply.body as Row[]).map(({ id }) => id))
      cursor = seen.length === 4 ? 'none' : (reply.headers.get('x-next-cursor') ?? 'none')
    }
    expect(seen).toEqual(rows.slice(0, 4))
    expect((await cloud.call('GET', `/api/cloud/${path}?limit=0`)).status).toBe(422)
  })

  test.each(outputs)('%s returns exactly the fields of its contract', async (path, { shape }) => {
    for (const row of await list(path)) expect(Object.keys(row).sort()).toEqual(Object.keys(shape).sort())
  })

  test('returns stored values in the documented units', async () => {
    const first = async (path: string) => (await list(path)).at(-1)
    expect(await first('load-balancers')).toMatchObject({
      name: 'web-balancer',
      scheme: 'internet-facing',
      ipAddressType: 'ipv4',
      status: 'active',
      availabilityZones: ['ap-south-1a', 'ap-south-1b'],
    })
    expect(await first('cdn')).toMatchObject({
      status: 'deployed',
      priceClass: 'all',
      httpVersion: 'http3',
      ssl: true,
    })
    expect(await first('api-gateways')).toMatchObject({
      name: 'orders-api',
      type: 'REST',
      stage: 'prod',
      errorRate: 0.42,
    })
    expect(await list('messaging')).toContainEqual(
      expect.objectContaining({
        queueName: 'order-events.fifo',
        visibility: 30,
        messageRetention: 1_209_600,
      }),
    )
    expect(await first('ml-services')).toMatchObject({
      modelName: 'churn-forecast',
      modelAccuracy: 93.4,
      trainingTime: 5_460,
    })
    expect(await first('monitoring')).toMatchObject({ serviceName: 'website-monitoring', retention: 30 })
    expect(await first('devops')).toMatchObject({ branch: 'main', buildStatus: 'success', testsPassed: 412 })
  })
})

test('metrics are returned for one resource, and only to its owner', async () => {
  const [{ id = '' } = {}] = all.databases
  const rows = await list(`metrics?resourceId=${id}`)
  expect(rows.length).toBe(2 * 96)
  expect(rows.every(({ resourceId }) => resourceId === id)).toBe(true)
  expect((await list('metrics?resourceId=all')).length).toBeGreaterThan(2 * 96)
  expect(await list('metrics?resourceId=nonsense')).toEqual([])
  expect(await list(`metrics?resourceId=${id}`, await createCloud(app))).toEqual([])
})

describe('a single resource', () => {
  const get = (kind: string, id: string, as = cloud) =>
    as.call('GET', `/api/trpc/cloud.get?input=${encodeURIComponent(JSON.stringify({ kind, id }))}`)
  const first = (kind: ResourceKind): string => {
    const isModel = kind === 'ml-services'
    const rows: Row[] =
      kind === 'analytics' || isModel
        ? all.analytics.filter(({ modelType }) => (modelType !== null) === isModel)
        : all[kind]
    return rows[0]?.id ?? ''
  }

  test.each(resourceKinds)('is visible to its owner only (%s)', async (kind) => {
    const reply = await get(kind, first(kind))
    expect(reply.status).toBe(200)
    const { data } = (reply.body as { result: { data: object } }).result
    expect(data).toMatchObject({ kind, id: first(kind), createdAt: expect.any(String), simulated: true })
    const foreign = await get(kind, first(kind), await createCloud(app))
    const missing = await get(kind, Bun.randomUUIDv7())
    expect([foreign.status, missing.status]).toEqual([404, 404])
  })

  test('shows the names of environment variables, never their values', async () => {
    const { text } = await get('functions', all.functions.at(-1)?.id ?? '')
    expect(text).toContain('"environment":["STAGE"]')
    expect(text).not.toContain('production')
  })

  test('is refused for an unknown kind', async () => {
    for (const kind of ['users', '__proto__', 'constructor'])
      expect((await get(kind, first('instances'))).status).toBe(422)
  })
})

test('a sample instance keeps the columns it was created with', async () => {
  const input = encodeURIComponent(JSON.stringify({ kind: 'instances', id: all.instances.at(-1)?.id }))
  const { body } = await cloud.call('GET', `/api/trpc/cloud.get?input=${input}`)
  expect((body as { result: { data: object } }).result.data).toMatchObject({
    zone: 'ap-south-1a',
    keyPairName: 'sample-key',
    securityGroups: ['web', 'ssh'],
    tags: { environment: 'production', role: 'web' },
    launchedAt: expect.any(String),
  })
})
