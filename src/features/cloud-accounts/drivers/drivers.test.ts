import { afterEach, describe, expect, test } from 'bun:test'
import { hour, minute, second } from '#shared/time.ts'
import { awsError, startAws } from '#test/support/clouds/aws.ts'
import { startDigitalOcean } from '#test/support/clouds/digitalocean.ts'
import { type Fake, never, startFake, startTruncating } from '#test/support/clouds/fake.ts'
import { startHetzner } from '#test/support/clouds/hetzner.ts'
import {
  type CloudAccount,
  type CloudDriver,
  type DriverSettings,
  ProviderRefused,
  ProviderUnavailable,
} from './driver.ts'
import { createAwsDriver } from './providers/aws.ts'
import { createDigitalOceanDriver } from './providers/digitalocean.ts'
import { createHetznerDriver } from './providers/hetzner.ts'
import { readRetryAfter, tooOften } from './providers/http.ts'
import { createClouds, driverOf } from './registry.ts'

// The contract of every driver: one suite that runs each against its fake provider on this machine.

type Rig = {
  fake: Fake
  create: (settings: DriverSettings) => CloudDriver
  account: CloudAccount
  /** Instances at the provider, each with the `status` it is named after. */
  hold: (instances: { id: string; status: 'running' | 'stopped' | 'busy' }[]) => void
  forbidden: () => Response
}

const base = { accessKeyId: '', projectId: null, region: 'eu-central-1' }
const error = (id: string) => ({ id, message: 'canary words of the provider', error: { code: id } })

const rigs: Record<string, () => Rig> = {
  hetzner() {
    const fake = startHetzner()
    const words = { running: 'running', stopped: 'off', busy: 'migrating' }
    return {
      fake,
      create: createHetznerDriver,
      account: { ...base, secretAccessKey: fake.token },
      hold(instances) {
        fake.servers = instances.map(({ id, status }) => ({
          id: Number(id),
          name: 'a',
          status: words[status],
        }))
      },
      forbidden: () => Response.json(error('forbidden'), { status: 403 }),
    }
  },
  digitalocean() {
    const fake = startDigitalOcean()
    const words = { running: 'active', stopped: 'off', busy: 'archive' }
    return {
      fake,
      create: createDigitalOceanDriver,
      account: { ...base, secretAccessKey: fake.token },
      hold(instances) {
        fake.droplets = instances.map(({ id, status }) => ({
          id: Number(id),
          name: 'a',
          status: words[status],
        }))
      },
      forbidden: () => Response.json(error('forbidden'), { status: 403 }),
    }
  },
  aws() {
    const fake = startAws()
    const words = { running: 'running', stopped: 'stopped', busy: 'stopping' }
    return {
      fake,
      create: createAwsDriver,
      account: { ...base, accessKeyId: fake.accessKeyId, secretAccessKey: fake.secretAccessKey },
      hold(instances) {
        fake.instances = instances.map(({ id, status }) => ({ id, state: words[status] }))
      },
      forbidden: () => awsError('ec2', 403, 'UnauthorizedOperation'),
    }
  },
}

let stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops) stop()
  stops = []
})

function setUp(name: string): Rig & { driver: CloudDriver } {
  const make = rigs[name]
  if (!make) throw new Error(`no rig ${name}`)
  const rig = make()
  stops.push(rig.fake.stop)
  return { ...rig, driver: rig.create({ baseUrl: rig.fake.baseUrl }) }
}

/** The failure of a call. */
const failureOf = async (call: Promise<unknown>): Promise<ProviderRefused | ProviderUnavailable> => {
  const failure = await call.then(
    () => null,
    (error: unknown) => error,
  )
  if (failure instanceof ProviderRefused || failure instanceof ProviderUnavailable) return failure
  throw new Error(`no failure of a provider: ${failure}`)
}

const everyCall = (driver: CloudDriver, account: CloudAccount) => [
  () => driver.validate(account),
  () => driver.list(account),
  () => driver.act(account, '1', 'start'),
]

