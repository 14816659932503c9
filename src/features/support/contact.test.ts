import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { readEnv } from '#env'
import { hour } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createOrdering, idOf } from '#test/support/ordering.ts'
import type { ContactMessage } from './contract/desk.ts'

let app: TestApp
let counter = 0
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const message = {
  firstName: 'Asha',
  lastName: 'Rao',
  email: 'asha@example.com',
  subject: 'A question',
  message: 'Does the plan\ninclude <b>mail</b>?',
}
const freshAddress = () => {
  counter += 1
  return `203.0.113.${counter}`
}
const send = (fields: object = {}, address = freshAddress()) =>
  app.request('/api/contact', { json: { ...message, ...fields }, address })
const rows = () => app.store.read.select().from(app.store.t.contactMessages)
const referenceOf = (reply: { body: unknown }) => (reply.body as { reference: string }).reference

describe('a contact message', () => {
  test('is stored, acknowledged by mail, audited, and listed for the administrator', async () => {
    const reply = await send()
    expect(reply.status).toBe(201)
    const reference = referenceOf(reply)
    expect(reply.body).toEqual({ reference: expect.stringMatching(/\S{4,}/) })
    const { mails, auditLog } = app.store.t
    const [stored] = (await rows()).filter((row) => row.reference === reference)
    expect(stored).toMatchObject(message)
    const sent = await app.store.read
      .select()
      .from(mails)
      .where(eq(mails.relatedId, stored?.id ?? ''))
    expect(sent).toMatchObject([{ to: message.email, kind: 'contact.acknowledged' }])
    expect(sent[0]?.text).toContain(reference)
    // The address is unverified, so no typed text is sent to it.
    for (const typed of [message.firstName, message.subject, 'Does the plan'])
      expect(JSON.stringify(sent)).not.toContain(typed)
    const entries = await app.store.read
      .select()
      .from(auditLog)
      .where(eq(auditLog.targetId, stored?.id ?? ''))
    expect(entries).toMatchObject([{ action: 'contact.create', actorId: null }])
    const { cookie } = await app.addAdministrator()
    const list = await app.request('/api/admin/contact-messages', { cookie })
    const { items } = list.body as { items: unknown[] }
    expect(items[0]).toEqual({
      ...message,
      id: stored?.id,
      reference,
      createdAt: app.deps.now().toISOString(),
      customer: null,
      answeredAt: null,
    })
  })

  test('names the customer with its address, in any case', async () => {
    const { email, id } = await app.addCustomer()
    const reference = referenceOf(await send({ email: email.toUpperCase() }))
    const { cookie } = await app.addAdministrator()
    const { body } = await app.request('/api/admin/contact-messages', { cookie })
    const { items } = body as { items: { reference: string; customer: object | null }[] }
    expect(items.find((each) => each.reference === reference)?.customer).toMatchObject({ id, email })
  })

  test('is forwarded to the company’s address if one is set', async () => {
    const env = { ...readEnv({ CONTACT_EMAIL: 'desk@hosting.example' }), DATA_DIR: app.dataDir }
    const portal = await createTestApp({ env, store: app.store })
    const reply = await portal.request('/api/contact', { json: message, address: '203.0.113.250' })
    expect(reply.status).toBe(201)
    const { mails } = app.store.t
    const [mail] = await app.store.read.select().from(mails).where(eq(mails.to, 'desk@hosting.example'))
    expect(mail?.text).toContain('Does the plan')
    expect(mail?.html).toContain('&lt;b&gt;mail&lt;/b&gt;')
    expect(mail?.html).not.toContain('<b>mail')
  })

  test('has a unique reference', async () => {
    expect(referenceOf(await send())).not.toBe(referenceOf(await send()))
  })
})

const lineFields = ['firstName', 'lastName', 'email', 'subject'] as const

describe('a contact message is rejected with 422 at the field, and not stored,', () => {
  const injected = lineFields.flatMap((field) =>
    ['\r\nBcc: everybody@example.com', '\nx', '\rx', '\u0000', '\u001b[2J'].map(
      (text) => [field, text] as const,
    ),
  )
  test.each(injected)('when %s contains %j', async (field, text) => {
    const before = (await rows()).length
    const reply = await send({ [field]: `${message[field]}${text}more` })
    expect(reply.status).toBe(422)
    expect(reply.body).toMatchObject({ fields: { [field]: expect.any(String) } })
    expect((await rows()).length).toBe(before)
  })

  test.each([...lineFields, 'message'] as const)(
    'when %s is missing, blank, too long or of another type',
    async (field) => {
      for (const value of [undefined, null, '', '   ', 'x'.repeat(6_000), 7, [['a']], {}, '\ud800']) {
        const reply = await send({ [field]: value })
        expect(reply.status).toBe(422)
        expect(reply.body).toMatchObject({ fields: { [field]: expect.any(String) } })
      }
    },
  )
})

