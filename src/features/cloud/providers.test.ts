import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { hour, minute } from '#shared/time.ts'
import { awsError } from '#test/support/clouds/aws.ts'
import { json } from '#test/support/clouds/fake.ts'
import { createRig, providerOf } from '#test/support/clouds/rig.ts'
import { maxProviders } from './contract/providers.ts'

let rig: Awaited<ReturnType<typeof createRig>>
beforeAll(async () => {
  rig = await createRig()
})
beforeEach(() => rig.reset())
afterAll(() => rig.close())

const rows = () => rig.app.store.read.select().from(rig.app.store.t.cloudProviders)
async function audited() {
  const { auditLog } = rig.app.store.t
  const own = eq(auditLog.userId, rig.owner.id)
  const entries = await rig.app.store.read.select().from(auditLog).where(own).orderBy(auditLog.id)
  return entries.map(({ action, note }) => [action, note])
}

describe('connect', () => {
  test('keys that the provider accepts are stored sealed and answered by their end alone', async () => {
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
    const [row] = await rows()
    expect(row?.secretAccessKey).toStartWith('v1.')
    expect(row?.accessKeyId).toStartWith('v1.')
    expect(await audited()).toEqual([['cloud.provider.connect', 'aws, eu-central-1']])
    expect((await owner.services()).providers).toMatchObject([{ displayName: 'Production', isActive: true }])
  })

  test.each(['hetzner', 'digitalocean'] as const)('a token of %s, in all its regions', async (name) => {
    const reply = await rig.owner.connect(rig.bodies[name])
    const end = rig.fakes[name].token.slice(-4)
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({ accessKeyId: `••••${end}`, region: 'global', validationMessage: null })
    expect(providerOf(reply).validatedAt).not.toBeNull()
  })

  test.each([
    ['hetzner', { secretAccessKey: 'canary-of-a-wrong-token' }],
    ['digitalocean', { secretAccessKey: 'canary-of-a-wrong-token' }],
    ['aws', { secretAccessKey: 'canary-of-a-wrong-secret' }],
    ['aws', { accessKeyId: 'canary-of-a-wrong-id' }],
  ] as const)('wrong keys of %s are refused and nothing is stored', async (name, wrong) => {
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
    expect(await rows()).toEqual([])
    expect(await audited()).toEqual([])
    expect(await owner.etag()).toBe(before)
  })

  test('a token that may not read anything is refused', async () => {
    rig.fakes.hetzner.trouble = () => json({ error: { code: 'forbidden' } }, 403)
    const reply = await rig.owner.connect(rig.bodies.hetzner)
    expect(reply.status).toBe(422)
    expect(reply.body).toMatchObject({ message: expect.stringContaining('permission') })
  })

  test.each([
    ['a fault', 503, {}],
    ['too many calls', 429, { 'retry-after': '20' }],
  ] as const)(
    'a provider that cannot be asked (%s): stored as not validated, validated later',
    async (_, status, headers) => {
      const { owner, fakes, bodies, app, refresh } = rig
      fakes.hetzner.trouble = () => json({}, status, headers)
      const reply = await owner.connect(bodies.hetzner)
      expect(reply.status).toBe(201)
      expect(reply.body).toMatchObject({
        validatedAt: null,
        validationMessage: expect.stringContaining('not validated yet'),
      })
      expect(await audited()).toEqual([['cloud.provider.connect', 'hetzner, global, not validated']])
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

  test('a token that turns out to be wrong later is said to be', async () => {
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

  test('the simulator needs no keys, and nobody is asked', async () => {
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
  ])('%j is refused for its %s, and nobody is asked', async (body, field) => {
    const reply = await rig.owner.connect(body)
    expect(reply.status).toBe(422)
    expect(Object.keys((reply.body as { fields: object }).fields)).toContain(field)
    expect(Object.values(rig.fakes).flatMap(({ asked }) => asked)).toEqual([])
    expect(await rows()).toEqual([])
  })

  test('what nobody may set has no effect', async () => {
    const sneaky = { id: 'x', userId: Bun.randomUUIDv7(), validatedAt: null, sample: true, isActive: false }
    const reply = await rig.owner.connect({ ...rig.bodies.hetzner, ...sneaky })
    expect(reply.body).toMatchObject({ sample: false, isActive: true })
    expect((await rows()).map(({ userId }) => userId)).toEqual([rig.owner.id])
  })

  test('at most twenty accounts, however many ask at once', async () => {
    const { owner } = rig
    const simulator = { name: 'simulator', displayName: 'S' }
    for (let number = 1; number <= maxProviders - 2; number++) await owner.connect(simulator)
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => owner.connect(simulator)))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 403, 403, 403])
    expect(await rows()).toHaveLength(maxProviders)
    const other = await rig.addAccount()
    expect((await other.connect(simulator)).status).toBe(201)
  })

  test('keys cannot be tried out without end', async () => {
    const { owner, bodies, fakes } = rig
    const wrong = { ...bodies.hetzner, secretAccessKey: 'wrong-token' }
    const statuses = new Set<number>()
    for (let attempt = 0; attempt < 61; attempt++) statuses.add((await owner.connect(wrong)).status)
    expect([...statuses]).toEqual([422, 429])
    expect(fakes.hetzner.asked).toHaveLength(60)
    rig.app.advance(hour)
    expect((await owner.connect(bodies.hetzner)).status).toBe(201)
  })

  test('the same request twice connects once', async () => {
    const { owner, bodies, fakes } = rig
    const key = { 'idempotency-key': 'once' }
    const first = await owner.connect(bodies.hetzner, key)
    const again = await owner.connect(bodies.hetzner, key)
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(fakes.hetzner.asked).toHaveLength(1)
    expect(await rows()).toHaveLength(1)
  })
})

