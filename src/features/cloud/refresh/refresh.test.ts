import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { hour, minute, second } from '#shared/time.ts'
import { database } from '#test/support/clouds/digitalocean.ts'
import { createRig, providerOf } from '#test/support/clouds/rig.ts'

type Rig = Awaited<ReturnType<typeof createRig>>

let rig: Rig
beforeAll(async () => {
  rig = await createRig()
})
beforeEach(() => rig.reset())
afterAll(() => rig.close())

const instances = () => rig.app.store.read.select().from(rig.app.store.t.cloudInstances)

describe('a resource that a provider lists', () => {
  test('appears, changes and vanishes, identified by the provider’s id', async () => {
    const { owner, fakes, bodies, app, refresh } = rig
    fakes.hetzner.servers = [
      { id: 1, name: 'a', status: 'running' },
      { id: 2, name: 'b', status: 'off' },
    ]
    fakes.hetzner.volumes = [{ id: 3, name: 'data', size: 10 }]
    await owner.connect(bodies.hetzner)
    expect((await owner.services()).instances).toEqual([])
    await refresh()
    const first = await owner.services()
    expect(first.instances.map(({ name, status }) => [name, status]).sort()).toEqual([
      ['a', 'running'],
      ['b', 'stopped'],
    ])
    expect(first.instances).toMatchObject([
      { sample: false, simulated: false, region: 'fsn1', publicIp: '198.51.100.7' },
      { sample: false, simulated: false },
    ])
    expect(first.storage).toMatchObject([
      { bucketName: 'data', storageClass: 'BLOCK', sizeBytes: 10 * 1_024 ** 3 },
    ])
    fakes.hetzner.servers = [
      { id: 1, name: 'renamed', status: 'off' },
      { id: 4, name: 'c', status: 'initializing' },
    ]
    fakes.hetzner.volumes = []
    app.advance(minute)
    await refresh()
    const later = await owner.services()
    expect(later.instances.map(({ name, status }) => [name, status]).sort()).toEqual([
      ['c', 'pending'],
      ['renamed', 'stopped'],
    ])
    expect(later.storage).toEqual([])
    const idOf = (services: typeof first, name: string) =>
      services.instances.find((each) => each.name === name)?.id
    expect(idOf(later, 'renamed')).toBe(idOf(first, 'a'))
  })

  test('leaves the revision alone without a difference, and a poll is answered 304', async () => {
    const { owner, fakes, bodies, app, refresh } = rig
    fakes.aws.instances = [{ id: 'i-1', name: 'web', state: 'running' }]
    fakes.aws.buckets = ['b']
    fakes.aws.databases = ['d']
    fakes.aws.functions = ['f']
    await owner.connect(bodies.aws)
    await refresh()
    const etag = (await owner.etag()) ?? ''
    const asked = fakes.aws.asked.length
    app.advance(minute)
    await refresh()
    expect(fakes.aws.asked.length).toBeGreaterThan(asked)
    const poll = await owner.call('GET', '/api/cloud/all-services', undefined, { 'if-none-match': etag })
    expect(poll.status).toBe(304)
    expect(await owner.list()).toMatchObject([{ refreshedAt: app.deps.now().toISOString() }])
    fakes.aws.functions = ['f', 'g']
    app.advance(minute)
    await refresh()
    const changed = await owner.call('GET', '/api/cloud/all-services', undefined, { 'if-none-match': etag })
    expect(changed.status).toBe(200)
  })

  test('has null, not a number, for a value that the provider does not report', async () => {
    const { owner, fakes, bodies, refresh } = rig
    fakes.aws.buckets = ['assets']
    fakes.aws.functions = ['resize']
    fakes.digitalocean.databases = [database]
    await owner.connect(bodies.aws)
    await owner.connect(bodies.digitalocean)
    await refresh()
    const { storage, functions, databases } = await owner.services()
    expect(storage).toMatchObject([
      {
        bucketName: 'assets',
        encryption: true,
        sizeBytes: null,
        objectCount: null,
        publicAccess: null,
        storageClass: null,
      },
    ])
    expect(functions).toMatchObject([
      { name: 'resize', state: 'unknown', memoryMb: 256, invocationCount: null },
    ])
    expect(databases).toMatchObject([
      { name: 'backend', allocatedStorage: 60, backupRetention: null, backupEnabled: null },
    ])
    for (const list of ['metrics', 'costs'])
      expect((await owner.call('GET', `/api/cloud/${list}`)).body).toEqual([])
  })

  test('stays with its customer and account even where ids are the same', async () => {
    const { owner, fakes, bodies, addAccount, refresh, app } = rig
    fakes.hetzner.servers = [{ id: 1, name: 'a', status: 'running' }]
    const other = await addAccount()
    await owner.connect(bodies.hetzner)
    const { id } = providerOf(await owner.connect(bodies.hetzner))
    await other.connect(bodies.hetzner)
    await refresh()
    const own = (await owner.services()).instances
    expect(own).toHaveLength(2)
    expect(new Set(own.map(({ providerId }) => providerId)).size).toBe(2)
    expect((await other.services()).instances).toHaveLength(1)
    await owner.remove(id)
    fakes.hetzner.servers = []
    await other.change((await other.list())[0]?.id ?? '', { isActive: false })
    app.advance(hour)
    await refresh()
    expect((await owner.services()).instances).toEqual([])
    expect((await other.services()).instances).toHaveLength(1)
  })

  test('is listed as far as the keys allow, with a note about the missing lists', async () => {
    const { owner, fakes, bodies, refresh, app } = rig
    fakes.aws.buckets = ['assets']
    fakes.aws.forbidden = new Set(['rds'])
    await owner.connect(bodies.aws)
    await refresh()
    expect(await owner.list()).toMatchObject([
      { validationMessage: 'These keys may not list RDS databases.', validatedAt: expect.any(String) },
    ])
    fakes.aws.forbidden.clear()
    app.advance(minute)
    await refresh()
    expect(await owner.list()).toMatchObject([{ validationMessage: null }])
  })

  test('is stored together with hundreds of others', async () => {
    const { owner, fakes, bodies, refresh } = rig
    fakes.hetzner.servers = Array.from({ length: 350 }, (_, index) => ({
      id: index,
      name: `s${index}`,
      status: 'off',
    }))
    await owner.connect(bodies.hetzner)
    await refresh()
    expect(await instances()).toHaveLength(350)
    fakes.hetzner.servers = fakes.hetzner.servers.slice(0, 20)
    rig.app.advance(minute)
    await refresh()
    expect(await instances()).toHaveLength(20)
  })
})

