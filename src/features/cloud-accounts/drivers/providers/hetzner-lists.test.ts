import { afterEach, describe, expect, test } from 'bun:test'
import { json, startFake } from '#test/support/clouds/fake.ts'
import { startHetzner } from '#test/support/clouds/hetzner.ts'
import type { CloudAccount } from '../driver.ts'
import { createHetznerDriver } from './hetzner.ts'

const base = { accessKeyId: '', projectId: null, region: 'eu-central-1' }
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

let stop = () => {}
afterEach(() => stop())

describe('the Hetzner driver', () => {
  const setUp = () => {
    const fake = startHetzner()
    stop = fake.stop
    const account: CloudAccount = { ...base, secretAccessKey: fake.token }
    return { fake, account, driver: createHetznerDriver({ baseUrl: fake.baseUrl }) }
  }

  test('reads a server and a volume into the portal’s terms', async () => {
    const { fake, account, driver } = setUp()
    fake.servers = [{ id: 42, name: 'web-1', status: 'running' }]
    fake.volumes = [{ id: 7, name: 'data', size: 10 }]
    const { instances, storage } = await driver.list(account)
    expect(instances).toEqual([
      {
        instanceId: '42',
        name: 'web-1',
        instanceType: 'cx22',
        status: 'running',
        publicIp: '198.51.100.7',
        privateIp: '10.0.0.2',
        region: 'fsn1',
        zone: 'fsn1-dc14',
        imageId: '161547269',
        keyPairName: null,
        securityGroups: [],
        tags: { environment: 'prod' },
        launchedAt: new Date('2026-10-01T08:30:00Z'),
      },
    ])
    expect(storage).toEqual([
      {
        bucketName: 'data',
        region: 'fsn1',
        storageClass: 'BLOCK',
        versioning: false,
        encryption: null,
        publicAccess: false,
        sizeBytes: 10 * 1_024 ** 3,
        objectCount: null,
      },
    ])
  })

  test('reads every page', async () => {
    const { fake, account, driver } = setUp()
    fake.servers = numbers(120).map((id) => ({ id, name: `s${id}`, status: 'off' }))
    const { instances } = await driver.list(account)
    expect(instances.map(({ instanceId }) => Number(instanceId))).toEqual(numbers(120))
    expect(fake.asked.filter((path) => path.includes('servers'))).toHaveLength(3)
  })

  test.each([
    ['initializing', 'pending'],
    ['starting', 'in-progress'],
    ['running', 'running'],
    ['stopping', 'in-progress'],
    ['off', 'stopped'],
    ['deleting', 'in-progress'],
    ['rebuilding', 'in-progress'],
    ['migrating', 'in-progress'],
    ['unknown', 'in-progress'],
  ] as const)('maps %s to %s', async (said, status) => {
    const { fake, account, driver } = setUp()
    fake.servers = [{ id: 1, name: 'a', status: said }]
    expect((await driver.list(account)).instances[0]?.status).toBe(status)
  })

  test('maps actions to the graceful requests of the API', async () => {
    const { fake, account, driver } = setUp()
    fake.servers = [{ id: 1, name: 'a', status: 'running' }]
    for (const action of ['start', 'stop', 'reboot'] as const) await driver.act(account, '1', action)
    expect(fake.asked).toEqual([
      'POST /v1/servers/1/actions/poweron',
      'POST /v1/servers/1/actions/shutdown',
      'POST /v1/servers/1/actions/reboot',
    ])
  })

  test('lists servers when the token covers servers alone, and notes the other lists', async () => {
    const { fake, account, driver } = setUp()
    fake.servers = [{ id: 1, name: 'a', status: 'running' }]
    fake.trouble = (request) =>
      request.url.includes('/volumes') ? json({ error: { code: 'forbidden' } }, 403) : null
    const { instances, storage, notes } = await driver.list(account)
    expect([instances.length, storage, notes]).toEqual([1, [], ['These keys may not list volumes.']])
  })

  test('neutralises control characters in names', async () => {
    const { fake, account, driver } = setUp()
    fake.servers = [{ id: 1, name: `a\u0000b\u001b[2J\ud800${'x'.repeat(400)}`, status: 'off' }]
    const [server] = (await driver.list(account)).instances
    expect(server?.name).toMatch(/^a b \[2J\ufffdx+$/)
    expect(server?.name).toHaveLength(256)
  })

  test('refuses an endless list instead of truncating it', async () => {
    const fake = startFake(() => json({ servers: [], volumes: [], meta: { pagination: { next_page: 2 } } }))
    stop = fake.stop
    const driver = createHetznerDriver({ baseUrl: fake.baseUrl })
    await expect(driver.list({ ...base, secretAccessKey: 'a' })).rejects.toMatchObject({ reason: 'request' })
  })
})
