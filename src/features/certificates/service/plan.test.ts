import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type Caa, type Resolver, Unanswered } from '#features/resolver/contract.ts'
import { createTestApp, silentResolver, type TestApp } from '#test/support/app.ts'
import type { Conditions } from '../drivers/certificate-authority.ts'
import { NotIssued } from '../drivers/certificate-authority.ts'
import { planProofs } from './plan.ts'

const name = 'example.com'
const address = '192.0.2.80'
const www = `www.${name}`
const wildcard = `*.${name}`
const caa = (tag: string, value: string): Caa => ({ isCritical: false, tag, value })

let app: TestApp
let conditions: Conditions
let addresses: Record<string, string[] | Unanswered>
let records: Record<string, Caa[] | Unanswered>
let servers: string[]
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(() => {
  conditions = {
    host: 'acme.example.net',
    isPublic: true,
    caaIdentities: ['ca.example.net'],
    accountUrl: null,
  }
  addresses = { [name]: [address], [www]: [address] }
  records = {}
  servers = []
})

const resolver: Resolver = {
  ...silentResolver,
  async addresses(of) {
    const found = addresses[of] ?? []
    if (found instanceof Unanswered) throw found
    return found
  },
  async caa(of) {
    const found = records[of] ?? []
    if (found instanceof Unanswered) throw found
    return found
  },
  nameservers: async () => servers,
}

async function plan(names: string[], { domainName = name, settings = {} as object } = {}) {
  const authority = { ...app.deps.certificateAuthority, conditions: async () => conditions }
  const deps = {
    ...app.deps,
    resolver,
    certificateAuthority: authority,
    env: { ...app.deps.env, ...settings },
  }
  const found = await planProofs(deps, { domainName } as Parameters<typeof planProofs>[1], { names, address })
  return {
    ways: Object.fromEntries(found?.ways ?? []),
    obstacles: found?.obstacles.map(({ reason }) => reason),
    leftOut: found?.obstacles.flatMap(({ names }) => names),
  }
}

describe('proving names', () => {
  test('uses the web server where they point to it alone', async () => {
    expect(await plan([name, www])).toMatchObject({
      ways: { [name]: 'http-01', [www]: 'http-01' },
      obstacles: [],
    })
  })

  test('uses the name server where it serves the domain and they point to another server', async () => {
    servers = ['ns1.localhost']
    addresses[www] = ['203.0.113.9']
    expect(await plan([name, www, `api.${name}`])).toMatchObject({
      ways: { [name]: 'http-01', [www]: 'dns-01', [`api.${name}`]: 'dns-01' },
      obstacles: [],
    })
  })

  test('uses a wildcard instead of the names that it covers', async () => {
    servers = ['ns1.localhost']
    expect(await plan([name, www, wildcard, `a.b.${name}`])).toMatchObject({
      ways: { [name]: 'http-01', [wildcard]: 'dns-01', [`a.b.${name}`]: 'dns-01' },
    })
  })

  test('uses a method that the CAA records allow', async () => {
    servers = ['ns1.localhost']
    records[name] = [caa('issue', 'ca.example.net; validationmethods=dns-01')]
    expect(await plan([name, www])).toMatchObject({
      ways: { [name]: 'dns-01', [www]: 'dns-01' },
      obstacles: [],
    })
  })

  test('works although CAA records of enclosing domains are unknown', async () => {
    records = { com: new Unanswered('resolver') }
    expect((await plan([name])).ways).toEqual({ [name]: 'http-01' })
    records = { [name]: new Unanswered('servers') }
    expect(await plan([www])).toMatchObject({
      ways: {},
      obstacles: [`The name servers of ${www} gave no valid answer`],
    })
  })

  test('is skipped for an authority without validation', async () => {
    expect(await planProofs({ ...app.deps, resolver }, {} as never, { names: [name], address })).toBeNull()
  })
})

describe('a name is left out', () => {
  test('with the reason: no address, another one, a wildcard, name servers that fail', async () => {
    addresses = {
      [name]: [address],
      [www]: [address, '2001:db8::9'],
      [`broken.${name}`]: new Unanswered('servers'),
    }
    expect(await plan([name, www, `api.${name}`, `broken.${name}`, wildcard])).toMatchObject({
      ways: { [name]: 'http-01' },
      obstacles: [
        `${www} points to 2001:db8::9. Point it to ${address}`,
        `api.${name} has no A record. Point it to ${address}`,
        `The name servers of broken.${name} gave no valid answer`,
        `${wildcard} needs our name servers, and ${name} does not use them`,
      ],
    })
  })

  test('when one of its name servers is not ours, or ours is off', async () => {
    servers = ['ns1.localhost', 'ns.outside.example']
    expect((await plan([wildcard])).ways).toEqual({})
    servers = ['ns1.localhost']
    expect((await plan([wildcard], { settings: { DNS_DRIVER: 'off' } })).ways).toEqual({})
    expect((await plan([wildcard], { settings: { DNS_PORT: 0 } })).ways).toEqual({})
  })

  test('when there is no web server to prove it', async () => {
    expect(await plan([name], { settings: { SITES_PORT: 0 } })).toMatchObject({
      ways: {},
      obstacles: [`${name} cannot be verified, because this portal serves no sites`],
    })
  })

  test('when the closest CAA records above it forbid it', async () => {
    records[name] = [caa('issue', 'other.example')]
    records[www] = [caa('issue', 'ca.example.net')]
    addresses[`a.b.${name}`] = [address]
    addresses[`b.${name}`] = [address]
    expect(await plan([www, `a.b.${name}`, `b.${name}`])).toEqual({
      ways: { [www]: 'http-01' },
      leftOut: [`a.b.${name}`, `b.${name}`],
      obstacles: [`The CAA records of ${name} allow only other.example to issue, not ca.example.net`],
    })
  })

  test.each(['shop.test', 'printer.local', 'shop.example', 'host.home.arpa', 'name.internal'])(
    'when it is not public, by a public authority only: %s',
    async (domainName) => {
      addresses[domainName] = [address]
      expect(await plan([domainName], { domainName })).toMatchObject({
        ways: {},
        obstacles: [
          `${domainName} is not a public domain name, so acme.example.net cannot issue a certificate for it`,
        ],
      })
      conditions.isPublic = false
      expect(await plan([domainName], { domainName })).toMatchObject({
        ways: { [domainName]: 'http-01' },
        obstacles: [],
      })
    },
  )
})

test('makes no decision while no resolver answers', async () => {
  addresses[www] = new Unanswered('resolver')
  const error = await plan([name, www]).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(NotIssued)
  expect(error).toMatchObject({
    message: 'We could not reach the DNS, because no resolver answered.',
    later: { isOutage: true },
  })
})
