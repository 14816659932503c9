import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { hour } from '#shared/time.ts'
import { activateService, createTestApp, type TestApp } from '#test/support/app.ts'
import { downloadExport } from '#test/support/exports.ts'
import { type CustomerOverview, maxNotes } from './contract/contract.ts'

let app: TestApp
let administrator: { cookie: string; id: string; email: string }
let other: { cookie: string; id: string; email: string }
let asha: { cookie: string; id: string; email: string }
let ravi: { cookie: string; id: string; email: string }
beforeAll(async () => {
  app = await createTestApp()
  administrator = await app.addAdministrator()
  other = await app.addAdministrator()
  asha = await app.signUp()
  ravi = await app.signUp()
})
afterAll(() => app.close())

const ask = (path: string, options: Parameters<TestApp['request']>[1] = {}) =>
  app.request(`/api/admin/${path}`, { cookie: administrator.cookie, ...options })
const read = async (id: string) => (await ask(`customers/${id}`)).body as CustomerOverview
const sectionOf = ({ sections }: CustomerOverview, key: string) =>
  sections.find((section) => section.key === key) ?? { total: -1, items: [] }
const auditOf = async (userId: string, action: string) => {
  const { auditLog: a } = app.store.t
  const isIt = and(eq(a.userId, userId), eq(a.action, action))
  return app.store.read.select().from(a).where(isIt)
}
const mailsOf = async (userId: string, kind: string) => {
  const { mails: m } = app.store.t
  return app.store.read
    .select()
    .from(m)
    .where(and(eq(m.userId, userId), eq(m.kind, kind)))
}

describe('the page of a customer', () => {
  test("shows the customer's data by kind, and no other customer's", async () => {
    const service = await activateService(app, asha.cookie, { domain: 'shop.example.com' })
    await activateService(app, ravi.cookie, { domain: 'drums.example.com' })
    await app.request('/api/projects', { cookie: asha.cookie, json: { name: 'Shop' } })
    // The job that extends paid services sets their end.
    await app.work()
    const message = {
      firstName: 'Asha',
      lastName: 'Rao',
      subject: 'A question',
      message: 'Do you move sites?',
    }
    await app.request('/api/contact', { cookie: asha.cookie, json: { ...message, email: asha.email } })
    const page = await read(asha.id)
    expect(page.customer).toMatchObject({
      id: asha.id,
      email: asha.email,
      activeServices: 1,
      deletionAt: null,
    })
    const titles = Object.fromEntries(
      page.sections.map(({ key, items }) => [key, items.map(({ title }) => title)]),
    )
    expect(titles).toMatchObject({
      services: ['Starter'],
      orders: [expect.stringContaining(service.id.slice(0, 13))],
      invoices: [expect.any(String)],
      domains: ['shop.example.com'],
      mailboxes: [],
      databases: [],
      projects: ['Shop'],
      received: ['A question'],
      sent: [],
    })
    expect(sectionOf(page, 'services').items[0]).toMatchObject({
      status: 'active',
      serviceId: service.serviceId,
      detail: expect.stringMatching(/^shop\.example\.com · paid until/),
    })
    expect(sectionOf(page, 'signIns').items[0]).toMatchObject({ status: 'signed in' })
    expect(sectionOf(page, 'sessions').total).toBe(1)
    expect(sectionOf(page, 'audit').items.length).toBeGreaterThan(0)
    expect(sectionOf(page, 'mails').total).toBeGreaterThan(0)
    const { text } = await ask(`customers/${asha.id}`)
    for (const foreign of [ravi.id, ravi.email, 'drums.example.com']) expect(text).not.toContain(foreign)
    expect(text).not.toMatch(/passwordHash|"sid"|token/i)
  })

  test('shows the newest rows of a kind, and their total number', async () => {
    const { cookie, id } = await app.signUp()
    for (let number = 1; number <= 8; number += 1) {
      app.advance(1_000)
      await app.request('/api/projects', { cookie, json: { name: `Project ${number}` } })
    }
    const { total, items } = sectionOf(await read(id), 'projects')
    expect([total, items.map(({ title }) => title)]).toEqual([
      8,
      [8, 7, 6, 5, 4, 3].map((number) => `Project ${number}`),
    ])
  })

  test('is for administrators only, and 404 for a missing account', async () => {
    const path = `customers/${asha.id}`
    expect((await ask(path, { cookie: undefined })).status).toBe(401)
    expect((await ask(path, { cookie: asha.cookie })).status).toBe(403)
    for (const id of [Bun.randomUUIDv7(), 'nobody']) expect((await ask(`customers/${id}`)).status).toBe(404)
  })
})

