import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { hour } from '#shared/time.ts'
import { awsError } from '#test/support/clouds/aws.ts'
import { json } from '#test/support/clouds/fake.ts'
import { createRig, providerOf } from '#test/support/clouds/rig.ts'

let rig: Awaited<ReturnType<typeof createRig>>
beforeAll(async () => {
  rig = await createRig()
})
beforeEach(() => rig.reset())
afterAll(() => rig.close())

describe('changing a provider account', () => {
  test('renames it without calling the provider, and changes nothing else', async () => {
    const { owner, bodies, fakes } = rig
    const { id, ...before } = providerOf(await owner.connect(bodies.aws))
    const asked = fakes.aws.asked.length
    const reply = await owner.change(id, { displayName: 'Live' })
    expect([reply.status, reply.body]).toEqual([200, { id, ...before, displayName: 'Live' }])
    expect(fakes.aws.asked.length).toBe(asked)
    expect((await rig.audited()).at(-1)).toEqual(['cloud.provider.update', 'aws, eu-central-1'])
  })

  test('replaces the keys when the provider accepts the new ones', async () => {
    const { owner, bodies, fakes, refresh } = rig
    const { id } = providerOf(await owner.connect(bodies.aws))
    const [before] = await rig.stored()
    fakes.aws.accessKeyId = 'AKIAEXAMPLE00000NEXT'
    fakes.aws.secretAccessKey = 'the-next-secret-of-this-account'
    const { accessKeyId, secretAccessKey } = fakes.aws
    const reply = await owner.change(id, { accessKeyId, secretAccessKey })
    expect([reply.status, providerOf(reply).accessKeyId]).toEqual([200, '••••NEXT'])
    const [after] = await rig.stored()
    expect(after?.secretAccessKey).not.toBe(before?.secretAccessKey ?? null)
    expect((await rig.audited()).at(-1)?.[0]).toBe('cloud.provider.rotate')
    fakes.aws.buckets = ['assets']
    await refresh()
    expect((await owner.services()).storage).toHaveLength(1)
  })

  test('replaces the secret of the same key id', async () => {
    const { owner, bodies, fakes } = rig
    const { id } = providerOf(await owner.connect(bodies.aws))
    fakes.aws.secretAccessKey = 'the-next-secret-of-this-account'
    const reply = await owner.change(id, { secretAccessKey: fakes.aws.secretAccessKey })
    expect([reply.status, providerOf(reply).accessKeyId]).toEqual([200, '••••WXYZ'])
  })

  test('keeps the old keys when the new ones are refused', async () => {
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

  test('stores keys as not validated when the provider is unavailable', async () => {
    const { owner, bodies, fakes } = rig
    const { id } = providerOf(await owner.connect(bodies.hetzner))
    fakes.hetzner.trouble = () => json({}, 500)
    const reply = await owner.change(id, { secretAccessKey: 'the-next-token-0123456789' })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ accessKeyId: '••••6789', validatedAt: null })
    expect(providerOf(reply).validationMessage).toContain('not validated yet')
  })

  test('accepts another region only if the provider has it', async () => {
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

  test('stops refreshing an account that is switched off, and resumes when it is switched on', async () => {
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

  test('answers 404 alike for a foreign and a missing account, and changes neither', async () => {
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

describe('removing a provider account', () => {
  test('removes the keys and resources of this account only', async () => {
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
    expect(await rig.stored()).toHaveLength(1)
    expect((await rig.audited()).at(-1)).toEqual(['cloud.provider.remove', 'aws, eu-central-1'])
    expect((await owner.remove(id)).status).toBe(404)
    app.advance(hour)
    await refresh()
    expect((await owner.services()).instances).toHaveLength(1)
  })
})
