import { afterEach, beforeEach, expect, test } from 'bun:test'
import { day } from '#shared/time.ts'
import { createTestApp, silentResolver, type TestApp } from '#test/support/app.ts'
import { createMailOwner, type MailOwner } from '#test/support/email.ts'
import type { DomainMailChange, DomainMailState } from '../contract/contract.ts'

type DnsRecord = { id: string; name: string; type: string; value: string; priority: number | null }

let app: TestApp
let owner: MailOwner
let domain: { id: string; name: string }
/** Public DNS answers, by name and type. */
let world: Map<string, string[]>
let nameservers: string[]

beforeEach(async () => {
  world = new Map()
  nameservers = []
  app = await createTestApp({
    resolver: {
      ...silentResolver,
      servers: () => ['192.0.2.53:53'],
      nameservers: async () => nameservers,
      lookUp: async (_, { name, type }) => ({ values: world.get(`${name} ${type}`) ?? [] }),
    },
  })
  owner = await createMailOwner(app)
  domain = await owner.addDomain()
})
afterEach(() => app.close())

const path = () => `/api/domains/${domain.id}/mail`
const preview = () => owner.must<DomainMailChange>('POST', path(), { apply: false })
const apply = (serial?: number) => owner.must<DomainMailChange>('POST', path(), { serial })
const records = () => owner.must<DnsRecord[]>('GET', `/api/domains/${domain.id}/dns`)
const state = () => owner.must<DomainMailState>('GET', `/api/email/domains/${domain.id}`)
const found = async (type: string, name: string) =>
  (await records()).filter((record) => record.type === type && record.name === name)
const keys = async () => (await records()).filter(({ name }) => name.endsWith('._domainkey'))

test('a preview lists the records that mail needs and changes nothing', async () => {
  const before = await records()
  const { applied, added, removed, effects } = await preview()
  expect(applied).toBe(false)
  expect(added.map(({ type, name }) => `${name} ${type}`).toSorted()).toEqual([
    '@ MX',
    '@ TXT',
    '_dmarc TXT',
    '_submission._tcp SRV',
    'mail A',
    'mail._domainkey TXT',
  ])
  expect(removed).toEqual([])
  expect(effects.join(' ')).toContain('Outgoing mail is off')
  expect(await records()).toEqual(before)
  expect((await state()).isMailOn).toBe(false)
})

test('applying publishes MX, SPF, a 2048-bit key and DMARC in one change that can be undone', async () => {
  const { serial } = await preview()
  const { applied } = await apply(serial)
  expect(applied).toBe(true)
  expect(await found('MX', '@')).toMatchObject([{ value: `mail.${domain.name}`, priority: 10 }])
  expect(await found('TXT', '@')).toMatchObject([{ value: 'v=spf1 mx ~all' }])
  expect(await found('TXT', '_dmarc')).toMatchObject([{ value: 'v=DMARC1; p=none' }])
  const [key] = await keys()
  const der = Buffer.from(/p=(.+)$/.exec(key?.value ?? '')?.[1] ?? '', 'base64')
  expect(der.length).toBe(294)
  const subdomains = await owner.must<{ name: string; status: string }[]>(
    'GET',
    `/api/domains/${domain.id}/subdomains`,
  )
  expect(subdomains.find(({ name }) => name === 'mail')?.status).toBe('active')
  const [change] = await owner.must<{ id: string; note: string }[]>(
    'GET',
    `/api/domains/${domain.id}/history`,
  )
  expect(change?.note).toBe('Set up mail')
  await owner.must('POST', `/api/domains/${domain.id}/history/${change?.id}/undo`)
  expect(await found('MX', '@')).toEqual([])
})

test('repeating the set-up keeps the key and changes nothing', async () => {
  await apply()
  const before = await records()
  const { added, removed } = await apply()
  expect([added, removed]).toEqual([[], []])
  expect(await records()).toEqual(before)
})

test('a zone that changed since its preview stays unchanged', async () => {
  const { serial } = await preview()
  await owner.must('POST', `/api/domains/${domain.id}/dns`, { type: 'TXT', name: 'x', value: 'y' })
  const reply = await owner.call('POST', path(), { apply: true, serial })
  expect(reply.status).toBe(409)
  expect(await found('MX', '@')).toEqual([])
  expect((await state()).isMailOn).toBe(false)
})

test('set-up keeps existing SPF senders and the DMARC policy', async () => {
  await owner.must('POST', `/api/domains/${domain.id}/dns`, {
    type: 'TXT',
    name: '@',
    value: 'v=spf1 include:news.example.net -all',
  })
  await owner.must('POST', `/api/domains/${domain.id}/dns`, {
    type: 'TXT',
    name: '_dmarc',
    value: 'v=DMARC1; p=reject',
  })
  const { checks } = await state()
  await apply()
  expect(await found('TXT', '@')).toMatchObject([{ value: 'v=spf1 mx include:news.example.net -all' }])
  expect(checks.map(({ what, wanted }) => [what, wanted])).toEqual([
    ['MX', `10 mail.${domain.name}`],
    ['SPF', 'v=spf1 mx include:news.example.net -all'],
    ['DKIM', null],
    ['DMARC', 'v=DMARC1; p=reject'],
  ])
  expect(await found('TXT', '_dmarc')).toMatchObject([{ value: 'v=DMARC1; p=reject' }])
})