describe('change', () => {
  test('a new name asks nobody, and all else stays', async () => {
    const { owner, bodies, fakes } = rig
    const { id, ...before } = providerOf(await owner.connect(bodies.aws))
    const asked = fakes.aws.asked.length
    const reply = await owner.change(id, { displayName: 'Live' })
    expect([reply.status, reply.body]).toEqual([200, { id, ...before, displayName: 'Live' }])
    expect(fakes.aws.asked.length).toBe(asked)
    expect((await audited()).at(-1)).toEqual(['cloud.provider.update', 'aws, eu-central-1'])
  })

  test('new keys replace the old ones when the provider accepts them', async () => {
    const { owner, bodies, fakes, refresh } = rig
    const { id } = providerOf(await owner.connect(bodies.aws))
    const [before] = await rows()
    fakes.aws.accessKeyId = 'AKIAEXAMPLE00000NEXT'
    fakes.aws.secretAccessKey = 'the-next-secret-of-this-account'
    const { accessKeyId, secretAccessKey } = fakes.aws
    const reply = await owner.change(id, { accessKeyId, secretAccessKey })
    expect([reply.status, providerOf(reply).accessKeyId]).toEqual([200, '••••NEXT'])
    const [after] = await rows()
    expect(after?.secretAccessKey).not.toBe(before?.secretAccessKey ?? null)
    expect((await audited()).at(-1)?.[0]).toBe('cloud.provider.rotate')
    fakes.aws.buckets = ['assets']
    await refresh()
    expect((await owner.services()).storage).toHaveLength(1)
  })

  test('a new secret of the same key id', async () => {
    const { owner, bodies, fakes } = rig
    const { id } = providerOf(await owner.connect(bodies.aws))
    fakes.aws.secretAccessKey = 'the-next-secret-of-this-account'
    const reply = await owner.change(id, { secretAccessKey: fakes.aws.secretAccessKey })
    expect([reply.status, providerOf(reply).accessKeyId]).toEqual([200, '••••WXYZ'])
  })

  test('keys that are refused leave the old ones in place', async () => {
    const { owner, bodies, fakes, refresh } = rig
    const { id } = providerOf(await owner.connect(bodies.hetzner))
    const reply = await owner.change(id, { secretAccessKey: 'wrong-token', displayName: 'Other' })
    expect([reply.status, Object.keys((reply.body as { fields: object }).fields)]).toEqual([
      422,
      ['secretAccessKey'],
    ])
    fakes.hetzner.servers = [{ id: 1, name: 'a', status: 'running' }]
    await refresh()
    expect(await owner.list()).toMatchObject([{ displayName: 'Web project', validationMessage: null }])
    expect((await owner.services()).instances).toHaveLength(1)
  })

  test('keys that cannot be validated now are stored as such', async () => {
    const { owner, bodies, fakes } = rig
    const { id } = providerOf(await owner.connect(bodies.hetzner))
    fakes.hetzner.trouble = () => json({}, 500)
    const reply = await owner.change(id, { secretAccessKey: 'the-next-token-0123456789' })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ accessKeyId: '••••6789', validatedAt: null })
    expect(providerOf(reply).validationMessage).toContain('not validated yet')
  })

  test('another region is validated, and is one of the provider', async () => {
    const { owner, bodies, fakes } = rig
    const { id } = providerOf(await owner.connect(bodies.aws))
    expect((await owner.change(id, { region: 'evil.example' })).status).toBe(422)
    expect((await owner.change(id, { region: '' })).status).toBe(200)
    fakes.aws.trouble = () => awsError('sts', 403, 'InvalidClientTokenId')
    expect((await owner.change(id, { region: 'eu-west-1' })).status).toBe(422)
    fakes.aws.trouble = null
    const reply = await owner.change(id, { region: 'eu-west-1' })
    expect(providerOf(reply).region).toBe('eu-west-1')
  })

  test('an account that is switched off is not read; switched on, it is', async () => {
    const { owner, bodies, fakes, refresh, app } = rig
    const { id } = providerOf(await owner.connect(bodies.hetzner))
    expect(providerOf(await owner.change(id, { isActive: false })).isActive).toBe(false)
    const asked = fakes.hetzner.asked.length
    app.advance(hour)
    await owner.services()
    await refresh()
    expect(fakes.hetzner.asked.length).toBe(asked)
    await owner.change(id, { isActive: true })
    await refresh()
    expect(fakes.hetzner.asked.length).toBeGreaterThan(asked)
  })

  test('a foreign account and a missing one are the same 404, and stay', async () => {
    const { owner, bodies, addAccount } = rig
    const { id } = providerOf(await owner.connect(bodies.hetzner))
    const other = await addAccount()
    for (const each of [id, Bun.randomUUIDv7(), 'x']) {
      for (const reply of [await other.change(each, { displayName: 'B' }), await other.remove(each)]) {
        expect(reply.status).toBe(404)
        expect(reply.body).toMatchObject({ message: 'This cloud account was not found.' })
      }
    }
    expect(await other.list()).toEqual([])
    expect(await owner.list()).toHaveLength(1)
  })
})

