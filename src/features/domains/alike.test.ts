import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { insertActiveService } from '#test/support/active-service.ts'
import { createTestApp, type Reply, type TestApp } from '#test/support/app.ts'
import { domainName } from '#test/support/domain-name.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Person = { cookie: string; serviceId: string }
type NameCheck = (written: string, by: Person) => Promise<Reply>

async function addPerson(): Promise<Person> {
  const { cookie, id } = await app.addCustomer()
  return { cookie, serviceId: await insertActiveService(app, id, 'Premium') }
}

const askService: NameCheck = (domain, { cookie, serviceId }) =>
  app.request(`/api/user-services/${serviceId}/domain`, { method: 'PUT', cookie, json: { domain } })
const askConnect: NameCheck = (name, { cookie }) =>
  app.request('/api/domains/connect', { cookie, json: { name } })
let orders = 0
const askOrder: NameCheck = async (domain, { cookie }) => {
  const plans = app.store.t.pricingPlans
  const [plan] = await app.store.read.select().from(plans).where(eq(plans.name, 'Starter'))
  const json = {
    planId: plan?.id,
    amount: (plan?.pricePaise ?? 0) / 100,
    paymentMethod: 'credit_card',
    domain,
  }
  // An address may place thirty orders an hour.
  orders += 1
  return app.request('/api/orders', { cookie, json, address: `192.0.2.${orders % 250}` })
}
const doors = { service: askService, connect: askConnect, order: askOrder }

/** The result of a call for a name: the stored name, or the error message. */
async function judge(door: NameCheck, written: string): Promise<string> {
  const { status, body } = await door(written, await addPerson())
  const { domain, name, message } = body as { domain?: string; name?: string; message?: string }
  return status < 300 ? `stored as ${name ?? domain}` : `${status} ${message}`
}

async function judgeAll(written: string): Promise<Set<string>> {
  const said = new Set<string>()
  for (const door of Object.values(doors)) said.add(await judge(door, written))
  return said
}

const wide = (name: string) =>
  name.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfe_e0))

/** Spellings of one name. */
const writingsOf = (unicode: string, ascii: string): string[] =>
  [unicode, ascii].flatMap((name) => [
    name,
    name.toUpperCase(),
    `${name}.`,
    `  ${name}\u00a0`,
    `\u3000${name}`,
    name.replaceAll('.', '\u3002'),
    `${name.replaceAll('.', '\uff0e')}\uff61`,
    wide(name),
    wide(name.toUpperCase()),
    name.normalize('NFD'),
  ])

describe('all spellings of one name', () => {
  test.each([
    ['shop-1.bücher.example', 'shop-1.xn--bcher-kva.example'],
    ['बाज़ार.भारत', 'xn--81b5an1cic.xn--h2brj9c'],
    ['ශ්‍රී.example', 'xn--10cl1a0b660p.example'],
  ])(
    'are stored as one name: %s',
    async (unicode, ascii) => {
      for (const written of writingsOf(unicode, ascii)) {
        for (const [kind, door] of Object.entries(doors)) {
          const person = await addPerson()
          const { status, body } = await door(written, person)
          const { domain, domainName, id, serviceId } = body as Record<string, string>
          expect([kind, written, status < 300, domainName ?? domain]).toEqual([kind, written, true, ascii])
          if (kind === 'order')
            await app.request(`/api/orders/${id}/cancel`, { cookie: person.cookie, json: {} })
          if (kind === 'service') await askService(null as unknown as string, person)
          if (kind === 'connect')
            await app.request(`/api/domains/${id}`, { method: 'DELETE', cookie: person.cookie })
          expect(serviceId ?? id).toBeDefined()
        }
      }
    },
    60_000,
  )

  test.each([
    ['co.uk', 'co.uk'],
    ['pаypal.example', 'xn--pypal-4ve.example'],
    ['portal.test', 'portal.test'],
  ])(
    'are rejected with one message: %s',
    async (unicode, ascii) => {
      const said = new Set<string>()
      for (const written of writingsOf(unicode, ascii))
        for (const each of await judgeAll(written)) said.add(each)
      expect([...said]).toEqual([expect.stringMatching(/^422 /)])
    },
    60_000,
  )

  test('name one mail domain', async () => {
    const { cookie, serviceId } = await addPerson()
    const json = { name: 'bücher-post', tld: 'com', serviceId }
    const { body } = await app.request('/api/domains/register', { cookie, json })
    const { domainName } = body as { domainName: string }
    for (const [at, domain] of writingsOf('bücher-post.com', domainName).entries()) {
      const wish = { local: `box-${at}`, domain, type: 'mailbox', quota: 10 }
      const { status, body: box } = await app.request('/api/email/accounts', { cookie, json: wish })
      expect([domain, status, (box as { email: string }).email]).toEqual([
        domain,
        201,
        `box-${at}@bücher-post.com`,
      ])
    }
  })
})

describe('rejects a name for a service, an order and a connection with the same message:', () => {
  test.each([
    ['an A-label of no letters', 'xn--a-shop.com', 'is not a letter'],
    ['no A-label', 'xn--a.com', 'does not encode any letters'],
    ['a Cyrillic letter among Latin ones', 'а-shop.com', 'mixes letters of different scripts'],
    ['a public suffix', 'co.uk', 'Anyone can register names below co.uk'],
    ['a public suffix of a company', 'github.io', 'Anyone can register names below github.io'],
    ['a top-level domain of two labels', 'com.', 'full domain name'],
    ['an emoji', '💩.example', 'is not a letter'],
    ['the hyphens of reserved names', 'ab--cd.example', 'third and fourth'],
    ['only Arabic digits', '٠١٢.example', 'Bidi rule'],
    ['a digit before the label from right to left', '1abc.שלום', 'Bidi rule'],
    ['a joiner between Latin letters', 'a\u200db.example', 'invisible character'],
    ['no room for the challenge', `${'x.'.repeat(116)}example`, 'too long'],
  ])('%s', async (_, name, sentence) => {
    const said = [...(await judgeAll(name))]
    expect(said).toEqual([expect.stringContaining(sentence)])
    expect(said[0]).toStartWith('422')
  })

  test('keeps a name that a service has already', async () => {
    const person = await addPerson()
    const { userServices: s } = app.store.t
    const set = { domain: domainName('xn--pypal-4ve.example') }
    await app.store.tx((tx) => tx.update(s).set(set).where(eq(s.id, person.serviceId)))
    const { body } = await app.request(`/api/user-services/${person.serviceId}`, { cookie: person.cookie })
    expect(body).toMatchObject(set)
  })
})
