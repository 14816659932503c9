import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { hour } from '#shared/time.ts'
import { activateService, placeOrder, type Reply } from '#test/support/app.ts'
import { type Connecting, createConnecting, type Owner } from '#test/support/connected.ts'
import { invariants } from './invariants.ts'

let home: Connecting
let one: Owner
let other: Owner
let counter = 0
/** Below an ending that names are registered under. */
const freshName = () => {
  counter += 1
  return `claimed-${counter}.com`
}
beforeAll(async () => {
  home = await createConnecting()
})
afterAll(() => home.close())
beforeEach(async () => {
  one = await home.addOwner()
  other = await home.addOwner()
})

const order = (domain: string, { cookie } = other) => placeOrder(home.app, cookie, { domain })
const statuses = (replies: Reply[]) => replies.map(({ status }) => status).sort()
const inUse = { status: 409, body: { code: 'DOMAIN_IN_USE' } }

/** The name is the domain of its owner, by a TXT record in the world. */
async function verified(owner: Owner, name: string): Promise<string> {
  const { id, challenge } = await owner.connected(name)
  home.lay(name, `_portal-challenge TXT ${challenge?.value}`)
  expect((await owner.verify(id)).body).toMatchObject({ verified: true })
  return id
}

describe('a name that is one customer’s', () => {
  const ways: [how: string, take: (name: string) => Promise<unknown>][] = [
    ['a domain registered here', async (name) => expect((await one.register(name)).status).toBe(201)],
    ['a domain that its customer verified', (name) => verified(one, name)],
    ['the domain of a service', async (name) => expect((await one.setDomain(name)).status).toBe(200)],
    ['the domain of a service that is only ordered', (name) => order(name, one)],
  ]
  test.each(ways)('as %s is refused to every other, in every way', async (_, take) => {
    const name = freshName()
    await take(name)
    expect(await other.connect(name)).toMatchObject(inUse)
    expect(await other.register(name)).toMatchObject(inUse)
    expect(await other.setDomain(name)).toMatchObject(inUse)
    await expect(order(name)).rejects.toThrow('409')
    expect(await other.list()).toEqual([])
  })

  test('as a verified domain is refused with all names inside it', async () => {
    const name = freshName()
    await verified(one, name)
    expect(await other.connect(`shop.${name}`)).toMatchObject(inUse)
    expect(await other.setDomain(`shop.${name}`)).toMatchObject(inUse)
    expect((await one.connect(`shop.${name}`)).status).toBe(201)
  })

  test('is refused while a service of another customer has its www, which a new zone would lead to that one’s site', async () => {
    const name = freshName()
    expect((await one.setDomain(`www.${name}`)).status).toBe(200)
    expect(await other.register(name)).toMatchObject(inUse)
    expect(await other.connect(name)).toMatchObject(inUse)
    expect(await other.list()).toEqual([])
    expect((await one.register(name)).status).toBe(201)
  })

  test('as a part of a name that another customer verified later stays that one’s for a service', async () => {
    const name = freshName()
    await verified(one, `shop.${name}`)
    await verified(other, name)
    expect((await one.setDomain(`shop.${name}`)).status).toBe(200)
    expect(await one.connect(`other.${name}`)).toMatchObject(inUse)
  })

  test('is not refused to that customer for a service', async () => {
    const name = freshName()
    await verified(one, name)
    expect((await one.setDomain(name)).status).toBe(200)
    const second = freshName()
    expect((await one.setDomain(second)).status).toBe(200)
    expect((await one.connect(second)).status).toBe(201)
  })

  test('is had by one when its www is wanted for a service at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const name = freshName()
      const replies = await Promise.all([one.setDomain(`www.${name}`), other.register(name)])
      expect(replies.filter(({ status }) => status < 300)).toHaveLength(1)
      expect(replies.filter(({ status }) => status === 409)).toHaveLength(1)
      await one.setDomain(null)
    }
  })

  test('is free again when the domain is removed, and when the service lets go of it', async () => {
    const [name, site] = [freshName(), freshName()]
    const id = await verified(one, name)
    await one.send('DELETE', `/api/domains/${id}`)
    expect((await other.connect(name)).status).toBe(201)
    await one.setDomain(site)
    await one.setDomain(null)
    expect((await other.connect(site)).status).toBe(201)
  })
})

