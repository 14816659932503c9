import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createRecursiveResolver } from '#features/resolver/drivers/recursive-resolver.ts'
import { insertActiveService } from '#test/support/active-service.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { startTestDns, type TestDns, zoneOf } from '#test/support/dns.ts'

const address = ({ port }: { port: number }) => `127.0.0.1:${port}`

type ResolverAnswer = { server: string; verdict: string; values: string[]; problem: string | null }
type View = {
  servers: string[]
  delegation: string
  nameservers: string[]
  problem: string | null
  answers: { name: string; type: string; here: string[]; seen: ResolverAnswer[] }[]
}

describe('a propagation check', () => {
  let app: TestApp
  let here: TestDns
  let one: TestDns
  let other: TestDns
  /** Has no zones, and refuses every query. */
  let deaf: TestDns
  let owner: { cookie: string; id: string }
  let id: string
  const name = 'seen.com'
  const ns = ['@ NS ns1.localhost']
  beforeAll(async () => {
    const own = [...ns, '@ A 192.0.2.1', 'www A 192.0.2.1']
    here = await startTestDns([[name, own]])
    one = await startTestDns([[name, own]])
    other = await startTestDns([[name, ['@ NS ns1.example.net', '@ A 192.0.2.9', '@ MX 5 mail.example.net']]])
    deaf = await startTestDns([])
    const resolver = createRecursiveResolver([one, other, deaf].map(address))
    // Each call queries anew.
    const dnsViews = { see: <T>(_: unknown, ask: () => Promise<T>) => ask() }
    app = await createTestApp({ resolver, dnsViews })
    app.deps.dns.port = here.port
    owner = await app.addCustomer()
    await insertActiveService(app, owner.id, 'Premium')
    const json = { name }
    id = ((await app.request('/api/domains/register', { cookie: owner.cookie, json })).body as { id: string })
      .id
  })
  afterAll(async () => {
    for (const dns of [here, one, other, deaf]) dns.close()
    await app.close()
  })
  const get = (cookie?: string) => app.request(`/api/domains/${id}/seen-by`, { cookie })
  const view = async () => (await get(owner.cookie)).body as View
  const answerOf = (all: View, what: string) =>
    all.answers.find((each) => `${each.name} ${each.type}` === what)

  test('compares each resolver with our own server', async () => {
    const all = await view()
    expect(all.servers).toEqual([one, other, deaf].map(address))
    expect(all.answers.map((each) => `${each.name} ${each.type}`)).toEqual(['@ A', 'www A', '@ MX', '@ NS'])
    const { here: own, seen = [] } = answerOf(all, '@ A') ?? {}
    expect(own).toEqual(['192.0.2.1'])
    expect(seen.map(({ verdict, values }) => [verdict, values])).toEqual([
      ['same', ['192.0.2.1']],
      ['differs', ['192.0.2.9']],
      ['unasked', []],
    ])
    expect(seen[2]?.problem).toBe('It refused to answer.')
    expect(answerOf(all, '@ MX')?.seen.map(({ verdict }) => verdict)).toEqual(['same', 'differs', 'unasked'])
    expect(all.problem).toBeNull()
  })

  test('reports whether the domain uses our name servers', async () => {
    expect(await view()).toMatchObject({
      delegation: 'elsewhere',
      nameservers: ['ns1.example.net', 'ns1.localhost'],
    })
    other.zones.set(zoneOf(name, [...ns, '@ A 192.0.2.1']))
    expect(await view()).toMatchObject({ delegation: 'here', nameservers: ['ns1.localhost'] })
    for (const dns of [one, other]) dns.zones.remove(zoneOf(name, []).apex)
    expect(await view()).toMatchObject({ delegation: 'unknown', nameservers: [] })
    const below = zoneOf('com', [])
    for (const dns of [one, other]) dns.zones.set(below)
    expect(await view()).toMatchObject({ delegation: 'none', nameservers: [] })
  })

  test('compares with the stored records where our server cannot be queried, and says so', async () => {
    here.zones.remove(zoneOf(name, []).apex)
    const refused = await view()
    expect(refused.problem).toBe('We could not query our own server. It refused to answer.')
    app.deps.dns.port = null
    const off = await view()
    expect(off.problem).toContain('No name server runs')
    expect(answerOf(off, '@ A')?.here).toEqual(['127.0.0.1'])
    expect(answerOf(off, '@ NS')?.here).toEqual(['ns1.localhost'])
  })

  test('is for the owner of the domain', async () => {
    expect((await get()).status).toBe(401)
    expect((await get((await app.addCustomer()).cookie)).status).toBe(404)
  })
})