describe.each(Object.keys(rigs))('%s', (name) => {
  test('accepts its keys, lists and acts', async () => {
    const { driver, account, hold } = setUp(name)
    expect<string>(driver.name).toBe(name)
    await driver.validate(account)
    hold([
      { id: '1', status: 'running' },
      { id: '2', status: 'stopped' },
    ])
    const { instances, notes } = await driver.list(account)
    expect(instances.map(({ instanceId, status }) => [instanceId, status])).toEqual([
      ['1', 'running'],
      ['2', 'stopped'],
    ])
    expect(notes).toEqual([])
    await driver.act(account, '2', 'start')
    await driver.list(account)
    const [, second] = (await driver.list(account)).instances
    expect(second?.status).toBe('running')
  })

  test('returns empty lists for an empty account', async () => {
    const { driver, account } = setUp(name)
    expect(await driver.list(account)).toEqual({
      ...{ instances: [], storage: [], databases: [], functions: [], notes: [] },
    })
  })

  test('reports wrong keys in the portal’s own words', async () => {
    const { driver, account } = setUp(name)
    const wrong = { ...account, secretAccessKey: 'canary-of-a-wrong-secret' }
    for (const call of everyCall(driver, wrong)) {
      const failure = await failureOf(call())
      expect(failure).toMatchObject({ name: 'ProviderRefused', reason: 'credentials' })
      expect(failure.message).toMatch(/refused the/)
      expect(`${failure.message}${failure.stack}${JSON.stringify(failure)}`).not.toMatch(/canary|arn:|AKIA/)
    }
  })

  test('reports missing permissions', async () => {
    const { driver, account, fake, forbidden } = setUp(name)
    fake.trouble = forbidden
    for (const call of everyCall(driver, account)) {
      const failure = await failureOf(call())
      expect(failure).toMatchObject({ reason: 'permission' })
      expect(failure.message).not.toContain('canary')
    }
  })

  test('reports how long to wait when rate-limited', async () => {
    const { driver, account, fake } = setUp(name)
    fake.trouble = () => new Response('{}', { status: 429, headers: { 'retry-after': '7' } })
    for (const call of everyCall(driver, account))
      expect(await failureOf(call())).toMatchObject({ retryAfterMs: 7 * second })
  })

  test.each([500, 502, 503, 504, 529])('reports a provider error (%d) as unavailability', async (status) => {
    const { driver, account, fake } = setUp(name)
    fake.trouble = () => new Response('<html>canary</html>', { status, headers: { 'retry-after': '3' } })
    const failure = await failureOf(driver.list(account))
    expect(failure).toMatchObject({ name: 'ProviderUnavailable', retryAfterMs: 3 * second })
    expect(failure.message).not.toContain('canary')
  })

  test('gives up on a provider that hangs', async () => {
    const { create, account, fake } = setUp(name)
    const driver = create({ baseUrl: fake.baseUrl, timeoutMs: 30 })
    fake.trouble = never
    for (const call of everyCall(driver, account))
      expect(await failureOf(call())).toMatchObject({ name: 'ProviderUnavailable', retryAfterMs: null })
  })

  test('aborts a list when its caller aborts', async () => {
    const { driver, account, fake } = setUp(name)
    const giveUp = new AbortController()
    fake.trouble = () => {
      giveUp.abort()
      return never()
    }
    expect(await failureOf(driver.list(account, giveUp.signal))).toBeInstanceOf(ProviderUnavailable)
  })

  test('reports an unreachable provider', async () => {
    const { driver, account, fake } = setUp(name)
    fake.stop()
    expect((await failureOf(driver.validate(account))).message).toContain('could not be reached')
  })

  test('reports a truncated answer as unavailability', async () => {
    const { create, account } = setUp(name)
    const server = startTruncating()
    stops.push(server.stop)
    const driver = create({ baseUrl: server.baseUrl })
    for (const call of [() => driver.validate(account), () => driver.list(account)])
      expect(await failureOf(call())).toBeInstanceOf(ProviderUnavailable)
  })

  test.each([
    ['no body', ''],
    ['half of it', '{"servers": [{"id": 1, "na'],
    ['half of it', '<DescribeInstancesResponse><reservationSet><item>'],
    ['another thing', '{"hello": "world"}'],
    ['another thing', '<hello>world</hello>'],
    ['a list of nonsense', '{"servers":[{"id":"x"}],"droplets":[{"id":{}}],"Functions":7}'],
    ['a page for people', '<html><body>It works!</body></html>'],
    ['a document type', '<!DOCTYPE l [<!ENTITY a "aaaa">]><hello>&a;</hello>'],
    ['null', 'null'],
  ])('refuses an unreadable answer, %s: %s', async (_what, body) => {
    const { driver, account, fake } = setUp(name)
    fake.trouble = () => new Response(body)
    const failure = await failureOf(driver.list(account))
    expect(failure).toBeInstanceOf(ProviderUnavailable)
    expect(failure.message).toContain('sent an unreadable answer')
  })

  test('gives up on an endless answer', async () => {
    const { driver, account, fake } = setUp(name)
    const chunk = new Uint8Array(1_024 * 1_024).fill(32)
    fake.trouble = () => new Response(new ReadableStream({ pull: (controller) => controller.enqueue(chunk) }))
    expect((await failureOf(driver.validate(account))).message).toContain(
      'larger answer than the portal reads',
    )
  })

  test('follows no redirect, since the keys are for the provider only', async () => {
    const { driver, account, fake } = setUp(name)
    const elsewhere = startFake(() => new Response('{}'))
    stops.push(elsewhere.stop)
    fake.trouble = () => Response.redirect(`${elsewhere.baseUrl}/stolen`, 307)
    for (const call of everyCall(driver, account))
      expect(await failureOf(call())).toBeInstanceOf(ProviderUnavailable)
    expect(elsewhere.asked).toEqual([])
  })

  test('reports a missing instance, and one that is not ready for the action', async () => {
    const { driver, account, hold } = setUp(name)
    hold([{ id: '5', status: 'busy' }])
    expect(await failureOf(driver.act(account, '4', 'stop'))).toMatchObject({ reason: 'missing' })
    expect(await failureOf(driver.act(account, '5', 'start'))).toMatchObject({ reason: 'state' })
  })

  test('prevents an instance id from addressing another endpoint', async () => {
    const { driver, account, fake } = setUp(name)
    await failureOf(driver.act(account, '../../v1/volumes?x=', 'stop'))
    expect(fake.asked.filter((path) => path.includes('volumes?'))).toEqual([])
  })
})