describe('a name that is not verified yet', () => {
  test('gives no right: others connect it, register it, and have it for a service', async () => {
    const names = [freshName(), freshName(), freshName()] as const
    for (const name of names) await one.connected(name)
    expect((await other.connect(names[0])).status).toBe(201)
    expect((await other.register(names[1])).status).toBe(201)
    expect((await other.setDomain(names[2])).status).toBe(200)
    await order(`shop.${names[0]}`)
  })

  test('becomes that of the first who verifies it; to the others it is in use from then on', async () => {
    const name = freshName()
    const [first, second] = [await one.connected(name), await other.connected(name)]
    const values = [first, second].map(({ challenge }) => `_portal-challenge TXT ${challenge?.value}`)
    home.lay(name, ...values)
    expect((await other.verify(second.id)).body).toMatchObject({ verified: true })
    const late = await one.verify(first.id)
    expect(late).toMatchObject({ ...inUse, body: { message: expect.stringContaining('another customer') } })
    expect(await one.list()).toMatchObject([{ status: 'pending' }])
  })

  test('becomes that of one of two who verify it at the same moment', async () => {
    const name = freshName()
    const [first, second] = [await one.connected(name), await other.connected(name)]
    const values = [first, second].map(({ challenge }) => `_portal-challenge TXT ${challenge?.value}`)
    home.lay(name, ...values)
    const replies = await Promise.all([one.verify(first.id), other.verify(second.id)])
    expect(statuses(replies)).toEqual([200, 409])
  })

  test('cannot be verified any more once it is the domain of another customer’s service', async () => {
    const name = freshName()
    const { id, challenge } = await one.connected(name)
    await other.setDomain(name)
    home.lay(name, `_portal-challenge TXT ${challenge?.value}`)
    expect(await one.verify(id)).toMatchObject(inUse)
  })
})

describe('of two customers who ask for one name at the same moment', () => {
  const rounds = 8

  test('one registers it, or the other’s service has it', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const name = freshName()
      const replies = await Promise.all([one.register(name), other.setDomain(name)])
      expect(statuses(replies)).toEqual([replies[0]?.status === 201 ? 201 : 200, 409])
      one = await home.addOwner()
      other = await home.addOwner()
    }
  })

  test('one verifies it, or the other’s service has it', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const name = freshName()
      const { id, challenge } = await one.connected(name)
      home.lay(name, `_portal-challenge TXT ${challenge?.value}`)
      const replies = await Promise.all([one.verify(id), other.setDomain(name)])
      expect(statuses(replies)).toEqual([200, 409])
      one = await home.addOwner()
      other = await home.addOwner()
    }
  })

  test('one registers it, or the other orders with it', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const name = freshName()
      const replies = await Promise.allSettled([
        one.register(name).then(({ status }) => {
          if (status !== 201) throw new Error(String(status))
        }),
        order(name),
      ])
      expect(replies.map((reply) => reply.status).sort()).toEqual(['fulfilled', 'rejected'])
      one = await home.addOwner()
      other = await home.addOwner()
    }
  })
})

describe('a service that an administrator brings back', () => {
  test.each([
    ['has its domain again', async () => {}, true],
    [
      'has none when another customer verified the name meanwhile',
      (name: string) => verified(other, name),
      false,
    ],
    [
      'has none when another customer verified a name around it',
      (name: string) => verified(other, name.split('.').slice(1).join('.')),
      false,
    ],
    [
      'has its domain again when another customer only waits for it',
      (name: string) => other.connected(name),
      true,
    ],
  ])('%s', async (_, meanwhile, isGivenBack) => {
    const domain = `site.${freshName()}`
    home.app.advance(hour)
    const { serviceId, administrator } = await activateService(home.app, one.cookie, { domain })
    const change = (name: string) =>
      home.app.request(`/api/admin/services/${serviceId}/${name}`, { cookie: administrator.cookie, json: {} })
    await change('terminate')
    await meanwhile(domain)
    const reply = await change('restore')
    expect([reply.status, reply.body]).toMatchObject([
      200,
      { status: 'active', domain: isGivenBack ? domain : null },
    ])
  })
})

test('the store itself refuses two customers one name that is theirs', async () => {
  const name = freshName()
  const [first, second] = [await one.connected(name), await other.connected(name)]
  const { domains } = home.app.store.t
  const give = (id: string) =>
    home.app.store.tx((tx) => tx.update(domains).set({ challenge: null }).where(eq(domains.id, id)))
  await give(first.id)
  await expect(give(second.id)).rejects.toThrow('domains_name_key')
  await home.app.store.tx((tx) => tx.delete(domains).where(eq(domains.id, first.id)))
})

test('the names of these tests keep the invariants, which notice a name that two have', async () => {
  const broken = async () => {
    const counts = await Promise.all(
      invariants.map(async ({ name, count }) => ({ name, rows: await count(home.app.store, '', null) })),
    )
    return counts.filter(({ rows }) => rows > 0).map(({ name }) => name)
  }
  expect(await broken()).toEqual([])
  const name = freshName()
  await one.register(name)
  const { userServices } = home.app.store.t
  await home.app.store.tx((tx) =>
    tx.update(userServices).set({ domain: name }).where(eq(userServices.id, other.serviceId)),
  )
  expect(await broken()).toEqual(['no name is the domain of one customer and of a service of another'])
})
