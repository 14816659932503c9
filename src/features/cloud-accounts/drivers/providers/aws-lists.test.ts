import { afterEach, describe, expect, test } from 'bun:test'
import { awsError, environmentSecret, startAws } from '#test/support/clouds/aws.ts'
import type { CloudAccount } from '../driver.ts'
import { createAwsDriver } from './aws.ts'

const base = { accessKeyId: '', projectId: null, region: 'eu-central-1' }
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

let stop = () => {}
afterEach(() => stop())

describe('the AWS driver', () => {
  const setUp = () => {
    const fake = startAws()
    stop = fake.stop
    const { accessKeyId, secretAccessKey } = fake
    const account: CloudAccount = { ...base, accessKeyId, secretAccessKey }
    return { fake, account, driver: createAwsDriver({ baseUrl: fake.baseUrl }) }
  }

  test('reads an instance, a bucket, a database and a function into the portal’s terms', async () => {
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

  test('reads one item, several items and several pages', async () => {
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
  ] as const)('maps %s to %s', async (state, status) => {
    const { fake, account, driver } = setUp()
    fake.instances = [{ id: 'i-1', state }]
    const [instance] = (await driver.list(account)).instances
    expect([instance?.status, instance?.name]).toEqual([status, 'i-1'])
  })

  test('leaves out a terminated instance', async () => {
    const { fake, account, driver } = setUp()
    fake.instances = [{ id: 'i-1', state: 'terminated' }]
    expect((await driver.list(account)).instances).toEqual([])
  })

  test('notes the services that the keys may not list', async () => {
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
  ])('treats %s answering %d %s as temporary', async (service, status, code) => {
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
  ])('makes no call for an invalid region: %j', async (region) => {
    const { fake, account, driver } = setUp()
    for (const call of [driver.validate, driver.list])
      await expect(call({ ...account, region })).rejects.toMatchObject({ reason: 'request' })
    expect(fake.asked).toEqual([])
  })

  test('sends the keys only as a signature', async () => {
    const { fake, account, driver } = setUp()
    await driver.validate(account)
    expect(fake.headers.get('authorization')).toContain(`Credential=${account.accessKeyId}/`)
    expect(JSON.stringify([...fake.headers])).not.toContain(account.secretAccessKey)
  })
})
