import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createBus } from '#server/events.ts'
import { createTestApp, findPlan, type TestApp } from '#test/support/app.ts'
import { domainName } from '#test/support/domain-name.ts'
import { createMailOwner, type MailOwner } from '#test/support/email.ts'
import { type GatewayApp, startTestGateway } from '#test/support/sites.ts'

const settings = {
  SITES_ORIGIN: 'https://sites.pages.example',
  MAIL_HOST: 'Mail.Host.example',
  DNS_NAMESERVERS: ['ns1.dns.example', 'ns2.dns.co.uk'],
}

let app: TestApp
let gateway: GatewayApp['gateway']
let owner: MailOwner
beforeAll(async () => {
  const plain = await createTestApp()
  const env = { ...plain.deps.env, ...settings }
  await plain.close()
  app = await createTestApp({ env })
  gateway = await startTestGateway(app)
})
afterAll(async () => {
  await gateway.stop(true)
  await app.close()
})
beforeEach(async () => {
  owner = await createMailOwner(app)
})

const setDomain = (domain: string, by = owner) =>
  by.call('PUT', `/api/user-services/${by.serviceId}/domain`, { domain })
const connect = (name: string, by = owner) => by.call('POST', '/api/domains/connect', { name })
async function order(domain: string, by = owner) {
  const { id: planId, price: amount } = await findPlan(app, 'Starter')
  return by.call('POST', '/api/orders', { planId, amount, paymentMethod: 'credit_card', domain })
}
/** The row of an earlier version. */
const store = (serviceId: string, domain: string) => {
  const { userServices: s } = app.store.t
  return app.store.tx((tx) =>
    tx
      .update(s)
      .set({ domain: domainName(domain) })
      .where(eq(s.id, serviceId)),
  )
}
const visit = async (host: string) =>
  (await fetch(gateway.url, { headers: { host }, redirect: 'manual' })).status

const ownNames = [
  'portal.test',
  'shop.portal.test',
  'sites.pages.example',
  'pages.example',
  'mail.host.example',
  'a.mail.host.example',
  'host.example',
  'www.host.example',
  'ns1.dns.example',
  'dns.example',
  'NS2.dns.co.uk.',
  'dns.co.uk',
]

describe('the portal’s own name', () => {
  test.each(ownNames)('%s is refused for a service, an order and a connection', async (name) => {
    for (const ask of [setDomain, order, connect])
      expect(await ask(name)).toMatchObject({
        status: 422,
        body: { message: 'This domain belongs to the portal itself.' },
      })
  })

  test('is not registered', async () => {
    const json = { name: 'name-servers', tld: 'com' }
    const env = { ...app.deps.env, DNS_NAMESERVERS: ['ns1.name-servers.com'] }
    const portal = await createTestApp({ ...app.deps, env, events: createBus() })
    const reply = await portal.request('/api/domains/register', { cookie: owner.cookie, json })
    expect(reply).toMatchObject({ status: 422, body: { fields: { name: expect.any(String) } } })
    await portal.close()
  })

  test('is not served for a service that already has it', async () => {
    const site = await gateway.addSite(null)
    for (const name of ['mail.host.example', 'dns.example', 'ns1.dns.example']) {
      await store(site.id, name)
      app.deps.events.publish({ userId: site.userId, kind: 'service', id: site.id, status: 'active' })
      expect([name, await visit(name), await visit(`www.${name}`)]).toEqual([name, 404, 404])
    }
  })

  test('has no certificate, redirect, or mail for a customer whose domain it already is', async () => {
    const { id } = await owner.addDomain()
    const { domains: d } = app.store.t
    const change = { domainName: domainName('host.example') }
    await app.store.tx((tx) => tx.update(d).set(change).where(eq(d.id, id)))
    const refused = {
      status: 409,
      body: { message: expect.stringContaining('belongs to the portal') },
    }
    expect(await owner.call('POST', `/api/domains/${id}/ssl`, { enable: true })).toMatchObject(refused)
    expect(await owner.call('POST', `/api/domains/${id}/mail`, {})).toMatchObject(refused)
    const box = { local: 'asha', domain: 'host.example', type: 'mailbox' }
    expect(await owner.create(box)).toMatchObject(refused)
    const link = { name: 'mail', target: 'https://outside.example/' }
    expect(await owner.call('POST', `/api/domains/${id}/subdomains`, link)).toMatchObject({ status: 422 })
    await app.store.tx((tx) =>
      tx
        .update(d)
        .set({ domainName: domainName(`was-${id}.example`) })
        .where(eq(d.id, id)),
    )
  })

  test('does not extend to a name beside it', async () => {
    for (const name of ['other.host.example', 'mail.example', 'xdns.example'])
      expect(await setDomain(name)).toMatchObject({ status: 200 })
  })
})

