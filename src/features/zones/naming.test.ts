import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import type { LiveEvent } from '#server/events.ts'
import { insertActiveService } from '#test/support/active-service.ts'
import { type Connecting, createConnecting, type Owner } from '#test/support/connected.ts'

let home: Connecting
let owner: Owner
let heard: LiveEvent[]
let counter = 0
beforeAll(async () => {
  home = await createConnecting()
  home.app.deps.events.subscribe((event) => heard.push(event))
})
afterAll(() => home.close())
beforeEach(async () => {
  owner = await home.addOwner()
  heard = []
})

const registrable = () => {
  counter += 1
  return `named-${counter}.com`
}
const domainOf = async (service = owner.serviceId) =>
  ((await owner.send('GET', `/api/user-services/${service}`)).body as { domain: string | null }).domain
const entriesOf = (targetId: string) => {
  const { auditLog: a } = home.app.store.t
  return home.app.store.read
    .select({ actorId: a.actorId, details: a.details })
    .from(a)
    .where(and(eq(a.targetId, targetId), eq(a.action, 'service.domain')))
}
const waiting = async () => {
  const domain = await owner.connected(home.freshName())
  home.lay(domain.name, `_portal-challenge TXT ${domain.challenge?.value}`)
  return domain
}
const told = () => heard.filter(({ kind, id }) => kind === 'service' && id === owner.serviceId)

describe('a service without a domain', () => {
  test('receives the domain that is registered for it, audited and announced', async () => {
    const name = registrable()
    expect((await owner.register(name)).status).toBe(201)
    expect(await domainOf()).toBe(name)
    expect(await entriesOf(owner.serviceId)).toEqual([
      { actorId: owner.id, details: { before: null, after: name } },
    ])
    expect(told()).toMatchObject([{ userId: owner.id, status: 'active' }])
  })

  test('receives the connected domain once it is verified, and not before', async () => {
    const { id, name } = await waiting()
    expect([await domainOf(), told()]).toEqual([null, []])
    expect((await owner.verify(id)).body).toMatchObject({ verified: true })
    expect(await domainOf()).toBe(name)
    expect(await entriesOf(owner.serviceId)).toMatchObject([{ actorId: owner.id }])
    expect(told()).toHaveLength(1)
  })

  test('receives it when the task finds the proof, logged as the system', async () => {
    const { name } = await waiting()
    await home.app.work()
    expect(await domainOf()).toBe(name)
    expect(await entriesOf(owner.serviceId)).toMatchObject([{ actorId: null }])
  })

  test('receives none from a domain of another service', async () => {
    const second = await insertActiveService(home.app, owner.id, 'Premium')
    await owner.connect(home.freshName(), { serviceId: second })
    await owner.send('POST', '/api/domains/register', { name: registrable(), serviceId: second })
    expect([await domainOf(), await domainOf(second)]).toEqual([null, expect.stringContaining('named-')])
  })

  test('rejects a name that the owner’s other service uses', async () => {
    const second = await insertActiveService(home.app, owner.id, 'Premium')
    const name = registrable()
    await owner.setDomain(name, second)
    await owner.send('POST', '/api/domains/register', { name, serviceId: owner.serviceId })
    expect([await domainOf(), await domainOf(second)]).toEqual([null, name])
  })

  test('receives none while it is suspended or being restored', async () => {
    const { userServices } = home.app.store.t
    const { id } = await waiting()
    await home.app.store.tx((tx) =>
      tx.update(userServices).set({ status: 'suspended' }).where(eq(userServices.id, owner.serviceId)),
    )
    expect((await owner.verify(id)).body).toMatchObject({ verified: true })
    expect(await domainOf()).toBeNull()
  })
})

describe('a service with a domain', () => {
  test('keeps it when another domain is registered or verified for it', async () => {
    const name = registrable()
    await owner.setDomain(name)
    await owner.register(registrable())
    await owner.verify((await waiting()).id)
    expect(await domainOf()).toBe(name)
  })

  test('loses it once that domain is removed, and the name is free', async () => {
    const { id, name } = await waiting()
    await owner.verify(id)
    heard = []
    expect((await owner.send('DELETE', `/api/domains/${id}`)).status).toBe(200)
    expect([await domainOf(), told().length]).toEqual([null, 1])
    expect((await (await home.addOwner()).connect(name)).status).toBe(201)
  })

  test('keeps it when an unverified domain of that name is removed', async () => {
    const { id, name } = await owner.connected(home.freshName())
    await owner.setDomain(name)
    await owner.send('DELETE', `/api/domains/${id}`)
    expect(await domainOf()).toBe(name)
  })
})
