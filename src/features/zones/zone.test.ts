import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { insertActiveService } from '#test/support/active-service.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { invariants } from './invariants.ts'

let app: TestApp
let cookie: string
let id: string
let zone: string
let counter = 0
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  const owner = await app.addCustomer()
  cookie = owner.cookie
  await insertActiveService(app, owner.id)
  counter += 1
  const reply = await call('POST', '/api/domains/register', { name: `zone-${counter}`, tld: 'com' })
  ;({ id, name: zone } = reply.body as { id: string; name: string })
})

type Body = Record<string, unknown> & { id: string }
const call = (method: string, path: string, json?: unknown) =>
  app.request(path, { method, cookie, ...(json === undefined ? {} : { json }) })
const dns = (rest = '') => `/api/domains/${id}/dns${rest}`
const add = (json: object) => call('POST', dns(), json)
const added = async (json: object) => (await add(json)).body as Body
const zoneNow = async () => {
  const { body } = await call('GET', dns())
  return (body as Body[]).map(({ name, type, value, ttl }) => `${name} ${type} ${value} ${ttl}`)
}
const idOf = async (name: string, type: string) => {
  const { body } = await call('GET', dns())
  return (body as Body[]).find((record) => record.name === name && record.type === type)?.id ?? ''
}
const serialNow = async () => {
  const { body } = await call('GET', '/api/domains')
  return Number((body as Body[]).find((domain) => domain.id === id)?.serial)
}
const history = async () => (await call('GET', `/api/domains/${id}/history`)).body as Body[]
const undo = (change = '') => call('POST', `/api/domains/${id}/history/${change}/undo`, {})
const preview = async (json: object) =>
  (await call('POST', dns('/preview'), json)).body as { effects: string[] }

