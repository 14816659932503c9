import { afterEach, describe, expect, test } from 'bun:test'
import { awsError, environmentSecret, startAws } from '#test/support/clouds/aws.ts'
import { database, databasePassword, startDigitalOcean } from '#test/support/clouds/digitalocean.ts'
import { json, startFake } from '#test/support/clouds/fake.ts'
import { startHetzner } from '#test/support/clouds/hetzner.ts'
import { createAwsDriver } from './aws.ts'
import { createDigitalOceanDriver } from './digitalocean.ts'
import type { CloudAccount } from './driver.ts'
import { createHetznerDriver } from './hetzner.ts'

const base = { accessKeyId: '', projectId: null, region: 'eu-central-1' }
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

let stop = () => {}
afterEach(() => stop())

describe('Hetzner', () => {
  const setUp = () => {
    const fake = startHetzner()
    stop = fake.stop
    const account: CloudAccount = { ...base, secretAccessKey: fake.token }
    return { fake, account, driver: createHetznerDriver({ baseUrl: fake.baseUrl }) }
  }

  test('a server as the portal knows it, and a volume', async () => {
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

  test('every page is read', async () => {
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
  ] as const)('%s is %s', async (said, status) => {
    const { fake, account, driver } = setUp()
    fake.servers = [{ id: 1, name: 'a', status: said }]
    expect((await driver.list(account)).instances[0]?.status).toBe(status)
  })

  test('the actions ask the system of the server', async () => {
    const { fake, account, driver } = setUp()
    fake.servers = [{ id: 1, name: 'a', status: 'running' }]
    for (const action of ['start', 'stop', 'reboot'] as const) await driver.act(account, '1', action)
    expect(fake.asked).toEqual([
      'POST /v1/servers/1/actions/poweron',
      'POST /v1/servers/1/actions/shutdown',
      'POST /v1/servers/1/actions/reboot',
    ])
  })

  test('a token that reads servers alone lists them and notes the rest', async () => {
    const { fake, account, driver } = setUp()
    fake.servers = [{ id: 1, name: 'a', status: 'running' }]
    fake.trouble = (request) =>
      request.url.includes('/volumes') ? json({ error: { code: 'forbidden' } }, 403) : null
    const { instances, storage, notes } = await driver.list(account)
    expect([instances.length, storage, notes]).toEqual([1, [], ['These keys may not list volumes.']])
  })

  test('names with control characters are made harmless', async () => {
    const { fake, account, driver } = setUp()
    fake.servers = [{ id: 1, name: `a\u0000b\u001b[2J\ud800${'x'.repeat(400)}`, status: 'off' }]
    const [server] = (await driver.list(account)).instances
    expect(server?.name).toMatch(/^a b \[2J\ufffdx+$/)
    expect(server?.name).toHaveLength(256)
  })

  test('a list without end is refused, not cut', async () => {
    const fake = startFake(() => json({ servers: [], volumes: [], meta: { pagination: { next_page: 2 } } }))
    stop = fake.stop
    const driver = createHetznerDriver({ baseUrl: fake.baseUrl })
    await expect(driver.list({ ...base, secretAccessKey: 'a' })).rejects.toMatchObject({ reason: 'request' })
  })
})

describe('DigitalOcean', () => {
  const setUp = () => {
    const fake = startDigitalOcean()
    stop = fake.stop
    const account: CloudAccount = { ...base, secretAccessKey: fake.token }
    return { fake, account, driver: createDigitalOceanDriver({ baseUrl: fake.baseUrl }) }
  }

  test('a droplet, a volume and a database as the portal knows them', async () => {
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

  test('every page is read, and the address that an answer gives for the next one is not called', async () => {
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
  ] as const)('%s is %s', async (said, status) => {
    const { fake, account, driver } = setUp()
    fake.droplets = [{ id: 1, name: 'a', status: said }]
    expect((await driver.list(account)).instances[0]?.status).toBe(status)
  })

  test('an account without databases may say null', async () => {
    const { fake, account, driver } = setUp()
    fake.trouble = (request) => (request.url.includes('/databases') ? json({ databases: null }) : null)
    expect((await driver.list(account)).databases).toEqual([])
  })
})

describe('AWS', () => {
  const setUp = () => {
    const fake = startAws()
    stop = fake.stop
    const { accessKeyId, secretAccessKey } = fake
    const account: CloudAccount = { ...base, accessKeyId, secretAccessKey }
    return { fake, account, driver: createAwsDriver({ baseUrl: fake.baseUrl }) }
  }

  test('an instance, a bucket, a database and a function as the portal knows them', async () => {
    const { fake, account, driver } = setUp()
    fake.instances = [{ id: 'i-0a1', name: 'web', state: 'running' }]
    fake.buckets = ['assets']
    fake.databases = ['orders']
    fake.functions = ['resize']
    const snapshot = await driver.list(account)
    expect(snapshot.instances).toEqual([
      {
        instanceId: 'i-0a1',
        name: 'web',
        instanceType: 't3.micro',
        status: 'running',
        publicIp: '203.0.113.9',
        privateIp: '10.0.0.5',
        region: 'eu-central-1',
        zone: 'eu-central-1a',
        imageId: 'ami-0abcdef1234567890',
        keyPairName: 'my-key',
        securityGroups: ['web'],
        tags: { Name: 'web' },
        launchedAt: new Date('2026-10-01T08:30:00Z'),
      },
    ])
    expect(snapshot.storage).toEqual([
      {
        bucketName: 'assets',
        region: 'eu-west-1',
        storageClass: null,
        versioning: null,
        encryption: true,
        publicAccess: null,
        sizeBytes: null,
        objectCount: null,
      },
    ])
    expect(snapshot.databases).toEqual([
      {
        instanceId: 'orders',
        name: 'orders',
        engine: 'postgres',
        version: '16.3',
        instanceClass: 'db.t3.micro',
        status: 'available',
        endpoint: 'orders.example',
        port: 5_432,
        username: 'master',
        allocatedStorage: 20,
        multiAz: true,
        backupRetention: 7,
        maintenanceWindow: 'mon:04:00-mon:04:30',
        region: 'eu-central-1',
      },
    ])
    expect(snapshot.functions).toEqual([
      {
        name: 'resize',
        runtime: 'nodejs22.x',
        handler: 'index.handler',
        memoryMb: 256,
        timeoutSeconds: 3,
        status: null,
        codeSize: 294,
        invocationCount: null,
        errorCount: null,
        region: 'eu-central-1',
      },
    ])
    expect(JSON.stringify(snapshot)).not.toContain(environmentSecret)
  })

  test('one of a thing, several and pages of them are read alike', async () => {
    const { fake, account, driver } = setUp()
    fake.pageSize = 2
    for (const count of [1, 2, 5]) {
      fake.instances = numbers(count).map((id) => ({ id: `i-${id}`, state: 'stopped' }))
      fake.buckets = numbers(count).map((id) => `b-${id}`)
      fake.databases = numbers(count).map((id) => `d-${id}`)
      fake.functions = numbers(count).map((id) => `f-${id}`)
      const { instances, storage, databases, functions } = await driver.list(account)
      expect(instances.map(({ instanceId }) => instanceId)).toEqual(numbers(count).map((id) => `i-${id}`))
      expect(storage.map(({ bucketName }) => bucketName)).toEqual(fake.buckets)
      expect(databases.map(({ name }) => name)).toEqual(fake.databases)
      expect(functions.map(({ name }) => name)).toEqual(fake.functions)
    }
  })

  test.each([
    ['pending', 'pending'],
    ['running', 'running'],
    ['shutting-down', 'in-progress'],
    ['stopping', 'in-progress'],
    ['stopped', 'stopped'],
  ] as const)('%s is %s', async (state, status) => {
    const { fake, account, driver } = setUp()
    fake.instances = [{ id: 'i-1', state }]
    const [instance] = (await driver.list(account)).instances
    expect([instance?.status, instance?.name]).toEqual([status, 'i-1'])
  })

  test('a terminated instance is none', async () => {
    const { fake, account, driver } = setUp()
    fake.instances = [{ id: 'i-1', state: 'terminated' }]
    expect((await driver.list(account)).instances).toEqual([])
  })

  test('keys that may list some services only', async () => {
    const { fake, account, driver } = setUp()
    fake.buckets = ['assets']
    fake.forbidden = new Set(['ec2', 'rds', 'lambda'])
    const { storage, notes } = await driver.list(account)
    expect(storage).toHaveLength(1)
    expect(notes).toEqual([
      'These keys may not list EC2 instances.',
      'These keys may not list Lambda functions.',
      'These keys may not list RDS databases.',
    ])
  })

  test.each([
    ['ec2', 400, 'RequestLimitExceeded'],
    ['rds', 400, 'Throttling'],
    ['s3', 503, 'SlowDown'],
    ['lambda', 429, 'TooManyRequestsException'],
    ['ec2', 400, 'RequestExpired'],
  ])('%s answers %d %s: another time', async (service, status, code) => {
    const { fake, account, driver } = setUp()
    fake.trouble = (request) => (request.url.includes(`/${service}`) ? awsError(service, status, code) : null)
    await expect(driver.list(account)).rejects.toMatchObject({ name: 'ProviderUnavailable' })
  })

  test.each([
    ['us-east-1.evil.example/'],
    ['us-east-1#'],
    ['evil.example'],
    ['us-east-1\n'],
    [''],
    ['../x'],
    ['US-EAST-1'],
  ])('a region that is none calls nobody: %j', async (region) => {
    const { fake, account, driver } = setUp()
    for (const call of [driver.validate, driver.list])
      await expect(call({ ...account, region })).rejects.toMatchObject({ reason: 'request' })
    expect(fake.asked).toEqual([])
  })

  test('the keys travel as a signature alone', async () => {
    const { fake, account, driver } = setUp()
    await driver.validate(account)
    expect(fake.headers.get('authorization')).toContain(`Credential=${account.accessKeyId}/`)
    expect(JSON.stringify([...fake.headers])).not.toContain(account.secretAccessKey)
  })
})
