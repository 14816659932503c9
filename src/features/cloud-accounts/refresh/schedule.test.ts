import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { refreshing } from '#features/cloud/jobs.ts'
import { startWorker } from '#server/jobs/jobs.ts'
import { after, hour, minute, second } from '#shared/time.ts'
import { json, never } from '#test/support/clouds/fake.ts'
import { createRig, providerOf } from '#test/support/clouds/rig.ts'
import { nextAfterFailure, nextAfterSuccess } from '../accounts/schedule.ts'
import { claimDue } from './due.ts'

type Rig = Awaited<ReturnType<typeof createRig>>

let rig: Rig
beforeAll(async () => {
  rig = await createRig()
})
beforeEach(() => rig.reset())
afterAll(() => rig.close())

/** Seconds until the next refresh of the first account. */
async function waitOf(): Promise<number> {
  const [row] = await rig.stored()
  return ((row?.nextRefreshAt?.getTime() ?? Number.NaN) - rig.app.deps.now().getTime()) / second
}

describe('an account is refreshed', () => {
  test('every minute while a user looks, every ten seconds during an action, and every half hour otherwise', async () => {
    const { owner, fakes, bodies, app, refresh } = rig
    fakes.hetzner.servers = [{ id: 1, name: 'a', status: 'running' }]
    await owner.connect(bodies.hetzner)
    await refresh()
    expect(await waitOf()).toBe(60)
    fakes.hetzner.servers = [{ id: 1, name: 'a', status: 'starting' }]
    app.advance(minute)
    await refresh()
    expect(await waitOf()).toBe(10)
    fakes.hetzner.servers = [{ id: 1, name: 'a', status: 'running' }]
    app.advance(11 * minute)
    await refresh()
    expect(await waitOf()).toBe(30 * 60)
    app.advance(2 * minute)
    await owner.services()
    expect(await waitOf()).toBe(0)
    await refresh()
    expect(await waitOf()).toBe(60)
  })

  test('every minute after a poll is answered 304, too', async () => {
    const { owner, bodies, app, refresh } = rig
    await owner.connect(bodies.hetzner)
    await refresh()
    const etag = (await owner.etag()) ?? ''
    app.advance(20 * minute)
    const poll = await owner.call('GET', '/api/cloud/all-services', undefined, { 'if-none-match': etag })
    expect(poll.status).toBe(304)
    expect(await waitOf()).toBeLessThanOrEqual(0)
    expect((await rig.stored())[0]?.viewedAt).toEqual(app.deps.now())
  })

  test('with growing delays after consecutive failures, until one succeeds', async () => {
    const { owner, fakes, bodies, app, refresh } = rig
    fakes.hetzner.servers = [{ id: 1, name: 'a', status: 'running' }]
    await owner.connect(bodies.hetzner)
    await refresh()
    fakes.hetzner.trouble = () => json({}, 502)
    const waits: number[] = []
    for (let attempt = 0; attempt < 8; attempt++) {
      app.advance(hour)
      await owner.services()
      await refresh()
      waits.push(await waitOf())
    }
    expect(waits).toEqual([60, 120, 240, 480, 960, 1_920, 3_600, 3_600])
    expect(await owner.list()).toMatchObject([
      { validationMessage: 'Hetzner Cloud has a problem at the moment.', validatedAt: expect.any(String) },
    ])
    expect(await rig.statuses()).toEqual(['running'])
    fakes.hetzner.trouble = null
    app.advance(hour)
    await refresh()
    expect((await rig.stored())[0]).toMatchObject({ refreshFailures: 0, validationMessage: null })
  })

  test('no sooner than the provider allows', async () => {
    const { owner, fakes, bodies, app, refresh } = rig
    await owner.connect(bodies.hetzner)
    fakes.hetzner.trouble = () => json({}, 429, { 'retry-after': '600' })
    await refresh()
    expect(await waitOf()).toBe(600)
    const asked = fakes.hetzner.asked.length
    app.advance(9 * minute)
    await owner.services()
    await refresh()
    expect(fakes.hetzner.asked.length).toBe(asked)
    app.advance(minute)
    await refresh()
    expect(fakes.hetzner.asked.length).toBeGreaterThan(asked)
  })

  test('and reports revoked keys, keeping the resources', async () => {
    const { owner, fakes, bodies, app, refresh } = rig
    fakes.hetzner.servers = [{ id: 1, name: 'a', status: 'running' }]
    await owner.connect(bodies.hetzner)
    await refresh()
    fakes.hetzner.token = 'another token'
    const etag = await owner.etag()
    app.advance(minute)
    await refresh()
    expect(await owner.list()).toMatchObject([
      { validatedAt: null, validationMessage: 'Hetzner Cloud refused the API token.' },
    ])
    expect(await owner.etag()).not.toBe(etag)
    expect(await rig.statuses()).toEqual(['running'])
    expect(await waitOf()).toBeGreaterThanOrEqual(600)
  })

  test('after a delay of a minute that doubles with each failure, up to an hour', () => {
    const now = rig.app.deps.now()
    const wait = (moment: Date) => (moment.getTime() - now.getTime()) / second
    expect([1, 2, 7, 100].map((failures) => wait(nextAfterFailure(failures, null, now)))).toEqual([
      60, 120, 3_600, 3_600,
    ])
    expect(wait(nextAfterFailure(1, 5 * second, now))).toBe(60)
    const never = { viewedAt: null } as Parameters<typeof nextAfterSuccess>[0]
    expect(wait(nextAfterSuccess(never, true, now))).toBe(1_800)
  })
})

