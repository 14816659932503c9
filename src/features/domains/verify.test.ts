import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { LiveEvent } from '#server/events.ts'
import { day } from '#shared/time.ts'
import { createTestApp } from '#test/support/app.ts'
import { type Connecting, createConnecting, type Owner } from '#test/support/connected.ts'

let home: Connecting
let owner: Owner
let heard: LiveEvent[]
beforeAll(async () => {
  home = await createConnecting()
  home.app.deps.events.subscribe((event) => heard.push(event))
})
afterAll(() => home.close())
beforeEach(async () => {
  owner = await home.addOwner()
  heard = []
})

const ours = '@ NS ns1.localhost'
const theirs = ['@ NS ns1.outside.net', '@ NS ns2.outside.net']
const entriesOf = (targetId: string) => {
  const { auditLog } = home.app.store.t
  const { action, actorId, details } = auditLog
  return home.app.store.read
    .select({ action, actorId, details })
    .from(auditLog)
    .where(eq(auditLog.targetId, targetId))
    .then((rows) => rows.filter((row) => row.action === 'domain.verify'))
}

describe('a proof', () => {
  test('is the TXT record of the challenge, among others', async () => {
    const { id, name, challenge } = await owner.connected(home.freshName())
    home.lay(name, ...theirs, '_portal-challenge TXT other', `_portal-challenge TXT ${challenge?.value}`)
    const { status, body } = await owner.verify(id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      verified: true,
      message: `${name} is verified. We found its TXT record.`,
      domain: { id, status: 'active', challenge: null, problem: null, registrar: 'external' },
    })
    const now = home.app.deps.now().toISOString()
    expect(await owner.list()).toMatchObject([{ status: 'active', challenge: null, verifiedAt: now }])
    expect(await entriesOf(id)).toEqual([
      { action: 'domain.verify', actorId: owner.id, details: { by: 'TXT' } },
    ])
    expect(heard.filter(({ kind, status }) => kind === 'domain' && status === 'active')).toHaveLength(1)
  })

  test('is the delegation to our name servers alone', async () => {
    const [all, some] = [await owner.connected(home.freshName()), await owner.connected(home.freshName())]
    home.lay(all.name, ours)
    home.lay(some.name, ours, '@ NS ns1.outside.net')
    expect((await owner.verify(all.id)).body).toMatchObject({
      verified: true,
      message: `${all.name} is verified. It uses our name servers.`,
    })
    expect((await owner.verify(some.id)).body).toMatchObject({ verified: false })
  })

  test('is not checked again once found, nor for a name that is registered here', async () => {
    const { id, name, challenge } = await owner.connected(home.freshName())
    home.lay(name, `_portal-challenge TXT ${challenge?.value}`)
    await owner.verify(id)
    home.lay(name, '@ A 192.0.2.1')
    const again = await owner.verify(id)
    expect(again.body).toMatchObject({ verified: true, message: `${name} is verified.` })
    expect(await entriesOf(id)).toHaveLength(1)
    const { body } = await owner.register('registered-here.com')
    expect((await owner.verify((body as { id: string }).id)).body).toMatchObject({ verified: true })
  })

  test('is stored with its answer, which is replayed under its idempotency key', async () => {
    const { id, name, challenge } = await owner.connected(home.freshName())
    home.lay(name, `_portal-challenge TXT ${challenge?.value}`)
    const headers = { 'idempotency-key': Bun.randomUUIDv7() }
    const send = () =>
      home.app.request(`/api/domains/${id}/verify`, { cookie: owner.cookie, json: {}, headers })
    const [first, again] = [await send(), await send()]
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(await entriesOf(id)).toHaveLength(1)
  })

  test('can be checked by the owner alone', async () => {
    const { id } = await owner.connected(home.freshName())
    const other = await home.addOwner()
    expect((await other.verify(id)).status).toBe(404)
    expect((await other.verify('nothing')).status).toBe(404)
    expect((await home.app.request(`/api/domains/${id}/verify`, { json: {} })).status).toBe(401)
  })
})

describe('a delegation to our name servers proves nothing', () => {
  const hasNot = async (id: string, words: RegExp) => {
    const { body } = await owner.verify(id)
    expect(body).toMatchObject({ verified: false, message: expect.stringMatching(words) })
    expect(await owner.list()).toMatchObject([{ status: 'pending', problem: expect.stringMatching(words) }])
  }
  /** A former domain of another customer that is still delegated here. */
  const abandoned = async () => {
    const other = await home.addOwner()
    const { id, name } = await other.connected(home.freshName())
    home.lay(name, ours)
    await other.verify(id)
    await other.send('DELETE', `/api/domains/${id}`)
    return name
  }

  test('for a former domain of another customer, with the reason; the TXT record counts', async () => {
    const name = await abandoned()
    const { id, challenge } = await owner.connected(name)
    await hasNot(
      id,
      /^TXT record not found yet\. .* still uses our name servers from another customer’s earlier setup/,
    )
    home.lay(name, ours, `_portal-challenge TXT ${challenge?.value}`)
    expect((await owner.verify(id)).body).toMatchObject({ verified: true })
  })

  test('for a name inside a former domain of another customer', async () => {
    const { id, name } = await owner.connected(`shop.${await abandoned()}`)
    home.lay(name, ours)
    await hasNot(id, /from another customer’s earlier setup/)
  })

  test('for a name inside an unowned domain that uses our name servers, or cannot be checked', async () => {
    const [around, unseen] = [home.freshName(), home.freshName()]
    home.lay(around, ours)
    const { id, name } = await owner.connected(`shop.${around}`)
    home.lay(name, ours)
    await hasNot(id, new RegExp(`${around}, which contains shop.${around}, uses our name servers`))
    await owner.send('DELETE', `/api/domains/${id}`)
    const hidden = await owner.connected(`shop.${unseen}`)
    home.lay(hidden.name, ours)
    await hasNot(hidden.id, /or could not be checked/)
  })

  test('unless the domain around it has other name servers, or belongs to the customer', async () => {
    const [foreign, own] = [home.freshName(), await owner.connected(home.freshName())]
    home.lay(foreign, ...theirs)
    home.lay(own.name, ours)
    await owner.verify(own.id)
    for (const around of [foreign, own.name]) {
      const { id, name } = await owner.connected(`shop.${around}`)
      home.lay(name, ours)
      expect((await owner.verify(id)).body).toMatchObject({ verified: true })
    }
  })
})

