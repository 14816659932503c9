import { afterEach, describe, expect, test } from 'bun:test'
import { database, databasePassword, startDigitalOcean } from '#test/support/clouds/digitalocean.ts'
import { json } from '#test/support/clouds/fake.ts'
import type { CloudAccount } from '../driver.ts'
import { createDigitalOceanDriver } from './digitalocean.ts'

const base = { accessKeyId: '', projectId: null, region: 'eu-central-1' }
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

let stop = () => {}
afterEach(() => stop())

describe('the DigitalOcean driver', () => {
  const setUp = () => {
    const fake = startDigitalOcean()
    stop = fake.stop
    const account: CloudAccount = { ...base, secretAccessKey: fake.token }
    return { fake, account, driver: createDigitalOceanDriver({ baseUrl: fake.baseUrl }) }
  }

  test('reads a droplet, a volume and a database into the portal’s terms', async () => {
    const { fake, account, driver } = setUp()
    fake.droplets = [{ id: 3_164_494, name: 'web', status: 'active' }]
    fake.volumes = [{ id: '506f78a4', name: 'data', size_gigabytes: 10 }]
    fake.databases = [database]
    const snapshot = await driver.list(account)
    expect(snapshot.instances).toEqual([
      {
        instanceId: '3164494',
        name: 'web',
        instanceType: 's-1vcpu-1gb',
        status: 'running',
        publicIp: '192.0.2.8',
        privateIp: '10.128.192.124',
        region: 'nyc3',
        zone: null,
        imageId: 'ubuntu-22-04-x64',
        keyPairName: null,
        securityGroups: [],
        tags: { web: '', 'env:prod': '' },
        launchedAt: new Date('2026-09-30T16:36:37Z'),
      },
    ])
    expect(snapshot.storage).toMatchObject([
      {
        bucketName: 'data',
        region: 'nyc3',
        storageClass: 'BLOCK',
        sizeBytes: 10 * 1_024 ** 3,
        objectCount: null,
      },
    ])
    expect(snapshot.databases).toEqual([
      {
        instanceId: database.id,
        name: 'backend',
        engine: 'pg',
        version: '16',
        instanceClass: 'db-s-2vcpu-4gb',
        status: 'online',
        endpoint: 'backend.example',
        port: 25_060,
        username: 'doadmin',
        allocatedStorage: 60,
        multiAz: null,
        backupRetention: null,
        maintenanceWindow: 'saturday 08:45:12',
        region: 'nyc3',
      },
    ])
    expect(JSON.stringify(snapshot)).not.toContain(databasePassword)
  })

  test('reads every page without following the next-page URL of an answer', async () => {
    const { fake, account, driver } = setUp()
    fake.droplets = numbers(450).map((id) => ({ id, name: `d${id}`, status: 'off' }))
    const { instances } = await driver.list(account)
    expect(instances.map(({ instanceId }) => Number(instanceId))).toEqual(numbers(450))
    expect(fake.asked.filter((path) => path.includes('droplets')).map((path) => path.slice(-16))).toEqual([
      ...['page=1&per_page=200', 'page=2&per_page=200', 'page=3&per_page=200'].map((path) => path.slice(-16)),
    ])
  })

  test.each([
    ['new', 'pending'],
    ['active', 'running'],
    ['off', 'stopped'],
    ['archive', 'stopped'],
    ['something else', 'in-progress'],
  ] as const)('maps %s to %s', async (said, status) => {
    const { fake, account, driver } = setUp()
    fake.droplets = [{ id: 1, name: 'a', status: said }]
    expect((await driver.list(account)).instances[0]?.status).toBe(status)
  })

  test('accepts null as the list of an account without databases', async () => {
    const { fake, account, driver } = setUp()
    fake.trouble = (request) => (request.url.includes('/databases') ? json({ databases: null }) : null)
    expect((await driver.list(account)).databases).toEqual([])
  })
})
