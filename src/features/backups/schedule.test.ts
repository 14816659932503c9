import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { after, day, hour } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createSite } from '#test/support/backups.ts'
import { nextRuns } from './contract/schedule.ts'
import { surplus } from './service/prune.ts'

const from = new Date('2026-11-20T06:30:00.000Z') // a Friday, 12:00 in Kolkata
const runs = (frequency: 'daily' | 'weekly' | 'monthly', time: string) =>
  nextRuns({ frequency, time }, from, 3).map((run) => run.toISOString())

describe('the next scheduled runs', () => {
  test('are at the given time in Kolkata', () => {
    expect(runs('daily', '12:30')).toEqual([
      '2026-11-20T07:00:00.000Z',
      '2026-11-21T07:00:00.000Z',
      '2026-11-22T07:00:00.000Z',
    ])
    expect(runs('daily', '12:00')[0]).toBe('2026-11-21T06:30:00.000Z')
    expect(runs('daily', '02:00')[0]).toBe('2026-11-20T20:30:00.000Z')
  })
  test('are on Sundays when weekly', () => {
    expect(runs('weekly', '01:00')).toEqual([
      '2026-11-21T19:30:00.000Z',
      '2026-11-28T19:30:00.000Z',
      '2026-12-05T19:30:00.000Z',
    ])
  })
  test('are on the first of the month when monthly', () => {
    expect(runs('monthly', '06:00')).toEqual([
      '2026-12-01T00:30:00.000Z',
      '2027-01-01T00:30:00.000Z',
      '2027-02-01T00:30:00.000Z',
    ])
  })
})

describe('pruning', () => {
  const row = (origin: 'manual' | 'schedule' | 'safety', status: 'completed' | 'failed' = 'completed') => ({
    origin,
    status,
  })
  test('removes scheduled backups beyond the number to keep, and never the newest completed one', () => {
    const all = [row('schedule'), row('schedule'), row('manual'), row('schedule')]
    expect(surplus(all, { keep: 1, limit: 9 })).toEqual([all[1], all[3]].map(() => row('schedule')))
    expect(surplus([row('schedule', 'failed'), row('schedule')], { keep: 0, limit: 9 })).toEqual([
      row('schedule', 'failed'),
    ])
  })
  test('makes room for manual backups', () => {
    expect(
      surplus([row('schedule'), row('schedule'), row('manual'), row('manual')], { keep: 5, limit: 3 }),
    ).toHaveLength(1)
  })
})

describe('the schedule of a service', () => {
  let app: TestApp
  let site: Awaited<ReturnType<typeof createSite>>
  beforeEach(async () => {
    app = await createTestApp()
    site = await createSite(app)
  })
  afterEach(() => app.close())

  const wish = (changes: object = {}) => ({
    serviceId: site.serviceId,
    enabled: true,
    frequency: 'daily',
    time: '12:30',
    backupType: 'files',
    keep: 2,
    ...changes,
  })
  const put = (changes: object = {}) => site.call('PUT', '/api/backups/schedule', wish(changes))
  const get = (query: string) => site.call('GET', `/api/backups/schedule${query}`)

  test('is off until it is set', async () => {
    const { body } = await get(`?serviceId=${site.serviceId}`)
    expect(body).toMatchObject({ enabled: false, frequency: 'daily', backupType: 'full', nextRunAt: null })
    expect((await put()).body).toMatchObject({
      ...wish(),
      nextRunAt: '2026-11-20T07:00:00.000Z',
      lastRunAt: null,
    })
    expect((await put({ enabled: false })).body).toMatchObject({ enabled: false, nextRunAt: null })
    expect((await get(`?serviceId=${site.serviceId}`)).body).toMatchObject({ enabled: false, keep: 2 })
  })

  test('is listed once it is set, to its owner only, and no longer once its service has ended', async () => {
    const read = async (call: typeof site.call) => (await call('GET', '/api/trpc/backups.schedules')).body
    expect(await read(site.call)).toMatchObject({ result: { data: [] } })
    await put()
    const stranger = await createSite(app)
    expect(await read(site.call)).toMatchObject({ result: { data: [wish()] } })
    expect(await read(stranger.call)).toMatchObject({ result: { data: [] } })
    expect((await app.request('/api/trpc/backups.schedules')).status).toBe(401)
    const { userServices } = app.store.t
    await app.store.tx((tx) =>
      tx.update(userServices).set({ status: 'terminated' }).where(eq(userServices.id, site.serviceId)),
    )
    expect(await read(site.call)).toMatchObject({ result: { data: [] } })
  })

  test('is validated, and is visible to its owner only', async () => {
    for (const changes of [
      { time: '25:00' },
      { time: '1:00' },
      { keep: 0 },
      { frequency: 'hourly' },
      { keep: 91 },
    ])
      expect((await put(changes)).status).toBe(422)
    expect((await get('')).status).toBe(422)
    const stranger = await createSite(app)
    expect((await stranger.call('PUT', '/api/backups/schedule', wish())).status).toBe(404)
    expect((await stranger.call('GET', `/api/backups/schedule?serviceId=${site.serviceId}`)).status).toBe(404)
  })

  test('runs once for all missed times, and prunes to the chosen number of backups', async () => {
    await put()
    await app.work()
    expect(await site.list()).toEqual([])
    app.advance(4 * day + hour)
    await app.work()
    await app.work()
    expect(await site.list()).toMatchObject([
      { origin: 'schedule', status: 'completed', backupType: 'files' },
    ])
    for (let run = 0; run < 3; run++) {
      app.advance(day)
      await app.work()
      await app.work()
    }
    const kept = await site.list()
    expect(kept.map(({ status }) => status)).toEqual(['completed', 'completed'])
  })

  test('waits for a backup in progress', async () => {
    await put()
    await site.start()
    app.advance(hour)
    await app.work()
    await app.work()
    expect((await site.list()).map(({ origin }) => origin).sort()).toEqual(['manual', 'schedule'])
  })

  test('reports a full plan, and does not accumulate missed backups', async () => {
    await put({ keep: 1 })
    const at = {
      createdAt: app.deps.now(),
      fileName: 'own.zip',
      backupType: 'files',
      origin: 'manual',
    } as const
    // Reverted by the test right after it is created.
    const proven = { finishedAt: after(app.deps.now(), -1), verifiedAt: app.deps.now() }
    const made = { status: 'completed', ...proven, ...at } as const
    const row = { userId: site.customer.id, serviceId: site.serviceId, ...made }
    await app.store.tx((tx) => tx.insert(tx.t.backups).values(Array.from({ length: 6 }, () => row)))
    for (let run = 0; run < 3; run++) {
      app.advance(day)
      await app.work()
    }
    const failed = (await site.list()).filter(({ status }) => status === 'failed')
    expect(failed).toMatchObject([{ origin: 'schedule', reason: expect.stringContaining('Delete one') }])
  })

  test('a clock that ran three days ahead and was set back delays no scheduled run', async () => {
    const next = async () => {
      const { body } = await get(`?serviceId=${site.serviceId}`)
      return Date.parse((body as { nextRunAt: string }).nextRunAt)
    }
    app.advance(3 * day)
    await put()
    const early = await next()
    app.advance(-3 * day)
    await app.work()
    expect(early - (await next())).toBe(3 * day)
    await app.work()
    expect(early - (await next())).toBe(3 * day)
    expect(await site.list()).toEqual([])
  })
})