describe('a record', () => {
  test('is added in its stored form, raises the serial and is announced', async () => {
    const before = await serialNow()
    const heard: string[] = []
    const stop = app.deps.events.subscribe(({ kind, id: of }) => heard.push(`${kind} ${of}`))
    const reply = await add({ type: 'MX', name: zone, value: 'MAIL.Example.net.', priority: 5 })
    stop()
    expect([reply.status, reply.body]).toMatchObject([
      201,
      { type: 'MX', name: '@', value: 'mail.example.net', ttl: 3_600, priority: 5 },
    ])
    expect(await serialNow()).toBeGreaterThan(before)
    expect(heard).toEqual([`domain ${id}`])
  })

  test('is changed in place and deleted', async () => {
    const { id: record } = await added({ type: 'TXT', name: 'a', value: 'one' })
    const reply = await call('PUT', dns(`/${record}`), { type: 'TXT', name: 'b', value: 'two', ttl: 60 })
    expect([reply.status, reply.body]).toMatchObject([200, { id: record, name: 'b', value: 'two', ttl: 60 }])
    expect(await zoneNow()).toContain('b TXT two 60')
    expect((await call('DELETE', dns(`/${record}`))).body).toEqual({ ok: true })
    expect(await zoneNow()).not.toContain('b TXT two 60')
    expect((await call('DELETE', dns(`/${record}`))).status).toBe(404)
  })

  test('shares its TTL with the others of its name and type', async () => {
    await add({ type: 'A', name: 'www', value: '192.0.2.9', ttl: 120 })
    expect(await zoneNow()).toContain('www A 127.0.0.1 120')
    expect(await zoneNow()).toContain('api A 127.0.0.1 3600')
  })

  test('is added once for concurrent calls with one idempotency key', async () => {
    const headers = { 'idempotency-key': Bun.randomUUIDv7() }
    const json = { type: 'TXT', name: '@', value: 'once' }
    const send = () => app.request(dns(), { method: 'POST', cookie, json, headers })
    const [first, again] = [await send(), await send()]
    expect([again.status, again.body]).toEqual([201, first.body])
  })

  test.each([
    ['an unknown type', { type: 'PTR', name: 'a', value: 'b.net' }, 'type'],
    ['a value against its type', { type: 'A', name: 'a', value: 'b.net' }, 'value'],
    ['a name outside the zone', { type: 'A', name: 'a.example.org.', value: '192.0.2.1' }, 'name'],
    ['a control character', { type: 'TXT', name: 'a', value: 'one\r\ntwo' }, 'value'],
    ['a control character in the name', { type: 'TXT', name: 'a\u0000', value: 'one' }, 'name'],
    ['no value', { type: 'TXT', name: 'a' }, 'value'],
    ['a TTL below a minute', { type: 'TXT', name: 'a', value: 'x', ttl: 59 }, 'ttl'],
    ['a TTL beyond a day', { type: 'TXT', name: 'a', value: 'x', ttl: 86_401 }, 'ttl'],
    ['a broken TTL', { type: 'TXT', name: 'a', value: 'x', ttl: 60.5 }, 'ttl'],
    ['a negative priority', { type: 'MX', name: 'a', value: 'b.net', priority: -1 }, 'priority'],
    ['a priority beyond 65535', { type: 'MX', name: 'a', value: 'b.net', priority: 65_536 }, 'priority'],
    ['a priority of an address', { type: 'A', name: 'a', value: '192.0.2.1', priority: 1 }, 'priority'],
  ])('with %s is 422 and changes nothing', async (_, json, field) => {
    const before = [await zoneNow(), await serialNow()]
    const reply = await add(json)
    expect([reply.status, reply.body]).toMatchObject([422, { fields: { [field]: expect.any(String) } }])
    expect([await zoneNow(), await serialNow()]).toEqual(before)
  })

  test.each([
    ['a duplicate', { type: 'A', name: 'www', value: '127.0.0.1' }],
    ['a CNAME beside an address', { type: 'CNAME', name: 'www', value: 'a.net' }],
    ['a CNAME for the zone itself', { type: 'CNAME', name: '@', value: 'a.net' }],
    ['a name server of the zone itself', { type: 'NS', name: '@', value: 'ns9.example.net' }],
  ])('%s is 409 and changes nothing', async (_, json) => {
    const before = [await zoneNow(), await serialNow()]
    expect(await add(json)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    expect([await zoneNow(), await serialNow()]).toEqual(before)
  })

  test('with CNAME beside another record is 409, and so is a mail server that is a CNAME', async () => {
    await add({ type: 'CNAME', name: 'alias', value: 'a.net' })
    expect((await add({ type: 'TXT', name: 'alias', value: 'x' })).status).toBe(409)
    expect((await add({ type: 'MX', name: '@', value: `alias.${zone}` })).status).toBe(409)
  })

  test('can be neither changed nor deleted when it is a name server of the zone itself', async () => {
    const ns = await idOf('@', 'NS')
    expect((await call('DELETE', dns(`/${ns}`))).status).toBe(409)
    const json = { type: 'NS', name: '@', value: 'ns9.example.net' }
    expect((await call('PUT', dns(`/${ns}`), json)).status).toBe(409)
  })

  test('beyond the limit of 500 is 409', async () => {
    const { dnsRecords } = app.store.t
    const [row] = await app.store.read.select().from(dnsRecords).where(eq(dnsRecords.domainId, id)).limit(1)
    if (!row) throw new Error('the zone is empty')
    const rows = Array.from({ length: 496 }, (_, at) => ({
      ...row,
      ...{ id: Bun.randomUUIDv7(), type: 'TXT' as const, name: 'many', value: `${at}`, valueKey: `${at}` },
    }))
    for (let i = 0; i < rows.length; i += 50)
      await app.store.tx((tx) => tx.insert(dnsRecords).values(rows.slice(i, i + 50)))
    expect(await zoneNow()).toHaveLength(500)
    expect((await add({ type: 'TXT', name: 'one-more', value: 'x' })).status).toBe(409)
  })
})

describe('the history', () => {
  test('lists each change with the records before and after, newest first', async () => {
    await add({ type: 'TXT', name: 'a', value: 'one' })
    const record = await idOf('a', 'TXT')
    await call('PUT', dns(`/${record}`), { type: 'TXT', name: 'a', value: 'two' })
    expect(await history()).toMatchObject([
      {
        note: `Changed TXT a.${zone}`,
        removed: [{ value: 'one' }],
        added: [{ value: 'two' }],
        undoneAt: null,
      },
      { note: `Added TXT a.${zone}`, removed: [], added: [{ value: 'one' }], undoneAt: null },
    ])
  })

  test('undoes an addition, a change of a TTL and a deletion, each once', async () => {
    const before = await zoneNow()
    await add({ type: 'A', name: 'www', value: '192.0.2.9', ttl: 120 })
    const [addition] = await history()
    expect((await undo(addition?.id)).status).toBe(200)
    expect(await zoneNow()).toEqual(before)
    expect(await undo(addition?.id)).toMatchObject({ status: 409 })
    await call('DELETE', dns(`/${await idOf('api', 'A')}`))
    const [deletion] = await history()
    const reply = await undo(deletion?.id)
    expect(await zoneNow()).toEqual(before)
    expect(reply.body).toHaveLength(before.length)
  })

  test('undoes what was undone', async () => {
    await add({ type: 'TXT', name: 'a', value: 'one' })
    const after = await zoneNow()
    const [addition] = await history()
    await undo(addition?.id)
    const [undoing] = await history()
    await undo(undoing?.id)
    expect(await zoneNow()).toEqual(after)
  })

  test('refuses to undo what no longer fits, and changes nothing', async () => {
    const { id: record } = await added({ type: 'TXT', name: 'a', value: 'one' })
    const [addition] = await history()
    await call('PUT', dns(`/${record}`), { type: 'TXT', name: 'a', value: 'two' })
    expect(await undo(addition?.id)).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } })
    await call('DELETE', dns(`/${await idOf('api', 'A')}`))
    const [deletion] = await history()
    await add({ type: 'CNAME', name: 'api', value: 'a.net' })
    const before = await zoneNow()
    expect(await undo(deletion?.id)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    expect(await zoneNow()).toEqual(before)
    expect((await undo(Bun.randomUUIDv7())).status).toBe(404)
  })
})