describe('Retry-After', () => {
  const date = 'Sat, 21 Nov 2026 10:00:00 GMT'
  test.each([
    [{ 'retry-after': '7' }, 7 * second],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': '-5' }, 0],
    [{ 'retry-after': '99999999' }, hour],
    [{ 'retry-after': 'Sat, 21 Nov 2026 10:01:00 GMT', date }, minute],
    [{ 'retry-after': 'Sat, 21 Nov 2026 09:00:00 GMT', date }, 0],
    [{ 'retry-after': 'Sat, 21 Nov 2026 10:01:00 GMT' }, null],
    [{ 'retry-after': 'soon', date }, null],
    [{ 'retry-after': '' }, null],
    [{}, null],
  ])('is read from %j', (headers, wait) => {
    expect(readRetryAfter(new Headers(headers))).toBe(wait)
  })

  test.each([
    [60, minute],
    [3_600, 5 * minute],
    [-60, 0],
  ])('defaults to the reset time of the limit in %d s, up to five minutes', (inSeconds, wait) => {
    const reset = String(Date.parse(date) / 1_000 + inSeconds)
    expect(tooOften('A', new Headers({ date, 'ratelimit-reset': reset })).retryAfterMs).toBe(wait)
    expect(tooOften('A', new Headers({ 'ratelimit-reset': reset })).retryAfterMs).toBeNull()
  })
})

test('every provider has a driver, which says whether it is embedded; other names have none', () => {
  const clouds = createClouds()
  for (const name of Object.keys(rigs)) expect(driverOf(clouds, name)).toMatchObject({ name, mode: 'remote' })
  expect(driverOf(clouds, 'simulator')).toMatchObject({ name: 'simulator', mode: 'embedded' })
  for (const name of ['toString', '__proto__', '']) expect(driverOf(clouds, name)).toBeNull()
})

test('the simulator accepts every account and action, and refuses to list what only the portal stores', async () => {
  const { simulator } = createClouds()
  const account = { accessKeyId: '', secretAccessKey: '', projectId: null, region: 'us-east-1' }
  await simulator.validate(account)
  await simulator.act(account, 'i-sample0001', 'start')
  expect(await failureOf(simulator.list(account))).toBeInstanceOf(ProviderRefused)
})
