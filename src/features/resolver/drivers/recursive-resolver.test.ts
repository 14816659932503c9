import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startTestDns, type TestDns } from '#test/support/dns.ts'
import { hasNsd, startNsd } from '#test/support/nsd.ts'
import { until } from '#test/support/until.ts'
import { Unanswered } from '../contract.ts'
import { createRecursiveResolver } from './recursive-resolver.ts'

const failureOf = (question: Promise<unknown>) => question.catch((error: unknown) => error)

describe('a resolver', () => {
  let world: TestDns
  beforeAll(async () => {
    const lines = [`txt TXT ${'x'.repeat(700)}`, '@ NS NS1.Example.NET']
    world = await startTestDns([['long.example', lines]])
  })
  afterAll(() => world.close())

  test('finds TXT records, long ones in pieces, and name servers, and nothing when there are none', async () => {
    const resolver = createRecursiveResolver([`127.0.0.1:${world.port}`])
    const pieces = [255, 255, 190].map((length) => 'x'.repeat(length))
    expect(await resolver.texts('txt.long.example')).toEqual(pieces)
    expect(await resolver.texts('long.example')).toEqual([])
    expect(await resolver.texts('none.long.example')).toEqual([])
    expect(await resolver.nameservers('long.example')).toEqual(['ns1.example.net'])
    expect(await resolver.check()).toEqual({ isHealthy: true, version: null, message: null })
  })

  test('distinguishes failing name servers from its own failure, which its health shows until the next answer', async () => {
    let isReady = false
    const failing = await startTestDns([['example.com', ['@ NS ns1.example.net']]], {
      isReady: () => isReady,
    })
    const resolver = createRecursiveResolver([`127.0.0.1:${failing.port}`])
    for (const question of [resolver.texts, resolver.hasDs])
      expect(await failureOf(question('example.com'))).toMatchObject({ fault: 'servers' })
    expect(await resolver.check()).toMatchObject({ isHealthy: true })
    isReady = true
    for (const question of [resolver.texts, resolver.hasDs]) {
      expect(await failureOf(question('refused.example'))).toMatchObject({ fault: 'resolver' })
      expect(await resolver.check()).toMatchObject({ isHealthy: false })
    }
    await resolver.texts('example.com')
    expect(await resolver.check()).toMatchObject({ isHealthy: true })
    failing.close()
  })

  test('fails when it is silent', async () => {
    const silent = await Bun.udpSocket({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
    const resolver = createRecursiveResolver([`127.0.0.1:${silent.port}`])
    const error = await failureOf(resolver.texts('example.com'))
    const other = await failureOf(resolver.hasDs('example.com'))
    silent.close()
    expect(other).toMatchObject({ fault: 'resolver' })
    expect(error).toBeInstanceOf(Unanswered)
    expect(error).toMatchObject({ fault: 'resolver' })
    const message = expect.stringContaining(`127.0.0.1:${silent.port}`)
    expect(await resolver.check()).toMatchObject({ isHealthy: false, message })
  }, 300_000)

  test.if(hasNsd)('reads an NSD zone', async () => {
    const nsd = await startNsd((folder) => `zone: name: public.example zonefile: "${folder}/public.zone"`, {
      'public.zone': [
        '$TTL 300',
        '@ SOA ns1.public.example. hostmaster.public.example. 1 3600 600 86400 300',
        '@ NS ns1.public.example.',
        'ns1 A 192.0.2.1',
        'signed NS ns1',
        'signed DS 55648 13 2 b4c8c1fe2e7477127b27115656ad6256f424625bf5c1e2770ce6d6e37df61d17',
        'plain NS ns1',
        'two TXT "01234567" "89abcdef"',
        '_portal-challenge TXT "another text"',
        '_portal-challenge TXT "0123456789abcdef"',
      ],
    })
    try {
      const resolver = createRecursiveResolver([`127.0.0.1:${nsd.port}`])
      const servers = () => resolver.nameservers('public.example').catch(() => null)
      expect(await until('NSD', servers)).toEqual(['ns1.public.example'])
      const texts = await resolver.texts('_portal-challenge.public.example')
      expect(texts.sort()).toEqual(['0123456789abcdef', 'another text'])
      expect(await resolver.texts('two.public.example')).toEqual(['01234567', '89abcdef'])
      const names = ['signed', 'plain', 'none'].map((label) => `${label}.public.example`)
      expect(await Promise.all(names.map(resolver.hasDs))).toEqual([true, false, false])
    } finally {
      await nsd.stop()
    }
  })
})