describe('a preview', () => {
  test('shows where mail will go, in the order of the priorities, and saves nothing', async () => {
    await add({ type: 'MX', name: '@', value: 'second.net', priority: 20 })
    const before = await zoneNow()
    const record = { type: 'MX', name: '@', value: 'first.net', priority: 10 }
    expect((await preview({ record })).effects[0]).toBe(
      `Mail for ${zone} will go to first.net, or to second.net if it is unavailable.`,
    )
    expect(await zoneNow()).toEqual(before)
  })

  test('shows what stops working, and for how long resolvers may cache the old answer', async () => {
    const recordId = await idOf('www', 'A')
    expect(await preview({ recordId, remove: true })).toEqual({
      effects: [`www.${zone} stops working.`, 'Resolvers may cache the old answer for up to 60 minutes.'],
    })
  })

  test.each([
    [{ type: 'A', name: 'new', value: '192.0.2.1' }, 'new.ZONE will point to 192.0.2.1.'],
    [{ type: 'CNAME', name: 'new', value: 'a.net' }, 'new.ZONE will be an alias for a.net.'],
    [
      { type: 'CNAME', name: '*', value: 'a.net' },
      '*.ZONE will be an alias for a.net. It applies to every subdomain without records of its own.',
    ],
    [
      { type: 'NS', name: 'new', value: 'ns.net.org' },
      'Everything at new.ZONE and below will be answered by ns.net.org, no longer by this zone.',
    ],
    [
      { type: 'SRV', name: '_sip._tcp', value: '0 5060 sip.net.org' },
      'Programs that look for _sip._tcp.ZONE will find sip.net.org, port 5060.',
    ],
    [
      { type: 'TXT', name: '@', value: 'v=spf1 -all' },
      'Mail from ZONE will be trusted according to its new SPF record: v=spf1 -all',
    ],
    [
      { type: 'CAA', name: '@', value: '0 issue "letsencrypt.org"' },
      'Certificates for ZONE will follow these rules: 0 issue "letsencrypt.org".',
    ],
  ])('describes %p', async (record, sentence) => {
    expect((await preview({ record })).effects).toEqual([sentence.replace('ZONE', zone)])
  })

  test('shows why a change would be refused', async () => {
    const clash = await call('POST', dns('/preview'), {
      record: { type: 'CNAME', name: 'www', value: 'a.net' },
    })
    expect(clash.status).toBe(409)
    expect((await call('POST', dns('/preview'), {})).status).toBe(422)
    expect((await call('POST', dns('/preview'), { remove: true })).status).toBe(422)
    const recordId = Bun.randomUUIDv7()
    expect((await call('POST', dns('/preview'), { remove: true, recordId })).status).toBe(404)
  })
})

