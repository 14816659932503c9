import { afterAll, beforeAll, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { insertActiveService } from '#test/support/active-service.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { startTestDns, type TestDns } from '#test/support/dns.ts'
import { createValidator, hasDelv } from '#test/support/dnssec.ts'
import { domainName } from '#test/support/domain-name.ts'
import { until } from '#test/support/until.ts'
import { toName } from './drivers/wire/name.ts'
import { findNode } from './drivers/zone/zone.ts'
import { type FollowedZones, followZones } from './follow-zones.ts'
import { createServedZones } from './served-zones.ts'

let app: TestApp
let server: TestDns
let followed: FollowedZones
let cookie: string
beforeAll(async () => {
  app = await createTestApp()
  const owner = await app.addCustomer()
  cookie = owner.cookie
  await insertActiveService(app, owner.id, 'Premium')
  server = await startTestDns([])
})
afterAll(async () => {
  await followed.stop()
  server.close()
  await app.close()
})

const send = async (method: string, path: string, json?: object) => {
  const reply = await app.request(path, { method, cookie, ...(json ? { json } : {}) })
  if (reply.status >= 300) throw new Error(reply.text)
  return reply.body as { id: string; ds?: { text: string }[] }
}

async function insertInner(name: string, userId: string): Promise<string> {
  const now = app.deps.now()
  const id = Bun.randomUUIDv7()
  const own = { userId, createdAt: now, updatedAt: now }
  await app.store.tx(async (tx) => {
    await tx
      .insert(tx.t.domains)
      .values({ id, domainName: domainName(name), nameservers: ['ns1.example.net'], ...own })
    await tx.insert(tx.t.dnsRecords).values({
      ...{ id: Bun.randomUUIDv7(), domainId: id, type: 'A', name: 'www', value: '192.0.2.7' },
      ...{ valueKey: 'a', ...own },
    })
  })
  app.deps.events.publish({ userId, kind: 'domain', id, status: 'active' })
  return id
}

test('delegates zones inside a signed zone that are served here, so that their existence is not denied', async () => {
  const { id } = await send('POST', '/api/domains/register', { name: 'upper', tld: 'com' })
  const { ds } = await send('PUT', `/api/domains/${id}/dnssec`, { enable: true })
  const served = createServedZones(server.zones, { ...app.deps, changed: () => {} })
  followed = followZones(app.deps, served)
  await followed.loaded

  const stranger = await app.addCustomer()
  const inner = await insertInner('inner.upper.com', stranger.id)
  const isDelegated = () => {
    const zone = server.zones.get(toName('upper.com'))
    return zone !== undefined && findNode(zone, toName('inner')) >= 0
  }
  await until('the delegation', async () => isDelegated())
  if (hasDelv) {
    const validator = await createValidator('upper.com', ds?.[0]?.text ?? '')
    const { verdicts, failure, records } = await validator.validate(server.port, 'www.inner.upper.com', 'A')
    expect([verdicts, failure]).toEqual([['unsigned answer'], null])
    expect(records.join()).toContain('192.0.2.7')
    const own = await validator.validate(server.port, 'www.upper.com', 'A')
    expect([own.verdicts, own.failure]).toEqual([['fully validated'], null])
  }

  await app.store.tx((tx) => {
    const { domains: d } = tx.t
    return tx.delete(d).where(and(eq(d.userId, stranger.id), eq(d.id, inner)))
  })
  app.deps.events.publish({ userId: stranger.id, kind: 'domain', id: inner, status: 'active' })
  await until('its end', async () => !isDelegated())
})
