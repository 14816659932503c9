import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { hour, minute } from '#shared/time.ts'
import { json } from '#test/support/clouds/fake.ts'
import { createRig, providerOf } from '#test/support/clouds/rig.ts'
import { maxProviders } from './contract/providers.ts'

let rig: Awaited<ReturnType<typeof createRig>>
beforeAll(async () => {
  rig = await createRig()
})
beforeEach(() => rig.reset())
afterAll(() => rig.close())

describe('connecting a provider', () => {
  test('stores accepted keys sealed, and returns only their last characters', async () => {
    const { owner, bodies, app } = rig
    const reply = await owner.connect({ ...bodies.aws, projectId: ' shop ' })
    expect(reply.status).toBe(201)
    expect(reply.body).toEqual({
      id: expect.any(String),
      name: 'aws',
      displayName: 'Production',
      accessKeyId: '••••WXYZ',
      projectId: 'shop',
      region: 'eu-central-1',
      isActive: true,
      sample: false,
      simulated: false,
      validatedAt: app.deps.now().toISOString(),
      validationMessage: null,
      refreshedAt: null,
      createdAt: app.deps.now().toISOString(),
      updatedAt: app.deps.now().toISOString(),
    })
    expect<unknown>(await owner.list()).toEqual([reply.body])
    const [row] = await rig.stored()
    expect(row?.secretAccessKey).toStartWith('v1.')
    expect(row?.accessKeyId).toStartWith('v1.')
    expect(await rig.audited()).toEqual([['cloud.provider.connect', 'aws, eu-central-1']])
    expect((await owner.services()).providers).toMatchObject([{ displayName: 'Production', isActive: true }])
  })

  test.each(['hetzner', 'digitalocean'] as const)(
    'accepts a token of %s for all its regions',
    async (name) => {
      const reply = await rig.owner.connect(rig.bodies[name])
      const end = rig.fakes[name].token.slice(-4)
      expect(reply.status).toBe(201)
      expect(reply.body).toMatchObject({
        accessKeyId: `••••${end}`,
        region: 'global',
        validationMessage: null,
      })
      expect(providerOf(reply).validatedAt).not.toBeNull()
    },
  )

  test.each([
    ['hetzner', { secretAccessKey: 'canary-of-a-wrong-token' }],
    ['digitalocean', { secretAccessKey: 'canary-of-a-wrong-token' }],
    ['aws', { secretAccessKey: 'canary-of-a-wrong-secret' }],
    ['aws', { accessKeyId: 'canary-of-a-wrong-id' }],
  ] as const)('refuses wrong keys of %s and stores nothing', async (name, wrong) => {
    const { owner, bodies } = rig
    const before = await owner.etag()
    const reply = await owner.connect({ ...bodies[name], ...wrong })
    expect(reply.status).toBe(422)
    expect(reply.body).toMatchObject({
      code: 'INVALID',
      message: expect.stringMatching(/refused the (API token|access key ID or the secret access key)\./),
      fields: { secretAccessKey: expect.any(String) },
    })
    expect(reply.text).not.toContain('canary')
    expect(await rig.stored()).toEqual([])
    expect(await rig.audited()).toEqual([])
    expect(await owner.etag()).toBe(before)
  })

  test('refuses a token without read permission', async () => {
    rig.fakes.hetzner.trouble = () => json({ error: { code: 'forbidden' } }, 403)
    const reply = await rig.owner.connect(rig.bodies.hetzner)
    expect(reply.status).toBe(422)
    expect(reply.body).toMatchObject({ message: expect.stringContaining('permission') })
  })

  test.each([
    ['a fault', 503, {}],
    ['too many calls', 429, { 'retry-after': '20' }],
  ] as const)(
    'stores keys as not validated when the provider is unavailable (%s), and validates them later',
    async (_, status, headers) => {
      const { owner, fakes, bodies, app, refresh } = rig
      fakes.hetzner.trouble = () => json({}, status, headers)
      const reply = await owner.connect(bodies.hetzner)
      expect(reply.status).toBe(201)
      expect(reply.body).toMatchObject({
        validatedAt: null,
        validationMessage: expect.stringContaining('not validated yet'),
      })
      expect(await rig.audited()).toEqual([['cloud.provider.connect', 'hetzner, global, not validated']])
      const asked = fakes.hetzner.asked.length
      await refresh()
      expect(fakes.hetzner.asked.length).toBe(asked)
      fakes.hetzner.trouble = null
      app.advance(minute)
      await refresh()
      expect(await owner.list()).toMatchObject([
        {
          validatedAt: app.deps.now().toISOString(),
          validationMessage: null,
          refreshedAt: expect.any(String),
        },
      ])
    },
  )

  test('reports a token that later turns out to be wrong', async () => {
    const { owner, fakes, bodies, app, refresh } = rig
    fakes.hetzner.trouble = () => json({}, 502)
    await owner.connect({ ...bodies.hetzner, secretAccessKey: 'wrong-token-0123456789' })
    fakes.hetzner.trouble = null
    app.advance(minute)
    await refresh()
    expect(await owner.list()).toMatchObject([
      { validatedAt: null, validationMessage: 'Hetzner Cloud refused the API token.', refreshedAt: null },
    ])
  })

  test('needs no keys for the simulator, and makes no call', async () => {
    const reply = await rig.owner.connect({ name: 'simulator', displayName: 'Playground' })
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({ accessKeyId: null, simulated: true, region: 'us-east-1' })
    await rig.refresh()
    expect(await rig.owner.list()).toMatchObject([{ refreshedAt: null, validationMessage: null }])
  })

  const good = { name: 'aws', displayName: 'A', accessKeyId: 'AKIA', secretAccessKey: 'secret' }
  test.each([
    [{ ...good, name: 'azure' }, 'name'],
    [{ ...good, name: undefined }, 'name'],
    [{ ...good, displayName: '  ' }, 'displayName'],
    [{ ...good, displayName: 'x'.repeat(61) }, 'displayName'],
    [{ ...good, displayName: 'a\nb' }, 'displayName'],
    [{ ...good, accessKeyId: undefined }, 'accessKeyId'],
    [{ ...good, accessKeyId: ' ' }, 'accessKeyId'],
    [{ ...good, secretAccessKey: null }, 'secretAccessKey'],
    [{ ...good, secretAccessKey: 'x'.repeat(10_000) }, 'secretAccessKey'],
    [{ ...good, secretAccessKey: 'a\r\nX-Header: b' }, 'secretAccessKey'],
    [{ ...good, secretAccessKey: 'schlüssel' }, 'secretAccessKey'],
    [{ ...good, secretAccessKey: { $ne: null } }, 'secretAccessKey'],
    [{ name: 'hetzner', displayName: 'A' }, 'secretAccessKey'],
    [{ name: 'digitalocean', displayName: 'A', accessKeyId: 'only this' }, 'accessKeyId'],
    [{ ...good, region: 'evil.example/' }, 'region'],
    [{ ...good, region: '../../x' }, 'region'],
    [{ ...good, region: 'us-east-1.evil.example' }, 'region'],
    [{ ...good, region: 'us-east-1@evil' }, 'region'],
    [{ ...good, region: 'global' }, 'region'],
    [{ ...good, region: 'x'.repeat(50) }, 'region'],
    [{ ...good, projectId: 'a\u0000b' }, 'projectId'],
  ])('refuses %j for its %s, and makes no call', async (body, field) => {
    const reply = await rig.owner.connect(body)
    expect(reply.status).toBe(422)
    expect(Object.keys((reply.body as { fields: object }).fields)).toContain(field)
    expect(Object.values(rig.fakes).flatMap(({ asked }) => asked)).toEqual([])
    expect(await rig.stored()).toEqual([])
  })

  test('ignores read-only fields', async () => {
    const sneaky = { id: 'x', userId: Bun.randomUUIDv7(), validatedAt: null, sample: true, isActive: false }
    const reply = await rig.owner.connect({ ...rig.bodies.hetzner, ...sneaky })
    expect(reply.body).toMatchObject({ sample: false, isActive: true })
    expect((await rig.stored()).map(({ userId }) => userId)).toEqual([rig.owner.id])
  })

  test('limits a customer to twenty accounts under concurrent requests', async () => {
    const { owner } = rig
    const simulator = { name: 'simulator', displayName: 'S' }
    for (let number = 1; number <= maxProviders - 2; number++) await owner.connect(simulator)
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => owner.connect(simulator)))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 403, 403, 403])
    const full = { code: 'LIMIT_REACHED', limit: maxProviders, used: maxProviders }
    expect((await owner.connect(simulator)).body).toMatchObject(full)
    expect(await rig.stored()).toHaveLength(maxProviders)
    const other = await rig.addAccount()
    expect((await other.connect(simulator)).status).toBe(201)
  })

  test('limits how often keys can be tried', async () => {
    const { owner, bodies, fakes } = rig
    const wrong = { ...bodies.hetzner, secretAccessKey: 'wrong-token' }
    const statuses = new Set<number>()
    for (let attempt = 0; attempt < 61; attempt++) statuses.add((await owner.connect(wrong)).status)
    expect([...statuses]).toEqual([422, 429])
    expect(fakes.hetzner.asked).toHaveLength(60)
    rig.app.advance(hour)
    expect((await owner.connect(bodies.hetzner)).status).toBe(201)
  })

  test('connects once when the same request is sent twice', async () => {
    const { owner, bodies, fakes } = rig
    const key = { 'idempotency-key': 'once' }
    const first = await owner.connect(bodies.hetzner, key)
    const again = await owner.connect(bodies.hetzner, key)
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(fakes.hetzner.asked).toHaveLength(1)
    expect(await rig.stored()).toHaveLength(1)
  })
})
