import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import type { LiveEvent } from '#server/events.ts'
import { hour } from '#shared/time.ts'
import { activateService, placeOrder, type Reply } from '#test/support/app.ts'
import { type Connecting, createConnecting, type Owner } from '#test/support/connected.ts'
import { domainName } from '#test/support/domain-name.ts'
import { invariants } from './invariants.ts'

let home: Connecting
let one: Owner
let other: Owner
let counter = 0
/** Below an ending that the registrar offers. */
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

/** Verifies the name for its owner by a TXT record in public DNS. */
async function verified(owner: Owner, name: string): Promise<string> {
  const { id, challenge } = await owner.connected(name)
  home.lay(name, `_portal-challenge TXT ${challenge?.value}`)
  expect((await owner.verify(id)).body).toMatchObject({ verified: true })
  return id
}

describe('a name that belongs to one customer', () => {
  const ways: [how: string, take: (name: string) => Promise<unknown>][] = [
    ['a domain registered here', async (name) => expect((await one.register(name)).status).toBe(201)],
    ['a domain that its customer verified', (name) => verified(one, name)],
    ['the domain of a service', async (name) => expect((await one.setDomain(name)).status).toBe(200)],
    ['the domain of a service that is only ordered', (name) => order(name, one)],
  ]
  test.each(ways)('as %s is refused to every other customer, in every way', async (_, take) => {
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

  test('is refused while a service of another customer has its www, which a new zone would point to that service', async () => {
    const name = freshName()
    expect((await one.setDomain(`www.${name}`)).status).toBe(200)
    expect(await other.register(name)).toMatchObject(inUse)
    expect(await other.connect(name)).toMatchObject(inUse)
    expect(await other.list()).toEqual([])
    expect((await one.register(name)).status).toBe(201)
  })

  test('stays with a service although another customer later verified the domain around it', async () => {
    const name = freshName()
    await verified(one, `shop.${name}`)
    await verified(other, name)
    expect((await one.setDomain(`shop.${name}`)).status).toBe(200)
    expect(await one.connect(`other.${name}`)).toMatchObject(inUse)
  })

  test('is not refused to its customer for a service', async () => {
    const name = freshName()
    await verified(one, name)
    expect((await one.setDomain(name)).status).toBe(200)
    const second = freshName()
    expect((await one.setDomain(second)).status).toBe(200)
    expect((await one.connect(second)).status).toBe(201)
  })

  test('goes to one customer when its www is requested for a service at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const name = freshName()
      const replies = await Promise.all([one.setDomain(`www.${name}`), other.register(name)])
      expect(replies.filter(({ status }) => status < 300)).toHaveLength(1)
      expect(replies.filter(({ status }) => status === 409)).toHaveLength(1)
      await one.setDomain(null)
    }
  })

  test('is free again when the domain is removed, and when the service releases it', async () => {
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
  test('grants no rights: others connect it, register it, and use it for a service', async () => {
    const names = [freshName(), freshName(), freshName()] as const
    for (const name of names) await one.connected(name)
    expect((await other.connect(names[0])).status).toBe(201)
    expect((await other.register(names[1])).status).toBe(201)
    expect((await other.setDomain(names[2])).status).toBe(200)
    await order(`shop.${names[0]}`)
  })

  test('goes to the first who verifies it; the others see it as in use from then on', async () => {
    const name = freshName()
    const [first, second] = [await one.connected(name), await other.connected(name)]
    const values = [first, second].map(({ challenge }) => `_portal-challenge TXT ${challenge?.value}`)
    home.lay(name, ...values)
    expect((await other.verify(second.id)).body).toMatchObject({ verified: true })
    const late = await one.verify(first.id)
    expect(late).toMatchObject({ ...inUse, body: { message: expect.stringContaining('another customer') } })
    expect(await one.list()).toMatchObject([{ status: 'pending' }])
  })

  test('goes to one of two who verify it at the same moment', async () => {
    const name = freshName()
    const [first, second] = [await one.connected(name), await other.connected(name)]
    const values = [first, second].map(({ challenge }) => `_portal-challenge TXT ${challenge?.value}`)
    home.lay(name, ...values)
    const replies = await Promise.all([one.verify(first.id), other.verify(second.id)])
    expect(statuses(replies)).toEqual([200, 409])
  })
})

describe('a proof of a name that another customer’s service claims without proof', () => {
  /** The customer waits for the name, and the other customer's service takes it or its `www` meanwhile. */
  const wanted = async (taken = '') => {
    const name = freshName()
    const domain = await one.connected(name)
    expect((await other.setDomain(`${taken}${name}`)).status).toBe(200)
    return { ...domain, name, proof: `_portal-challenge TXT ${domain.challenge?.value}` }
  }
  const domainOf = async (owner: Owner) => {
    const { body } = await owner.send('GET', `/api/user-services/${owner.serviceId}`)
    return (body as { domain: string | null }).domain
  }
  const mailsTo = (userId: string) => {
    const { mails } = home.app.store.t
    return home.app.store.read
      .select({ kind: mails.kind, subject: mails.subject })
      .from(mails)
      .where(and(eq(mails.userId, userId), eq(mails.kind, 'service.domain-lost')))
  }
  const listed = async (owner: Owner) =>
    (
      (await owner.send('GET', '/api/trpc/activity.list')).body as {
        result: { data: { title: string; subject: string }[] }
      }
    ).result.data.filter(({ title }) => title === 'Domain lost')

  test.each(['', 'www.'])('takes %s<name> from it by a TXT record, and notifies its owner', async (taken) => {
    const { id, name, proof } = await wanted(taken)
    home.lay(name, proof)
    const heard: LiveEvent[] = []
    const stop = home.app.deps.events.subscribe((event) => heard.push(event))
    expect((await one.verify(id)).body).toMatchObject({ verified: true })
    stop()
    expect(await domainOf(other)).toBeNull()
    const told = { userId: other.id, kind: 'service', id: other.serviceId, status: 'active' }
    expect(heard).toContainEqual(expect.objectContaining(told))
    expect(await mailsTo(other.id)).toEqual([
      { kind: 'service.domain-lost', subject: `${taken}${name} no longer shows your site` },
    ])
    expect(await listed(other)).toMatchObject([{ subject: `${taken}${name}` }])
    expect([await mailsTo(one.id), await listed(one)]).toEqual([[], []])
    expect(await other.setDomain(`${taken}${name}`)).toMatchObject(inUse)
  })

  test('is found by the task as well', async () => {
    const { id, name, proof } = await wanted()
    home.lay(name, proof)
    await home.app.work()
    expect(await one.list()).toMatchObject([{ id, status: 'active' }])
    expect([await domainOf(other), (await mailsTo(other.id)).length]).toEqual([null, 1])
  })

  test('does not count as a delegation to name servers that all customers share', async () => {
    const { id, name } = await wanted()
    home.lay(name, '@ NS ns1.localhost')
    expect((await one.verify(id)).body).toMatchObject({
      verified: false,
      message: expect.stringMatching(/but a service of another customer has .* Only the TXT record/),
    })
    expect([await domainOf(other), await mailsTo(other.id)]).toEqual([name, []])
  })

  test('leaves that service a name inside it that its owner has verified', async () => {
    const { id, name, proof } = await wanted('www.')
    const part = await other.connected(`www.${name}`)
    home.lay(`www.${name}`, `_portal-challenge TXT ${part.challenge?.value}`)
    expect((await other.verify(part.id)).body).toMatchObject({ verified: true })
    home.lay(name, proof)
    expect((await one.verify(id)).body).toMatchObject({ verified: true })
    expect([await domainOf(other), await mailsTo(other.id)]).toEqual([`www.${name}`, []])
  })

  test('takes it from an order as well, whose service is created without it', async () => {
    const name = freshName()
    const { id, challenge } = await one.connected(name)
    const { serviceId } = await order(name)
    home.lay(name, `_portal-challenge TXT ${challenge?.value}`)
    expect((await one.verify(id)).body).toMatchObject({ verified: true })
    expect(await domainOf({ ...other, serviceId })).toBeNull()
  })
})

describe('when two customers claim one name at the same moment', () => {
  const rounds = 8

  test('either one registers it, or the other’s service has it', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const name = freshName()
      const replies = await Promise.all([one.register(name), other.setDomain(name)])
      expect(statuses(replies)).toEqual([replies[0]?.status === 201 ? 201 : 200, 409])
      one = await home.addOwner()
      other = await home.addOwner()
    }
  })

  test('the customer who verifies it has it, and not the other’s service', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const name = freshName()
      const { id, challenge } = await one.connected(name)
      home.lay(name, `_portal-challenge TXT ${challenge?.value}`)
      const [verified] = await Promise.all([one.verify(id), other.setDomain(name)])
      expect(verified.body).toMatchObject({ verified: true })
      const { body } = await other.send('GET', `/api/user-services/${other.serviceId}`)
      expect(body).toMatchObject({ domain: null })
      one = await home.addOwner()
      other = await home.addOwner()
    }
  })

  test('either one registers it, or the other orders with it', async () => {
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

describe('a service that an administrator restores', () => {
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

test('the store refuses to give two customers the same name', async () => {
  const name = freshName()
  const [first, second] = [await one.connected(name), await other.connected(name)]
  const { domains } = home.app.store.t
  const give = (id: string) =>
    home.app.store.tx((tx) => tx.update(domains).set({ challenge: null }).where(eq(domains.id, id)))
  await give(first.id)
  await expect(give(second.id)).rejects.toThrow('domains_name_key')
  await home.app.store.tx((tx) => tx.delete(domains).where(eq(domains.id, first.id)))
})

test('keeps the invariants, which notice a name with two owners', async () => {
  const broken = async () => {
    const counts = await Promise.all(
      invariants.map(async ({ name, count }) => ({ name, rows: await count(home.app.store, '', null) })),
    )
    return counts.filter(({ rows }) => rows > 0).map(({ name }) => name)
  }
  expect(await broken()).toEqual([])
  const name = freshName()
  await one.register(name)
  await one.setDomain(null)
  const { userServices } = home.app.store.t
  await home.app.store.tx((tx) =>
    tx
      .update(userServices)
      .set({ domain: domainName(name) })
      .where(eq(userServices.id, other.serviceId)),
  )
  expect(await broken()).toEqual(['no name is the domain of one customer and of a service of another'])
})