describe('an account is refreshed by one worker at a time', () => {
  test('however many workers there are', async () => {
    const { owner, fakes, bodies, refresh } = rig
    await owner.connect(bodies.hetzner)
    fakes.hetzner.asked.length = 0
    await Promise.all([refresh(), refresh(), refresh()])
    expect(fakes.hetzner.asked.filter((path) => path.includes('servers'))).toHaveLength(1)
  })

  test('by another worker after its worker died', async () => {
    const { owner, fakes, bodies, app, refresh } = rig
    await owner.connect(bodies.hetzner)
    expect(await claimDue(app.deps, 'hetzner', 4)).toHaveLength(1)
    fakes.hetzner.asked.length = 0
    await refresh()
    expect(fakes.hetzner.asked).toEqual([])
    app.advance(90 * second)
    await refresh()
    expect(fakes.hetzner.asked.length).toBeGreaterThan(0)
  })

  test.each(['rotate', 'remove', 'switch off'])('and writes nothing once overtaken: %s', async (change) => {
    const { owner, fakes, bodies, refresh } = rig
    fakes.hetzner.servers = [{ id: 1, name: 'a', status: 'running' }]
    const { id } = providerOf(await owner.connect(bodies.hetzner))
    const answer = Promise.withResolvers<Response | null>()
    const isAsked = Promise.withResolvers<void>()
    let first = true
    fakes.hetzner.trouble = (request) => {
      if (!request.url.includes('/servers') || !first) return null
      first = false
      isAsked.resolve()
      return answer.promise.then(() => json({ servers: [], meta: null }))
    }
    // The refresh finds one volume; the change commits first.
    fakes.hetzner.volumes = [{ id: 3, name: 'stale', size: 10 }]
    const reading = refresh()
    await isAsked.promise
    if (change === 'remove') await owner.remove(id)
    if (change === 'switch off') await owner.change(id, { isActive: false })
    if (change === 'rotate') {
      fakes.hetzner.token = 'the-next-token-0123456789'
      fakes.hetzner.volumes = []
      expect((await owner.change(id, { secretAccessKey: fakes.hetzner.token })).status).toBe(200)
    }
    answer.resolve(null)
    await reading
    const { storage } = await owner.services()
    expect(storage.map(({ bucketName }) => bucketName)).toEqual([])
  })
})

