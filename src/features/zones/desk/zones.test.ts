import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Connecting, createConnecting, type Owner } from '#test/support/connected.ts'
import { startTestDns, zoneOf } from '#test/support/dns.ts'

type ListRow = Record<string, unknown> & { id: string; name: string }

let world: Connecting
let administrator: { cookie: string }
let asha: Owner
beforeAll(async () => {
  world = await createConnecting()
  administrator = await world.app.addAdministrator()
  asha = await world.addOwner()
  for (const name of ['temple.com', 'bells.com']) await asha.register(name)
})
afterAll(() => world.close())

const get = (path: string) => world.app.request(`/api/admin/${path}`, { cookie: administrator.cookie })
const read = async (path: string) => (await get(path)).body as { items: ListRow[] }

test('shows a zone with its serial, its records and their last change', async () => {
  const before = (await read('zones?q=bells')).items[0]
  expect(before).toMatchObject({ changedAt: null, isSigned: false })
  world.app.advance(5_000)
  await asha.send('POST', `/api/domains/${before?.id}/dns`, { type: 'TXT', name: 'a', value: 'x' })
  await asha.send('PUT', `/api/domains/${before?.id}/dnssec`, { enable: true })
  const after = (await read('zones?q=bells')).items[0]
  expect(after).toMatchObject({
    records: Number(before?.records) + 1,
    changedAt: world.app.deps.now().toISOString(),
    isSigned: true,
  })
  expect(Number(after?.serial)).toBeGreaterThan(Number(before?.serial))
  expect(after?.serving).toEqual({ state: 'off', serial: null, problem: null })
})

test('asks a secondary for its copy of a zone', async () => {
  const { app } = world
  const [copy, deaf] = [await startTestDns([]), await startTestDns([])]
  const [zone] = (await read('zones?q=temple')).items
  if (!zone) throw new Error('no zone')
  const { id, name } = zone
  const serial = Number(zone.serial)
  app.deps.env.DNS_SECONDARIES = [copy, deaf].map(({ port }) => ({ address: '127.0.0.1', port }))
  const ask = async () => {
    const { body } = await get(`zones/${id}/secondaries`)
    return (body as { secondaries: object[] }).secondaries
  }
  copy.zones.set(zoneOf(name, [], serial))
  expect(await ask()).toEqual([
    { server: `127.0.0.1:${copy.port}`, state: 'current', serial },
    { server: `127.0.0.1:${deaf.port}`, state: 'unasked', serial: null },
  ])
  copy.zones.set(zoneOf(name, [], 5))
  expect(await ask()).toMatchObject([{ state: 'behind', serial: 5 }, {}])
  copy.zones.remove(zoneOf(name, []).apex)
  copy.zones.set(zoneOf('com', []))
  expect(await ask()).toMatchObject([{ state: 'absent', serial: null }, {}])
  expect((await get(`zones/${Bun.randomUUIDv7()}/secondaries`)).status).toBe(404)
  expect((await asha.send('GET', `/api/admin/zones/${id}/secondaries`)).status).toBe(403)
  for (const dns of [copy, deaf]) dns.close()
})