test('the fourth message from one address within an hour is 429 with Retry-After, and other addresses are not affected', async () => {
  const address = '198.18.7.7'
  for (let i = 0; i < 3; i += 1) expect((await send({}, address)).status).toBe(201)
  const before = (await rows()).length
  const refused = await send({}, address)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await app.request('/api/trpc/support.contact', { json: message, address })).status).toBe(429)
  expect((await rows()).length).toBe(before)
  expect((await send({}, '198.18.7.8')).status).toBe(201)
  app.advance(hour)
  expect((await send({}, address)).status).toBe(201)
})

test('invalid messages do not count towards the limit', async () => {
  const address = '198.18.7.9'
  for (let i = 0; i < 5; i += 1) expect((await send({ email: 'no' }, address)).status).toBe(422)
  expect((await send({}, address)).status).toBe(201)
})

describe('a message about a topic or an order', () => {
  const subjectOf = async (fields: object) => {
    const reply = await send(fields)
    expect(reply.status).toBe(201)
    const [stored] = (await rows()).filter(({ reference }) => reference === referenceOf(reply))
    return stored?.subject
  }

  test('has its topic before the subject; a form without a script may leave it empty', async () => {
    expect(await subjectOf({ topic: 'billing' })).toBe('Billing: A question')
    expect(await subjectOf({ topic: '', orderId: '' })).toBe('A question')
    expect(await send({ topic: 'gossip' })).toMatchObject({
      status: 422,
      body: { fields: { topic: 'Choose a topic.' } },
    })
  })

  test('names the caller’s own order in its last line, and rejects other customers’', async () => {
    const { customer, other, order } = await createOrdering(app)
    const orderId = idOf(await order({ domain: 'about.example.com' }))
    const ask = (cookie?: string) =>
      app.request('/api/contact', {
        json: { ...message, orderId },
        address: freshAddress(),
        ...(cookie ? { cookie } : {}),
      })
    const reply = await ask(customer.cookie)
    expect(reply.status).toBe(201)
    const [stored] = (await rows()).filter(({ reference }) => reference === referenceOf(reply))
    expect(stored?.message).toBe(
      `${message.message}\n\nAbout order ${orderId.slice(0, 13)}: Starter for about.example.com, pending.`,
    )
    const before = (await rows()).length
    for (const cookie of [other.cookie, undefined]) expect((await ask(cookie)).status).toBe(404)
    expect(await rows()).toHaveLength(before)
  })
})

describe('the list of messages', () => {
  const writtenBy = async (email: string, fields: object = {}) => {
    expect((await send({ email, ...fields })).status).toBe(201)
    app.advance(1_000)
  }

  test('is searched in names, addresses, subjects, texts and references, and filtered by answered state', async () => {
    const administrator = await app.addAdministrator()
    const ask = (query: string) =>
      app.request(`/api/admin/contact-messages?${query}`, { cookie: administrator.cookie })
    const list = async (query: string) =>
      ((await ask(query)).body as { items: ContactMessage[]; nextCursor: string | null }).items
    const customer = await app.signUp()
    await writtenBy(customer.email.toUpperCase(), { subject: 'Moving house', firstName: 'Leela' })
    await writtenBy('guest@example.net', { subject: 'Elephants', message: 'Do you host 100% of\nthem?' })
    for (const [q, subjects] of [
      ['leela rao', ['Moving house']],
      ['GUEST@', ['Elephants']],
      ['100% of', ['Elephants']],
      ['moving', ['Moving house']],
      ['nobody wrote this', []],
    ] as const)
      expect([q, (await list(`q=${encodeURIComponent(q)}`)).map(({ subject }) => subject)]).toEqual([
        q,
        [...subjects],
      ])
    const [elephants, house] = await list('limit=2')
    expect([elephants?.customer, house?.customer?.id, house?.answeredAt]).toEqual([null, customer.id, null])
    expect(await list(`q=${house?.reference}`)).toHaveLength(1)
    expect(await list(`q=${house?.id}&status=answered`)).toEqual([])
    const json = { subject: 'Your move', text: 'We begin at 10:00.' }
    await app.request(`/api/admin/customers/${customer.id}/messages`, { cookie: administrator.cookie, json })
    expect(await list('status=answered')).toMatchObject([{ id: house?.id, answeredAt: expect.any(String) }])
    const waiting = (await list('status=waiting')).map(({ id }) => id)
    expect([waiting.includes(house?.id ?? ''), waiting.includes(elephants?.id ?? '')]).toEqual([false, true])
  })

  test('requires an administrator, and rejects unknown filters', async () => {
    const { cookie } = await app.signUp()
    expect((await app.request('/api/admin/contact-messages?q=a')).status).toBe(401)
    expect((await app.request('/api/admin/contact-messages?q=a', { cookie })).status).toBe(403)
    const administrator = await app.addAdministrator()
    for (const wrong of ['status=read', 'cursor=x', 'q=%00'])
      expect(
        (await app.request(`/api/admin/contact-messages?${wrong}`, { cookie: administrator.cookie })).status,
      ).toBe(422)
  })
})