describe('an action', () => {
  const setUp = async (status: string, lag: number) => {
    const { owner, fakes, bodies, refresh } = rig
    fakes.hetzner.servers = [{ id: 1, name: 'a', status }]
    await owner.connect(bodies.hetzner)
    await refresh()
    fakes.hetzner.lag = lag
    return (await owner.services()).instances[0]?.id ?? ''
  }

  test('stays in progress until the provider’s lists show it', async () => {
    const { owner, app, refresh } = rig
    const id = await setUp('running', 2)
    const reply = await owner.act('stop', id)
    expect([reply.status, (reply.body as { status: string }).status]).toEqual([200, 'in-progress'])
    for (let reading = 0; reading < 2; reading++) {
      app.advance(10 * second)
      await refresh()
      expect(await rig.statuses()).toEqual(['in-progress'])
    }
    expect((await owner.act('start', id)).status).toBe(409)
    app.advance(10 * second)
    await refresh()
    expect(await rig.statuses()).toEqual(['stopped'])
    expect((await owner.act('start', id)).status).toBe(200)
  })

  test('is abandoned after two minutes when it never shows', async () => {
    const { owner, app, refresh } = rig
    const id = await setUp('running', 1_000)
    await owner.act('stop', id)
    app.advance(minute)
    await refresh()
    expect(await rig.statuses()).toEqual(['in-progress'])
    app.advance(61 * second)
    await refresh()
    expect(await rig.statuses()).toEqual(['running'])
  })

  test('stays in progress for a while even if no list shows it, such as a reboot', async () => {
    const { owner, app, refresh } = rig
    const id = await setUp('running', 0)
    await owner.act('reboot', id)
    await refresh()
    expect(await rig.statuses()).toEqual(['in-progress'])
    app.advance(10 * second)
    await refresh()
    expect(await rig.statuses()).toEqual(['running'])
  })

  test('leaves the instance unchanged when the provider refuses it', async () => {
    const { owner, fakes, app, refresh } = rig
    const id = await setUp('running', 0)
    const [server] = fakes.hetzner.servers
    if (server) server.status = 'migrating'
    const reply = await owner.act('stop', id)
    expect(reply.status).toBe(409)
    expect(await rig.statuses()).toEqual(['running'])
    if (server) server.status = 'running'
    app.advance(10 * second)
    await refresh()
    expect(await rig.statuses()).toEqual(['running'])
  })
})