describe('a provider that hangs', () => {
  test("delays neither all-services nor other customers' accounts", async () => {
    const { owner, fakes, bodies, addAccount } = rig
    const other = await addAccount()
    fakes.digitalocean.droplets = [{ id: 1, name: 'd', status: 'active' }]
    fakes.hetzner.servers = [{ id: 1, name: 'h', status: 'running' }]
    await owner.connect(bodies.hetzner)
    await owner.connect(bodies.digitalocean)
    await other.connect(bodies.hetzner)
    const stopping = new AbortController()
    const [isHung, isOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let hung = false
    // The first refresh of Hetzner hangs; those of other accounts continue.
    fakes.hetzner.trouble = (request) => {
      if (hung || !request.url.includes('/servers')) return null
      hung = true
      isHung.resolve()
      return never()
    }
    let isReading = true
    const reading = rig.refresh(stopping.signal).finally(() => {
      isReading = false
      isOver.resolve()
    })
    await isHung.promise
    // All of these are answered while the provider hangs.
    const seen = async () => {
      const lists = await Promise.all([owner.services(), other.services()])
      return lists.flatMap(({ instances }) => instances.map(({ name }) => name)).sort()
    }
    let names = await seen()
    while (names.length < 2) {
      await Bun.sleep(10)
      names = await seen()
    }
    expect(names).toEqual(['d', 'h'])
    expect(isReading).toBe(true)
    stopping.abort()
    await reading
    await isOver.promise
  })

  test('is aborted when the portal stops, stays due, and does not count as failed', async () => {
    const { owner, fakes, bodies } = rig
    await owner.connect(bodies.hetzner)
    const stopping = new AbortController()
    fakes.hetzner.trouble = () => {
      stopping.abort()
      return never()
    }
    await rig.refresh(stopping.signal)
    expect((await rig.stored())[0]).toMatchObject({
      refreshFailures: 0,
      refreshingUntil: null,
      validationMessage: null,
    })
    expect(await waitOf()).toBeLessThanOrEqual(0)
  })

  test('does not prevent the portal from stopping', async () => {
    const { owner, fakes, bodies, app } = rig
    await owner.connect(bodies.hetzner)
    const isAsked = Promise.withResolvers<void>()
    fakes.hetzner.trouble = () => {
      isAsked.resolve()
      return never()
    }
    const worker = startWorker(app.deps, { handlers: [], tasks: [refreshing] })
    await isAsked.promise
    await worker.stop()
    expect((await rig.stored())[0]).toMatchObject({ refreshFailures: 0, refreshingUntil: null })
  })

  test('is visible to the operator, and so is one failing account among several', async () => {
    const { owner, fakes, bodies, app, refresh } = rig
    await owner.connect(bodies.aws)
    await owner.connect({ ...bodies.aws, region: 'eu-west-1' })
    fakes.hetzner.trouble = () => json({}, 503)
    await owner.connect(bodies.hetzner)
    fakes.aws.trouble = (request) =>
      request.headers.get('authorization')?.includes('/eu-west-1/') ? json({}, 503) : null
    app.advance(minute)
    await refresh()
    const { cookie } = await app.addAdministrator()
    const { body } = await app.request('/api/admin/drivers', { cookie })
    const clouds = (body as { name: string; area: string }[]).filter(({ area }) => area.startsWith('Cloud'))
    expect(clouds).toMatchObject([
      { name: 'simulator', mode: 'embedded', isHealthy: true, message: null },
      {
        name: 'hetzner',
        mode: 'remote',
        isHealthy: false,
        message: '1 of 1 account could not be refreshed recently.',
      },
      { name: 'digitalocean', isHealthy: true, message: null },
      { name: 'aws', isHealthy: true, message: '1 of 2 accounts could not be refreshed recently.' },
    ])
  })

  test('is aborted in time, and backs off', async () => {
    const impatient = await createRig({ timeoutMs: 100 })
    const { owner, fakes, bodies, refresh, app } = impatient
    fakes.hetzner.trouble = never
    const reply = await owner.connect(bodies.hetzner)
    expect([reply.status, providerOf(reply).validatedAt]).toEqual([201, null])
    app.advance(minute)
    await refresh()
    expect(await owner.list()).toMatchObject([
      { validatedAt: null, validationMessage: 'Hetzner Cloud did not answer in time.' },
    ])
    const [row] = await app.store.read.select().from(app.store.t.cloudProviders)
    expect(row?.nextRefreshAt).toEqual(after(app.deps.now(), 2 * minute))
    await impatient.close()
  })
})
