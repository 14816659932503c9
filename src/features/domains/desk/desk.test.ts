import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { findPlan } from '#test/support/app.ts'
import { type Connecting, createConnecting, type Owner } from '#test/support/connected.ts'
import { checkProofs } from '../proof/check-proofs.ts'

type ListRow = Record<string, unknown> & { id: string; name: string }
type Page = { items: ListRow[]; nextCursor: string | null }

let world: Connecting
let administrator: { cookie: string }
let asha: Owner
let ravi: Owner
let email: string
beforeAll(async () => {
  world = await createConnecting()
  const { app } = world
  administrator = await app.addAdministrator()
  asha = await world.addOwner()
  ravi = await world.addOwner()
  for (const name of ['temple.com', 'bells.com', 'lamps.org']) {
    app.advance(1_000)
    await asha.register(name)
  }
  app.advance(1_000)
  await ravi.connected('drums.example')
  const { users } = app.store.t
  email = (await app.store.read.select().from(users)).find(({ id }) => id === asha.id)?.email ?? ''
})
afterAll(() => world.close())

const get = (path: string) => world.app.request(`/api/admin/${path}`, { cookie: administrator.cookie })
const read = async (path: string) => (await get(path)).body as Page
const namesOf = async (path: string) => (await read(path)).items.map(({ name }) => name)

const lists = ['domains', 'zones']

describe('a name with letters beyond ASCII', () => {
  test.each(lists)(
    'is found in %s by its first letters in Unicode, and by those of its A-labels',
    async (list) => {
      const owner = await world.addOwner()
      const { id } = await owner.connected('bücher.example')
      const inside = await owner.connected('shop.bücher.example')
      const find = (q: string) => namesOf(`${list}?q=${encodeURIComponent(q)}`)
      for (const q of ['bü', 'BÜCH', 'bücher.e', 'bücher.example', 'xn--bcher-kva', 'bu\u0308ch'])
        expect([q, await find(q)]).toEqual([q, ['xn--bcher-kva.example']])
      expect(await find('shop.bü')).toEqual(['shop.xn--bcher-kva.example'])
      expect([await find('büx'), await find('shop.bücher.net'), await find('ücher')]).toEqual([[], [], []])
      for (const each of [id, inside.id]) await owner.send('DELETE', `/api/domains/${each}`)
    },
  )
})

test('finds a service and an order by the letters of their domain', async () => {
  const owner = await world.addOwner()
  const { id: planId, price: amount } = await findPlan(world.app, 'Starter')
  const ordered = { planId, amount, paymentMethod: 'credit_card', domain: 'käserei.example' }
  expect((await owner.send('POST', '/api/orders', ordered)).status).toBe(201)
  const named = await owner.send('PUT', `/api/user-services/${owner.serviceId}/domain`, {
    domain: 'käse.example',
  })
  expect(named.status).toBe(200)
  const find = async (list: string, q: string) =>
    (await read(`${list}?q=${encodeURIComponent(q)}`)).items.map(({ domain }) => domain)
  const [dairy, cheese] = ['xn--kserei-bua.example', 'xn--kse-qla.example']
  for (const q of ['kä', 'KÄSE', 'ka\u0308s'])
    expect([q, await find('services', q), await find('orders', q)]).toEqual([q, [dairy, cheese], [dairy]])
  for (const q of ['käser', 'käserei.example', 'xn--kserei'])
    expect([q, await find('services', q), await find('orders', q)]).toEqual([q, [dairy], [dairy]])
  expect([await find('services', 'äse'), await find('orders', 'käsex')]).toEqual([[], []])
})

describe('the lists of domains and of zones', () => {
  test.each(lists)(
    '%s shows those of all customers once, newest first, in pages of any size',
    async (list) => {
      const all = ['drums.example', 'lamps.org', 'bells.com', 'temple.com']
      expect(await namesOf(list)).toEqual(all)
      const seen: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: Page = await read(`${list}?limit=1&cursor=${cursor}`)
        seen.push(...page.items.map(({ name }) => name))
        cursor = page.nextCursor
      }
      expect(seen).toEqual(all)
    },
  )

  test.each(lists)('%s is filtered by status, and searched by name, owner and id', async (list) => {
    expect(await namesOf(`${list}?status=pending`)).toEqual(['drums.example'])
    expect(await namesOf(`${list}?status=expired`)).toEqual([])
    expect(await namesOf(`${list}?q=TEMP`)).toEqual(['temple.com'])
    expect(await namesOf(`${list}?q=${email}`)).toEqual(['lamps.org', 'bells.com', 'temple.com'])
    expect(await namesOf(`${list}?q=${email}&status=pending`)).toEqual([])
    const [first] = (await read(list)).items
    expect(await namesOf(`${list}?q=${first?.id}`)).toEqual(['drums.example'])
    for (const q of ['%25', '_', 'emple', '%5C', "'"]) expect(await namesOf(`${list}?q=${q}`)).toEqual([])
  })

  test.each(lists)(
    '%s is refused to customers and visitors, and with an invalid cursor or status',
    async (list) => {
      expect((await asha.send('GET', `/api/admin/${list}`)).status).toBe(403)
      expect((await world.app.request(`/api/admin/${list}`)).status).toBe(401)
      for (const wrong of ['cursor=x', 'limit=0', 'status=done', 'q=%00'])
        expect((await get(`${list}?${wrong}`)).status).toBe(422)
    },
  )

  test('shows a domain with its owner, its service and its status', async () => {
    const { items } = await read('domains')
    expect(items[0]).toMatchObject({
      name: 'drums.example',
      user: { id: ravi.id },
      registrar: 'external',
      status: 'pending',
      isVerified: false,
    })
    expect(items[3]).toEqual({
      id: expect.any(String),
      name: 'temple.com',
      user: { id: asha.id, email, firstName: null, lastName: null },
      service: { id: asha.serviceId, plan: 'Premium', name: null, domain: 'temple.com' },
      registrar: 'local',
      status: 'active',
      isVerified: true,
      problem: null,
      ssl: { status: 'off', problem: null },
      isSigned: false,
      expires: expect.any(String),
      createdAt: expect.any(String),
    })
  })
})

describe('checking again', () => {
  const check = (id: string, cookie = administrator.cookie) =>
    world.app.request(`/api/admin/domains/${id}/check`, { method: 'POST', cookie, json: {} })

  test('checks a pending name in the next run of the task', async () => {
    const { id, name, challenge } = await ravi.connected(world.freshName())
    await checkProofs(world.app.deps, new AbortController().signal)
    world.lay(name, `_portal-challenge TXT ${challenge?.value}`)
    await checkProofs(world.app.deps, new AbortController().signal)
    expect((await read(`domains?q=${name}`)).items[0]).toMatchObject({ isVerified: false })
    expect((await check(id)).body).toMatchObject({ id, name, isVerified: false })
    await checkProofs(world.app.deps, new AbortController().signal)
    expect((await read(`domains?q=${name}`)).items[0]).toMatchObject({ isVerified: true, status: 'active' })
    expect((await check(id)).status).toBe(409)
  })

  test('is for administrators, and for existing domains', async () => {
    const { id } = await ravi.connected(world.freshName())
    expect((await check(id, ravi.cookie)).status).toBe(403)
    expect((await check(Bun.randomUUIDv7())).status).toBe(404)
  })
})