describe('without a proof', () => {
  const look = async (...lines: string[]) => {
    const { id, name } = await owner.connected(home.freshName())
    if (lines.length > 0) home.lay(name, ...lines)
    const { body, status } = await owner.verify(id)
    expect(status).toBe(200)
    const { message, verified, domain } = body as { message: string; verified: boolean; domain: object }
    expect(verified).toBe(false)
    return { name, message, domain }
  }

  test('reports that there is no record', async () => {
    const { message, domain } = await look(...theirs)
    expect(message).toBe('TXT record not found yet. DNS changes can take up to an hour.')
    expect(domain).toMatchObject({ status: 'pending', problem: message })
  })

  test('quotes the wrong record, without deceptive characters', async () => {
    const { name, message } = await look(...theirs, `_portal-challenge TXT ${'é'.repeat(50)}\u202e`)
    expect(message).toStartWith(`The TXT record at _portal-challenge.${name} says “?`)
    expect(message).not.toMatch(/[\u202eé]/)
  })

  test('reports a resolver that refuses or does not answer, and changes nothing', async () => {
    const before = await owner.connected(home.freshName())
    const { body, status } = await owner.verify(before.id)
    expect([status, body]).toMatchObject([
      200,
      { verified: false, message: expect.stringContaining('no resolver answered'), domain: before },
    ])
    expect(await owner.list()).toEqual([before])
  })
})

describe('the delegation to our name servers, which all customers share,', () => {
  const isDoubted = async (id: string, by: Owner, why: string) => {
    const { body } = await by.verify(id)
    const { verified, message } = body as { verified: boolean; message: string }
    expect(verified).toBe(false)
    expect(message).toContain(why)
    expect(message).toContain('Only the TXT record')
  }

  test('proves nothing while another customer waits for the name; the TXT record still does', async () => {
    const other = await home.addOwner()
    const { id, name, challenge } = await owner.connected(home.freshName())
    const { id: others } = await other.connected(name)
    home.lay(name, ours)
    await isDoubted(id, owner, 'another customer waits')
    await isDoubted(others, other, 'another customer waits')
    home.lay(name, ours, `_portal-challenge TXT ${challenge?.value}`)
    expect((await owner.verify(id)).body).toMatchObject({ verified: true })
  })

  test('proves nothing for a former domain of another customer that may still use our name servers', async () => {
    const { id, name } = await owner.connected(home.freshName())
    home.lay(name, ours)
    await owner.verify(id)
    await owner.send('DELETE', `/api/domains/${id}`)
    const other = await home.addOwner()
    await isDoubted((await other.connected(name)).id, other, 'another customer’s earlier setup')
    await other.send('DELETE', `/api/domains/${(await other.list())[0]?.id}`)
    const { id: again } = await owner.connected(name)
    expect((await owner.verify(again)).body).toMatchObject({ verified: true })
  })

  test('proves nothing for a name that contains the name servers, nor does its record', async () => {
    const { id, name, challenge } = await owner.connected(home.freshName())
    home.lay(name, `@ NS ns1.${name}`, `_portal-challenge TXT ${challenge?.value}`)
    const env = { ...home.app.deps.env, DNS_NAMESERVERS: [`ns1.${name}`] }
    const portal = await createTestApp({ ...home.app.deps, env })
    const { body } = await portal.request(`/api/domains/${id}/verify`, { cookie: owner.cookie, json: {} })
    expect(body).toMatchObject({ verified: false, message: expect.stringContaining('belongs to the portal') })
    await portal.close()
  })

  test('proves nothing for a domain that ended with the service of another customer', async () => {
    const name = 'ended-with-it.com'
    await owner.register(name)
    const { userServices } = home.app.store.t
    const end = { status: 'terminated' as const, updatedAt: home.app.deps.now() }
    await home.app.store.tx((tx) =>
      tx.update(userServices).set(end).where(eq(userServices.id, owner.serviceId)),
    )
    home.app.advance(31 * day)
    await home.app.work()
    const other = await home.addOwner()
    home.lay(name, ours)
    await isDoubted((await other.connected(name)).id, other, 'another customer’s earlier setup')
  })
})
