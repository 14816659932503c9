import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { after, day, hour } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createCloud } from '#test/support/cloud.ts'
import type { CloudCost } from './entities/costs/contract.ts'
import type { Instance } from './entities/instances/contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function createSample() {
  const cloud = await createCloud(app)
  await cloud.seed()
  const { instances } = await cloud.read()
  const idOf = (name: string) => instances.find((instance) => instance.name === name)?.id ?? ''
  const status = async (id: string) =>
    (await cloud.read()).instances.find((instance) => instance.id === id)?.status
  return { ...cloud, status, running: idOf('web-1'), stopped: idOf('worker-1') }
}

describe('a simulated instance', () => {
  test.each([
    ['start', 'stopped', 8_000, 'running'],
    ['stop', 'running', 6_000, 'stopped'],
    ['reboot', 'running', 10_000, 'running'],
  ] as const)('%s from %s takes %d ms and ends %s', async (action, from, ms, to) => {
    const cloud = await createSample()
    const id = cloud[from]
    const reply = await cloud.act(action, id)
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ id, status: 'in-progress', sample: true, simulated: true })
    app.advance(ms - 1)
    expect(await cloud.status(id)).toBe('in-progress')
    app.advance(1)
    expect(await cloud.status(id)).toBe(to)
  })

  test.each([
    ['start', 'running', 'Only a stopped instance can be started.'],
    ['stop', 'stopped', 'Only a running instance can be stopped.'],
    ['reboot', 'stopped', 'Only a running instance can be rebooted.'],
  ] as const)('refuses to %s while it is %s', async (action, from, message) => {
    const cloud = await createSample()
    const { etag } = await cloud.poll('')
    const reply = await cloud.act(action, cloud[from])
    expect(reply.status).toBe(409)
    expect(reply.body).toMatchObject({ code: 'WRONG_STATE', message })
    expect((await cloud.poll(etag)).status).toBe(304)
  })

  test('accepts no other action while one is in progress', async () => {
    const cloud = await createSample()
    const replies = await Promise.all(
      ['stop', 'reboot', 'stop'].map((action) => cloud.act(action, cloud.running)),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const reply = await cloud.act('start', cloud.running)
    expect([reply.status, reply.body]).toEqual([
      409,
      expect.objectContaining({ message: 'The last action on this instance is still in progress.' }),
    ])
  })

  test('shows every transition, and nothing else, to a client that only polls with If-None-Match', async () => {
    const cloud = await createSample()
    let { etag } = await cloud.poll('')
    const seen: string[] = []
    const look = async () => {
      const answer = await cloud.poll(etag)
      etag = answer.etag
      const of = (id: string) => answer.services?.instances.find((instance) => instance.id === id)?.status
      seen.push(answer.services ? `${of(cloud.running)} ${of(cloud.stopped)}` : '304')
    }
    await look()
    await cloud.act('stop', cloud.running)
    app.advance(1_000)
    await cloud.act('start', cloud.stopped)
    for (const ms of [0, 4_999, 1, 500, 2_500, 0, 60_000]) {
      app.advance(ms)
      await look()
    }
    await app.work()
    await look()
    expect(seen).toEqual([
      '304',
      'in-progress in-progress',
      '304',
      'stopped in-progress',
      '304',
      'stopped running',
      '304',
      '304',
      '304',
    ])
  })

  test('ends a transition when the clock jumps ahead, continues after a small step back, and ends after a large one', async () => {
    const cloud = await createSample()
    await cloud.act('stop', cloud.running)
    app.advance(day)
    expect(await cloud.status(cloud.running)).toBe('stopped')
    await cloud.act('start', cloud.running)
    app.advance(-1_000)
    expect(await cloud.status(cloud.running)).toBe('in-progress')
    app.advance(-hour)
    const { etag } = await cloud.poll('')
    expect(await cloud.status(cloud.running)).toBe('running')
    await app.work()
    // When the clock reaches the old moment again, no transition is in progress.
    app.advance(hour)
    expect(await cloud.status(cloud.running)).toBe('running')
    expect((await cloud.act('stop', cloud.running)).status).toBe(200)
    expect((await cloud.poll(etag)).status).toBe(200)
    app.advance(day)
  })

  test('notifies screens when a transition begins and when it ends', async () => {
    const cloud = await createSample()
    const published: string[] = []
    const stop = app.deps.events.subscribe(({ userId, kind, id, status }) => {
      if (userId === cloud.id) published.push(`${kind} ${id === cloud.running} ${status}`)
    })
    await cloud.act('reboot', cloud.running)
    await app.work()
    app.advance(10_000)
    await app.work()
    await app.work()
    stop()
    expect(published).toEqual(['cloud true in-progress', 'cloud true running'])
  })

  test('records every action in the audit log, except refused ones', async () => {
    const cloud = await createSample()
    await cloud.act('start', cloud.running)
    await cloud.act('stop', cloud.running)
    const { auditLog } = app.store.t
    const rows = await app.store.read
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.userId, cloud.id), eq(auditLog.targetType, 'cloud_instance')))
    expect(rows).toEqual([
      expect.objectContaining({
        action: 'cloud.instance.stop',
        targetId: cloud.running,
        actorId: cloud.id,
        note: 'web-1',
      }),
    ])
  })

  test('acts once when a request is replayed under its key', async () => {
    const cloud = await createSample()
    const json = { action: 'stop', resourceId: cloud.running, serviceType: 'instance' }
    const ask = () => cloud.call('POST', '/api/cloud/actions', json, { 'idempotency-key': 'stop it' })
    const [first, second] = [await ask(), await ask()]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body as Instance).toEqual(first.body as Instance)
  })
})