test('each record is compared with a resolver’s answer, and the resolver is named', async () => {
  await apply()
  const mail = await records()
  const key = mail.find(({ name }) => name.endsWith('._domainkey'))
  world.set(`${domain.name} MX`, ['10 mail.elsewhere.test'])
  world.set(`${domain.name} TXT`, ['google-site-verification=1', 'v=spf1 mx ~all'])
  const text = key?.value ?? ''
  world.set(`${key?.name}.${domain.name} TXT`, [text.slice(0, 255), text.slice(255)])
  const { checks } = await state()
  expect(checks.map(({ what, state, server }) => [what, state, server])).toEqual([
    ['MX', 'different', '192.0.2.53:53'],
    ['SPF', 'ok', '192.0.2.53:53'],
    ['DKIM', 'ok', '192.0.2.53:53'],
    ['DMARC', 'missing', '192.0.2.53:53'],
  ])
  expect(checks[0]).toMatchObject({ found: '10 mail.elsewhere.test', wanted: `10 mail.${domain.name}` })
})

test('each record has its full name, to copy to another provider', async () => {
  const { checks } = await state()
  expect(checks.map(({ what, name }) => [what, name])).toEqual([
    ['MX', domain.name],
    ['SPF', domain.name],
    ['DKIM', `mail._domainkey.${domain.name}`],
    ['DMARC', `_dmarc.${domain.name}`],
  ])
})

test.each([
  ['none is known', () => [], null],
  ['all are ours', () => app.deps.env.DNS_NAMESERVERS, true],
  ['one is another', () => [...app.deps.env.DNS_NAMESERVERS, 'ns1.elsewhere.test'], false],
] as const)('the name servers of a domain: %s', async (_, serversOf, isDnsHere) => {
  nameservers = [...serversOf()]
  expect((await state()).isDnsHere).toBe(isDnsHere)
})

test('accounts and offered domains report whether mail is set up', async () => {
  const { isMailOn } = await owner.make({ local: 'anna', domain: domain.name })
  expect(isMailOn).toBe(false)
  await apply()
  expect((await owner.list()).map((account) => account.isMailOn)).toEqual([true])
  expect(await owner.offered()).toMatchObject([{ serviceId: owner.serviceId, isMailOn: true }])
})

test('a resolver timeout is reported, and no record counts as missing', async () => {
  const silent = await createTestApp()
  const other = await createMailOwner(silent)
  const { id } = await other.addDomain()
  const { checks } = await other.must<DomainMailState>('GET', `/api/email/domains/${id}`)
  expect(new Set(checks.map((check) => check.state))).toEqual(new Set(['unanswered']))
  await silent.close()
})

test('without a lookup the expected records are returned immediately', async () => {
  await apply()
  const skipped = `/api/email/domains/${domain.id}?dns=skip`
  const { checks, isMailOn } = await owner.must<DomainMailState>('GET', skipped)
  expect(isMailOn).toBe(true)
  expect(new Set(checks.map((check) => check.state))).toEqual(new Set(['unanswered']))
  expect(checks.map(({ wanted }) => wanted)).toEqual((await state()).checks.map(({ wanted }) => wanted))
  expect((await owner.call('GET', `${skipped}ped`)).status).toBe(422)
})

test('a new key is published beside the old one, which is removed after seven days', async () => {
  await apply()
  const [old] = await keys()
  app.advance(60_000)
  const { selector } = await owner.must<DomainMailState>('POST', `/api/email/domains/${domain.id}/dkim`)
  const both = (await keys()).map(({ name }) => name)
  expect(both).toHaveLength(2)
  expect(both).toContain(`${selector}._domainkey`)
  const again = await owner.call('POST', `/api/email/domains/${domain.id}/dkim`)
  expect(again.status).toBe(409)
  app.advance(7 * day - 60_000)
  await app.work()
  expect(await keys()).toHaveLength(2)
  app.advance(120_000)
  const { workOnce } = await import('#server/jobs/jobs.ts')
  const { retiring } = await import('./rotate.ts')
  await workOnce(app.deps, { handlers: [], tasks: [retiring] })
  const left = (await keys()).map(({ name }) => name)
  expect(left).toEqual([`${selector}._domainkey`])
  expect(left).not.toContain(old?.name)
})

test('greylisting and the catch-all can be set after mail set-up', async () => {
  const mailbox = await owner.make({ local: 'all', domain: domain.name })
  const wish = { greylisting: true, catchAllId: mailbox.id }
  const url = `/api/email/domains/${domain.id}`
  expect((await owner.call('PUT', url, wish)).status).toBe(409)
  await apply()
  expect(await owner.must('PUT', url, wish)).toMatchObject(wish)
  expect(await owner.must('PUT', url, { catchAllId: null })).toMatchObject({
    greylisting: true,
    catchAllId: null,
  })
  const stranger = await createMailOwner(app)
  const foreign = await stranger.make({ local: 'x', domain: (await stranger.addDomain()).name })
  expect((await owner.call('PUT', url, { catchAllId: foreign.id })).status).toBe(404)
  expect(await state()).toMatchObject({ catchAllId: null })
})

test('another customer’s domain is NOT_FOUND, and an unverified domain cannot be set up', async () => {
  const stranger = await createMailOwner(app)
  for (const [method, url] of [
    ['POST', path()],
    ['GET', `/api/email/domains/${domain.id}`],
    ['PUT', `/api/email/domains/${domain.id}`],
    ['POST', `/api/email/domains/${domain.id}/dkim`],
  ] as const) {
    const reply = await stranger.call(method, url, method === 'GET' ? undefined : {})
    expect([url, reply.status]).toEqual([url, 404])
    expect((await app.request(url, { method, ...(method === 'GET' ? {} : { json: {} }) })).status).toBe(401)
  }
  const { id } = await owner.must<{ id: string }>('POST', '/api/domains/connect', {
    name: 'else.example.net',
  })
  const reply = await owner.call('POST', `/api/domains/${id}/mail`, { apply: true })
  expect(reply.status).toBe(409)
})
