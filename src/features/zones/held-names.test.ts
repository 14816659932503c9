import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { placeOrder } from '#test/support/app.ts'
import { type Connecting, createConnecting, type Owner } from '#test/support/connected.ts'

let home: Connecting
let owner: Owner
let other: Owner
let counter = 0
let zone: string
let id: string
beforeAll(async () => {
  home = await createConnecting()
})
afterAll(() => home.close())

const hint = (host: string) => `${host} will not show your site: a service of another customer has the name.`
const hintsOf = ({ body }: { body: unknown }) =>
  (body as { effects: string[] }).effects.filter((effect) => effect.includes('another customer'))
const ask = (path: string, json: unknown) => owner.send('POST', `/api/domains/${id}/${path}`, json)
const preview = async (record: object) => hintsOf(await ask('dns/preview', { record }))

// Names inside a zone that other customers used before it was registered.
beforeEach(async () => {
  owner = await home.addOwner()
  other = await home.addOwner()
  counter += 1
  zone = `held-${counter}.com`
  await placeOrder(home.app, other.cookie, { domain: `shop.${zone}` })
  id = ((await owner.register(zone)).body as { id: string }).id
})

describe('warns of a name inside a domain that is reserved by another customer’s order', () => {
  test('when a wildcard points it here, unless the zone has records for it', async () => {
    const wildcard = { type: 'A', name: '*', value: '127.0.0.1' }
    expect(await preview(wildcard)).toEqual([hint(`shop.${zone}`)])
    expect(await preview({ ...wildcard, value: '192.0.2.1' })).toEqual([])
    await ask('dns', { type: 'A', name: 'shop', value: '192.0.2.1' })
    expect(await preview(wildcard)).toEqual([])
  })

  test('when the name that it is an alias of points here', async () => {
    await ask('dns', { type: 'CNAME', name: 'shop', value: `target.${zone}` })
    expect(await preview({ type: 'A', name: 'target', value: '127.0.0.1' })).toEqual([hint(`shop.${zone}`)])
    expect(await preview({ type: 'A', name: 'target', value: '192.0.2.1' })).toEqual([])
  })

  test('in the preview of a zone file, and after its import', async () => {
    const zoneFile = `shop 3600 IN A 127.0.0.1\n@ 3600 IN A 127.0.0.1\n`
    const seen = await ask('dns/import', { zoneFile })
    expect(hintsOf(seen)).toEqual([hint(`shop.${zone}`)])
    expect((seen.body as { effects: string[] }).effects).toContain(`www.${zone} stops working.`)
    expect(hintsOf(await ask('dns/import', { zoneFile, apply: true }))).toEqual([hint(`shop.${zone}`)])
    expect(hintsOf(await ask('dns/import', { zoneFile }))).toEqual([])
  })

  test('in the preview of a provider’s records, when aliases follow them here', async () => {
    const netlify = '75.2.60.5'
    const { userServices } = home.app.store.t
    await home.app.store.tx((tx) => tx.update(userServices).set({ serverIp: netlify }))
    await ask('dns', { type: 'CNAME', name: 'shop', value: zone })
    const wish = { preset: 'netlify', values: { host: 'brave-site' } }
    const records = (await owner.send('GET', `/api/domains/${id}/dns`)).body as {
      id: string
      name: string
      type: string
    }[]
    const apex = records.find(({ name, type }) => name === '@' && type === 'A')
    await owner.send('DELETE', `/api/domains/${id}/dns/${apex?.id}`)
    expect(hintsOf(await ask('dns/preset', wish))).toEqual([hint(`shop.${zone}`)])
  })
})

test('lists the first of many names that a zone file changes, and counts the others', async () => {
  const zoneFile = Array.from({ length: 40 }, (_, at) => `n${at} 3600 IN A 192.0.2.1`).join('\n')
  const { effects } = (await ask('dns/import', { zoneFile })).body as { effects: string[] }
  expect(effects).toHaveLength(14)
  expect(effects[12]).toBe('31 more names change.')
})