describe('a note', () => {
  test('is written, changed by any administrator, and deleted; each is audited without its text', async () => {
    const made = await ask(`customers/${asha.id}/notes`, { json: { text: ' Prefers a call.\nAfter ten. ' } })
    expect(made).toMatchObject({
      status: 201,
      body: { text: 'Prefers a call.\nAfter ten.', author: administrator.email, changedAt: null },
    })
    const { id } = made.body as { id: string }
    const changed = await ask(`customer-notes/${id}`, {
      method: 'PATCH',
      cookie: other.cookie,
      json: { text: 'Prefers mail.' },
    })
    expect(changed.body).toMatchObject({ text: 'Prefers mail.', author: administrator.email })
    expect((await read(asha.id)).notes).toMatchObject([
      { id, text: 'Prefers mail.', changedAt: expect.any(String) },
    ])
    expect((await ask(`customer-notes/${id}`, { method: 'DELETE' })).status).toBe(200)
    expect((await read(asha.id)).notes).toEqual([])
    for (const action of ['customer.note.add', 'customer.note.change', 'customer.note.delete']) {
      const [entry] = await auditOf(asha.id, action)
      expect(entry).toMatchObject({ targetId: asha.id, note: null })
      expect(JSON.stringify(entry)).not.toContain('Prefers')
    }
    expect((await ask(`customer-notes/${id}`, { method: 'DELETE' })).status).toBe(404)
  })

  test.each([
    ['empty', ''],
    ['blank', ' \n '],
    ['too long', 'a'.repeat(2_001)],
    ['a control character', '\u0000'],
    ['no text', null],
  ])('is refused when it is %s', async (_, text) => {
    const refused = await ask(`customers/${asha.id}/notes`, { json: { text } })
    expect(refused).toMatchObject({ status: 422, body: { fields: { text: expect.any(String) } } })
  })

  test('is hidden from the customer, in calls and in the data export', async () => {
    await ask(`customers/${ravi.id}/notes`, { json: { text: 'Pays late, a zebra.' } })
    await ask(`customers/${ravi.id}/messages`, { json: { subject: 'Bill', text: 'Please pay, a heron.' } })
    const taken = await downloadExport(app, ravi.cookie)
    const texts = await Promise.all(taken.paths.map((path) => taken.read(path)))
    expect(texts.join('\n')).not.toContain('zebra')
    expect(texts.join('\n')).toContain('heron')
    const activity = await app.request('/api/trpc/activity.list', { cookie: ravi.cookie })
    expect([activity.status, activity.text.includes('zebra')]).toEqual([200, false])
  })

  test(`is refused beyond ${maxNotes} of them`, async () => {
    const { id } = await app.signUp()
    const row = { userId: id, authorId: administrator.id, text: 'One', createdAt: app.deps.now() }
    const rows = Array.from({ length: maxNotes }, () => ({ ...row, id: Bun.randomUUIDv7() }))
    await app.store.tx((tx) => tx.insert(tx.t.customerNotes).values(rows))
    const refused = await ask(`customers/${id}/notes`, { json: { text: 'One more' } })
    expect(refused).toMatchObject({ status: 403, body: { code: 'LIMIT_REACHED', limit: maxNotes } })
  })
})