describe('a public suffix around a name of the portal', () => {
  test('leaves the names of others below it alone', async () => {
    expect(await setDomain('co.uk')).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('Anyone can register names below co.uk') },
    })
    expect(await setDomain('www.co.uk')).toMatchObject({ status: 200 })
  })
})

describe('a host name that mail programs try, for a domain whose mail is here', () => {
  const labels = ['mail', 'autoconfig', 'autodiscover', 'mta-sts']
  let domain: { id: string; name: string }
  const setUp = () => owner.must('POST', `/api/domains/${domain.id}/mail`, { apply: true })
  beforeEach(async () => {
    domain = await owner.addDomain()
  })

  test.each(labels)('cannot become a site: %s', async (label) => {
    const name = `${label}.${domain.name}`
    await setUp()
    const refused = { status: 422, body: { message: expect.stringContaining('no site can be there') } }
    for (const ask of [setDomain, order, connect])
      expect(await ask(name.toUpperCase())).toMatchObject(refused)
    const other = await createMailOwner(app)
    for (const ask of [setDomain, order, connect])
      expect(await ask(name, other)).toMatchObject({ status: 409, body: { code: 'DOMAIN_IN_USE' } })
    if (label === 'mail') return
    const link = { name: label, target: 'https://outside.example/' }
    expect(await owner.call('POST', `/api/domains/${domain.id}/subdomains`, link)).toMatchObject(refused)
  })

  test('cannot become a site as soon as the domain has an address', async () => {
    await owner.make({ local: 'asha', domain: domain.name, type: 'mailbox' })
    expect(await setDomain(`autoconfig.${domain.name}`)).toMatchObject({ status: 422 })
  })

  test('can be a site while the domain has no mail, and then blocks mail until that site is removed', async () => {
    const name = `mail.${domain.name}`
    expect(await setDomain(name)).toMatchObject({ status: 200 })
    expect(await owner.call('POST', `/api/domains/${domain.id}/mail`, { apply: true })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining(name) },
    })
    const box = { local: 'asha', domain: domain.name, type: 'mailbox' }
    expect((await owner.create(box)).status).toBe(409)
    await owner.must('PUT', `/api/user-services/${owner.serviceId}/domain`, { domain: null })
    await setUp()
  })

  test('is not served for a service that already has it', async () => {
    await setUp()
    const name = `autoconfig.${domain.name}`
    await store(owner.serviceId, name)
    expect(await visit(name)).toBe(404)
  })

  test('is not covered by a redirect of all names', async () => {
    const link = { name: '*', target: 'https://outside.example/' }
    await owner.must('POST', `/api/domains/${domain.id}/subdomains`, link)
    expect(await visit(`mta-sts.${domain.name}`)).toBe(302)
    await setUp()
    for (const label of labels.slice(1))
      expect([label, await visit(`${label}.${domain.name}`)]).toEqual([label, 404])
    expect(await visit(`shop.${domain.name}`)).toBe(302)
  })

  const domainsOf = (other: MailOwner) =>
    other
      .must<{ domain: string | null }[]>('GET', '/api/user-services')
      .then((all) => all.map((service) => service.domain))
  const losses = async ({ userId }: MailOwner) => {
    const { mails } = app.store.t
    const rows = await app.store.read.select().from(mails).where(eq(mails.userId, userId))
    return rows.filter(({ kind }) => kind === 'service.domain-lost').map(({ subject }) => subject)
  }
  const register = async (name: string) => {
    const wish = { name, tld: 'com', serviceId: owner.serviceId }
    return owner.must<{ id: string }>('POST', '/api/domains/register', wish)
  }

  test('is taken from another customer’s service that had it before the domain had an owner', async () => {
    const [one, two] = [await createMailOwner(app), await createMailOwner(app)]
    await setDomain('mail.later-one.com', one)
    await setDomain('autoconfig.later-two.com', two)
    const { id } = await register('later-one')
    await owner.must('POST', `/api/domains/${id}/mail`, { apply: false })
    expect(await domainsOf(one)).toEqual(['mail.later-one.com'])
    await owner.must('POST', `/api/domains/${id}/mail`, { apply: true })
    expect([await domainsOf(one), await losses(one)]).toEqual([
      [null],
      ['mail.later-one.com no longer shows your site'],
    ])
    await register('later-two')
    await owner.make({ local: 'asha', domain: 'later-two.com', type: 'mailbox' })
    expect([await domainsOf(two), await losses(two)]).toEqual([
      [null],
      ['autoconfig.later-two.com no longer shows your site'],
    ])
  })
})
