import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { sealKeys } from '#features/cloud-accounts/accounts/account.ts'
import {
  type CloudDriver,
  ProviderRefused,
  ProviderUnavailable,
  remoteTransitions,
} from '#features/cloud-accounts/drivers/driver.ts'
import { simulator } from '#features/cloud-accounts/drivers/simulator/simulator.ts'
import { withinTime } from '#features/cloud-accounts/service/act-at-provider.ts'
import { createTestApp } from '#test/support/app.ts'
import { createCloud } from '#test/support/cloud.ts'
import { until } from '#test/support/until.ts'

type Act = CloudDriver['act']
let act: Act = async () => {}
let asked: Parameters<Act>[] = []

const driver: CloudDriver = {
  name: 'hetzner',
  mode: 'remote',
  transitions: remoteTransitions,
  validate: async () => {},
  list: async () => ({ instances: [], storage: [], databases: [], functions: [], notes: [] }),
  act(...call) {
    asked.push(call)
    return act(...call)
  },
}

const app = await createTestApp({ clouds: { simulator, hetzner: driver, digitalocean: driver, aws: driver } })
afterAll(() => app.close())
beforeEach(() => {
  act = async () => {}
  asked = []
})

const token = 'token-of-a-real-account'

/** A customer with a connected provider and one instance there. */
async function createRemote(fields: { status?: string; isActive?: boolean } = {}) {
  const cloud = await createCloud(app)
  const [providerId, id, now] = [Bun.randomUUIDv7(), Bun.randomUUIDv7(), app.deps.now()]
  const own = { userId: cloud.id, createdAt: now, updatedAt: now }
  const keys = sealKeys(
    app.deps.secrets,
    { userId: cloud.id, id: providerId },
    { accessKeyId: '', secretAccessKey: token },
  )
  await app.store.tx(async (tx) => {
    const { isActive = true, status = 'running' } = fields
    const provider = { ...own, ...keys, id: providerId, name: 'hetzner', displayName: 'Ours', isActive }
    await tx.insert(tx.t.cloudProviders).values(provider)
    const machine = { ...own, id, providerId, instanceId: '4711', name: 'db-1', instanceType: 'cx23', status }
    await tx.insert(tx.t.cloudInstances).values(machine)
  })
  const status = async () => (await cloud.read()).instances[0]?.status
  return { ...cloud, machine: id, status }
}

test('an action uses the account’s own keys, and the instance awaits a refresh', async () => {
  const cloud = await createRemote()
  const { etag } = await cloud.poll('')
  const reply = await cloud.act('reboot', cloud.machine)
  expect([reply.status, reply.body]).toEqual([
    200,
    expect.objectContaining({ id: cloud.machine, status: 'in-progress', simulated: false, sample: false }),
  ])
  expect(asked).toEqual([
    [{ accessKeyId: '', secretAccessKey: token, projectId: null, region: 'us-east-1' }, '4711', 'reboot'],
  ])
  app.advance(3_600_000)
  expect((await cloud.poll(etag)).services?.instances[0]?.status).toBe('in-progress')
  expect((await cloud.act('reboot', cloud.machine)).status).toBe(409)
})

describe('a provider’s refusal', () => {
  test.each([
    [409, 'WRONG_STATE', new ProviderRefused('These keys may not do this.', 'permission')],
    [409, 'WRONG_STATE', new ProviderRefused('The instance is locked.', 'state')],
    [502, 'BAD_GATEWAY', new ProviderRefused('The provider did not understand.', 'request')],
    [503, 'UNAVAILABLE', new ProviderUnavailable('The provider is busy.', 2_500)],
    [503, 'UNAVAILABLE', new ProviderUnavailable('The provider cannot be reached.')],
  ])('is answered %d %s', async (status, code, error) => {
    const cloud = await createRemote()
    act = () => Promise.reject(error)
    const reply = await cloud.act('stop', cloud.machine)
    expect([reply.status, reply.body]).toEqual([
      status,
      expect.objectContaining({ code, message: error.message }),
    ])
    const wait = error instanceof ProviderUnavailable && error.retryAfterMs !== null ? '3' : null
    expect(reply.headers.get('retry-after')).toBe(wait)
    expect(await cloud.status()).toBe('running')
  })

  test('differs from an internal error, which is a 500', async () => {
    const cloud = await createRemote()
    act = () => Promise.reject(new Error('broken inside'))
    const reply = await cloud.act('stop', cloud.machine)
    expect(reply.status).toBe(500)
    expect(await cloud.status()).toBe('running')
    expect(reply.text).not.toContain('broken inside')
  })

  test('is not stored under an Idempotency-Key', async () => {
    const cloud = await createRemote()
    const json = { action: 'stop', resourceId: cloud.machine, serviceType: 'instance' }
    const ask = () => cloud.call('POST', '/api/cloud/actions', json, { 'idempotency-key': 'once' })
    act = () => Promise.reject(new ProviderUnavailable('The provider is busy.'))
    expect((await ask()).status).toBe(503)
    act = async () => {}
    expect([(await ask()).status, (await ask()).status, asked.length]).toEqual([200, 200, 2])
  })
})

test('a provider that hangs delays no other request, and is aborted', async () => {
  const cloud = await createRemote()
  const { promise, resolve } = Promise.withResolvers<void>()
  act = () => promise
  const waiting = cloud.act('stop', cloud.machine)
  await until('the call', () => asked.length > 0)
  expect(await cloud.status()).toBe('in-progress')
  expect((await cloud.act('stop', cloud.machine)).status).toBe(409)
  resolve()
  expect((await waiting).status).toBe(200)
  await expect(withinTime(new Promise<void>(() => {}), 5)).rejects.toBeInstanceOf(ProviderUnavailable)
})

test('a failed action does not overwrite the result of a refresh', async () => {
  const cloud = await createRemote()
  const { cloudInstances } = app.store.t
  act = async () => {
    const isIt = eq(cloudInstances.id, cloud.machine)
    await app.store.tx((tx) => tx.update(cloudInstances).set({ status: 'stopped' }).where(isIt))
    throw new ProviderUnavailable('The provider did not answer.')
  }
  expect((await cloud.act('stop', cloud.machine)).status).toBe(503)
  expect(await cloud.status()).toBe('stopped')
})

test('a disabled provider account and a disallowed state are refused before the provider is called', async () => {
  const off = await createRemote({ isActive: false })
  expect([(await off.act('stop', off.machine)).status, await off.status()]).toEqual([409, 'running'])
  const stopped = await createRemote({ status: 'stopped' })
  expect((await stopped.act('reboot', stopped.machine)).status).toBe(409)
  const other = await createCloud(app)
  expect((await other.act('start', stopped.machine)).status).toBe(404)
  expect(asked).toEqual([])
})

test('keys appear in no answer, log line, table or audit entry', async () => {
  const cloud = await createRemote()
  act = () => Promise.reject(new ProviderRefused('The provider refused the keys.', 'credentials'))
  const replies = [await cloud.act('stop', cloud.machine), await cloud.call('GET', '/api/cloud/all-services')]
  for (const { text } of replies) expect(text).not.toContain(token)
  const { cloudProviders, auditLog } = app.store.t
  const stored = [
    await app.store.read.select().from(cloudProviders),
    await app.store.read.select().from(auditLog),
  ]
  expect(JSON.stringify(stored)).not.toContain(token)
  expect(app.logged.join('\n')).not.toContain(token)
})