describe('a subdomain', () => {
  const subdomains = async () => (await call('GET', `/api/domains/${id}/subdomains`)).body as Body[]
  const named = async (name: string) => (await subdomains()).find((each) => each.name === name)
  const addSubdomain = (json: object) => call('POST', `/api/domains/${id}/subdomains`, json)

  test.each([
    ['192.0.2.7', 'shop A 192.0.2.7 3600'],
    ['2001:DB8::7', 'shop AAAA 2001:db8::7 3600'],
    ['Stores.example.net', 'shop CNAME stores.example.net 3600'],
  ])('with the target %s publishes a record, and removes it when deleted', async (target, record) => {
    const reply = await addSubdomain({ name: 'Shop', target })
    expect([reply.status, reply.body]).toMatchObject([201, { name: 'shop', status: 'active' }])
    expect(await zoneNow()).toContain(record)
    const { id: sub } = reply.body as Body
    expect((await call('DELETE', `/api/domains/${id}/subdomains/${sub}`)).body).toEqual({ ok: true })
    expect(await zoneNow()).not.toContain(record)
    expect(await named('shop')).toBeUndefined()
  })

  test('becomes active again with a target', async () => {
    const { id: mail } = (await named('mail')) ?? {}
    const reply = await addSubdomain({ name: 'mail', target: '192.0.2.7' })
    expect(reply.body).toEqual({
      ...{ id: mail, name: 'mail', target: '192.0.2.7' },
      ...{ redirect: null, status: 'active' },
    })
  })

  test('is inactive once its records are removed, and active again with new ones', async () => {
    await call('DELETE', dns(`/${await idOf('www', 'A')}`))
    expect(await named('www')).toMatchObject({ status: 'inactive' })
    await add({ type: 'A', name: 'www', value: '192.0.2.8' })
    expect(await named('www')).toMatchObject({ status: 'active', target: '192.0.2.8' })
  })

  test('follows its record to another target, and removes that record when deleted', async () => {
    const record = await idOf('www', 'A')
    await call('PUT', dns(`/${record}`), { type: 'A', name: 'www', value: '192.0.2.9' })
    const www = await named('www')
    expect(www).toMatchObject({ status: 'active', target: '192.0.2.9' })
    expect((await call('DELETE', `/api/domains/${id}/subdomains/${www?.id}`)).status).toBe(200)
    expect((await zoneNow()).filter((line) => line.startsWith('www '))).toEqual([])
  })

  test('is refused when its name is in use or is the zone itself, or when name or target are invalid', async () => {
    expect((await addSubdomain({ name: 'www', target: '192.0.2.7' })).status).toBe(409)
    expect((await addSubdomain({ name: '@', target: '192.0.2.7' })).body).toMatchObject({
      fields: { name: expect.any(String) },
    })
    expect((await addSubdomain({ name: 'a b', target: '192.0.2.7' })).body).toMatchObject({
      fields: { name: expect.any(String) },
    })
    for (const target of ['', 'nowhere', '999.1.1.1', 'a b', '1.2.3.4:80'])
      expect(await addSubdomain({ name: 'shop', target })).toMatchObject({
        status: 422,
        body: { fields: { target: expect.any(String) } },
      })
  })
})

test('keeps the invariants in every zone of these tests', async () => {
  for (const { count } of invariants) expect(await count(app.store, app.dataDir, null)).toBe(0)
})