describe('a message', () => {
  test('is mailed with its paragraphs, audited, and listed on the page', async () => {
    const text = 'We move your site.\n\nOn Friday\nat <ten>.'
    const made = await ask(`customers/${asha.id}/messages`, { json: { subject: 'Your move', text } })
    expect(made.status).toBe(201)
    expect((await read(asha.id)).mailLimitation).toContain('SMTP_URL')
    const [mail] = await mailsOf(asha.id, 'customer.message')
    expect(mail).toMatchObject({
      to: asha.email,
      subject: 'Your move',
      relatedId: (made.body as { id: string }).id,
    })
    expect(mail?.text).toContain('We move your site.\n\nOn Friday\nat <ten>.')
    expect(mail?.html).toContain('&lt;ten&gt;')
    expect(await auditOf(asha.id, 'customer.message.send')).toMatchObject([
      { actorId: administrator.id, note: 'Your move' },
    ])
    expect(sectionOf(await read(asha.id), 'sent').items).toMatchObject([
      { title: 'Your move', detail: `by ${administrator.email}`, text },
    ])
  })

  test.each([
    ['no subject', { subject: '', text: 'Hello' }, 'subject'],
    ['a header in its subject', { subject: 'a\r\nBcc: x@example.com', text: 'Hello' }, 'subject'],
    ['no text', { subject: 'Hello', text: ' ' }, 'text'],
    ['too much text', { subject: 'Hello', text: 'a'.repeat(5_001) }, 'text'],
  ])('is refused with %s', async (_, json, field) => {
    const before = (await mailsOf(ravi.id, 'customer.message')).length
    const refused = await ask(`customers/${ravi.id}/messages`, { json })
    expect(refused).toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } })
    expect(await mailsOf(ravi.id, 'customer.message')).toHaveLength(before)
  })

  test('is refused beyond 20 an hour for one customer', async () => {
    const { id } = await app.signUp()
    const send = () => ask(`customers/${id}/messages`, { json: { subject: 'Hello', text: 'Hello' } })
    for (let number = 0; number < 20; number += 1) expect((await send()).status).toBe(201)
    expect((await send()).status).toBe(429)
    app.advance(hour)
    expect((await send()).status).toBe(201)
  })
})

describe('a password reset', () => {
  test("sends the portal's usual mail, whose link is in no response, and is audited", async () => {
    const reply = await ask(`customers/${asha.id}/password-reset`, { method: 'POST' })
    expect(reply).toMatchObject({ status: 200, body: { ok: true } })
    const [mail] = await mailsOf(asha.id, 'auth.reset')
    const [, token = ''] = /token=([\w-]+)/.exec(mail?.text ?? '') ?? []
    expect(token.length).toBeGreaterThan(20)
    const page = await ask(`customers/${asha.id}`)
    expect(page.text).not.toContain(token)
    expect(await auditOf(asha.id, 'auth.password.forgot')).toMatchObject([{ actorId: administrator.id }])
    const json = { token, password: 'another long sentence' }
    expect((await app.request('/api/password/reset', { json })).status).toBe(200)
  })

  test('is refused beyond 3 an hour for one customer, and for an account that was deleted', async () => {
    const { id } = await app.signUp()
    const send = () => ask(`customers/${id}/password-reset`, { method: 'POST' })
    for (let number = 0; number < 3; number += 1) expect((await send()).status).toBe(200)
    expect((await send()).status).toBe(429)
    app.advance(hour)
    const { users } = app.store.t
    const gone = { email: `deleted-${id}@deleted.invalid`, emailKey: `deleted-${id}@deleted.invalid` }
    await app.store.tx((tx) => tx.update(users).set(gone).where(eq(users.id, id)))
    expect(await send()).toMatchObject({ status: 409, body: { message: 'This account has been deleted.' } })
  })
})