describe('an action', () => {
  test('answers another customer with 404 and a visitor with 401', async () => {
    const [owner, other] = [await createSample(), await createCloud(app)]
    const foreign = await other.act('stop', owner.running)
    const missing = await other.act('stop', Bun.randomUUIDv7())
    const malformed = await other.act('stop', 'no-id')
    for (const reply of [foreign, missing, malformed])
      expect([reply.status, reply.body]).toEqual([
        404,
        expect.objectContaining({ code: 'NOT_FOUND', message: 'This instance was not found.' }),
      ])
    expect(await owner.status(owner.running)).toBe('running')
    const json = { action: 'stop', resourceId: owner.running, serviceType: 'instance' }
    expect((await app.request('/api/cloud/actions', { json })).status).toBe(401)
  })

  test('is refused for other services, unknown actions and missing fields', async () => {
    const cloud = await createSample()
    const good = { action: 'stop', resourceId: cloud.running, serviceType: 'instance' }
    const bad: [string, object][] = [
      ['serviceType', { ...good, serviceType: 'database' }],
      ['serviceType', { action: 'stop', resourceId: cloud.running }],
      ['action', { ...good, action: 'terminate' }],
      ['action', { ...good, action: '__proto__' }],
      ['resourceId', { action: 'stop', serviceType: 'instance' }],
    ]
    for (const [field, json] of bad) {
      const reply = await cloud.call('POST', '/api/cloud/actions', json)
      expect([reply.status, Object.keys((reply.body as { fields: object }).fields)]).toEqual([422, [field]])
    }
    expect(await cloud.status(cloud.running)).toBe('running')
  })
})

describe('costs are price times running time:', () => {
  const costOf = async (cloud: Awaited<ReturnType<typeof createSample>>, resourceId: string) => {
    const rows = (await cloud.call('GET', '/api/cloud/costs')).body as CloudCost[]
    const own = rows.filter((row) => row.resourceId === resourceId)
    return own.reduce((sum, { amount }) => sum + amount, 0)
  }

  test('a running instance costs its hourly price, and a stopped one nothing', async () => {
    const cloud = await createSample()
    const before = await costOf(cloud, cloud.running)
    expect(before).toBeCloseTo(64 * 24 * 0.0416, 4)
    expect(await costOf(cloud, cloud.stopped)).toBe(0)
    app.advance(10 * hour)
    expect(await costOf(cloud, cloud.running)).toBeCloseTo(before + 0.416, 5)
    await cloud.act('stop', cloud.running)
    app.advance(100 * hour)
    expect(await costOf(cloud, cloud.running)).toBeCloseTo(before + 0.416, 5)
    await cloud.act('start', cloud.running)
    await cloud.act('start', cloud.stopped)
    app.advance(8_000 + 2 * hour)
    expect(await costOf(cloud, cloud.running)).toBeCloseTo(before + 0.416 + 0.0832, 5)
    expect(await costOf(cloud, cloud.stopped)).toBeCloseTo(0.0416, 5)
  })

  test("a month's end splits the costs, and other samples cost for as long as they exist", async () => {
    const cloud = await createSample()
    const month = (at: Date) => at.toISOString().slice(0, 7)
    const periods = async () => {
      const rows = (await cloud.call('GET', '/api/cloud/costs')).body as CloudCost[]
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
      return [...new Set(rows.map(({ billingPeriod }) => billingPeriod))]
    }
    const now = app.deps.now()
    expect((await periods())[0]).toBe(month(now))
    app.advance(40 * day)
    const later = await periods()
    expect(later[0]).toBe(month(after(now, 40 * day)))
    expect(later).toEqual(later.toSorted().reverse())
    const [{ id = '' } = {}] = (await cloud.read()).databases
    expect(await costOf(cloud, id)).toBeCloseTo((21 + 40) * 24 * 0.068, 3)
    // Billed across a month's end while running, then stopped: the stored bill says the same.
    const running = await costOf(cloud, cloud.running)
    await cloud.act('stop', cloud.running)
    expect(await costOf(cloud, cloud.running)).toBeCloseTo(running, 5)
  })
})