describe('remove', () => {
  test('takes the keys and the resources of this account along, and of no other', async () => {
    const { owner, bodies, fakes, refresh, app } = rig
    fakes.hetzner.servers = [{ id: 1, name: 'a', status: 'running' }]
    fakes.aws.instances = [{ id: 'i-1', state: 'running' }]
    fakes.aws.functions = ['resize']
    const { id } = providerOf(await owner.connect(bodies.aws))
    await owner.connect(bodies.hetzner)
    await refresh()
    const before = await owner.services()
    expect([before.instances.length, before.functions.length]).toEqual([2, 1])
    const etag = await owner.etag()
    const reply = await owner.remove(id)
    expect([reply.status, reply.body]).toEqual([200, { ok: true }])
    const after = await owner.services()
    expect(after.instances.map(({ name }) => name)).toEqual(['a'])
    expect([after.functions, after.providers.length]).toEqual([[], 1])
    expect(await owner.etag()).not.toBe(etag)
    expect(await rows()).toHaveLength(1)
    expect((await audited()).at(-1)).toEqual(['cloud.provider.remove', 'aws, eu-central-1'])
    expect((await owner.remove(id)).status).toBe(404)
    app.advance(hour)
    await refresh()
    expect((await owner.services()).instances).toHaveLength(1)
  })
})
