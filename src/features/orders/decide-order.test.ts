import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { verifyAudit } from '#db/audit/verify.ts'
import type { LiveEvent } from '#server/events.ts'
import { auditKey } from '#server/secrets.ts'
import { createTestApp, findPlan, placeOrder, type Reply, type TestApp } from '#test/support/app.ts'

let app: TestApp
let customer: { cookie: string; id: string; email: string }
let administrator: { cookie: string; id: string; email: string }

beforeAll(async () => {
  app = await createTestApp()
  administrator = await app.addAdministrator()
})
afterAll(() => app.close())
beforeEach(async () => {
  customer = await app.addCustomer()
})

const freshDomain = () => `shop-${Bun.randomUUIDv7()}.example.com`
const place = (domain = freshDomain()) => {
  app.advance(3_600_000)
  return placeOrder(app, customer.cookie, { domain })
}
const asAdministrator = (path: string, json: unknown = {}): Promise<Reply> =>
  app.request(path, { cookie: administrator.cookie, json })
const approve = (id: string, json?: object) => asAdministrator(`/api/admin/orders/${id}/approve`, json)
const reason = 'The domain is not yours.\nPlease choose another one.'
const reject = (id: string, json: object = { reason }) =>
  asAdministrator(`/api/admin/orders/${id}/reject`, json)
const cancel = (id: string, cookie = customer.cookie) =>
  app.request(`/api/orders/${id}/cancel`, { cookie, json: {} })
const detail = async (id: string) =>
  (await app.request(`/api/admin/orders/${id}`, { cookie: administrator.cookie })).body
const ownServices = async () =>
  (await app.request('/api/user-services', { cookie: customer.cookie })).body as {
    id: string
    status: string
  }[]

/** Events published while `work` ran. */
async function listen(work: () => Promise<unknown>): Promise<LiveEvent[]> {
  const heard: LiveEvent[] = []
  const stop = app.deps.events.subscribe((event) => heard.push(event))
  await work()
  stop()
  return heard
}

describe('approving an order', () => {
  test('returns its detail, provisions and activates the service, mails the customer and publishes events', async () => {
    const domain = freshDomain()
    const { id, serviceId } = await place(domain)
    const note = 'Paid by bank transfer.'
    let reply: Reply | undefined
    const heard = await listen(async () => {
      reply = await approve(id, { note, serverIp: '192.0.2.10' })
    })
    expect(reply?.status).toBe(200)
    expect(reply?.body).toMatchObject({
      id,
      status: 'approved',
      domain,
      note,
      decidedAt: app.deps.now().toISOString(),
      user: { id: customer.id, email: customer.email },
      service: { id: serviceId, status: 'pending', serverIp: '192.0.2.10' },
      provisioning: { state: 'queued', attempts: 0, step: null, message: null },
      mails: [{ kind: 'order.received', to: customer.email, status: 'queued' }],
      timeline: [
        { actor: customer.email, action: 'order.create' },
        { actor: administrator.email, action: 'order.approve', note },
      ],
    })
    expect(reply?.body).not.toHaveProperty('alreadyApproved')
    expect(heard).toEqual([{ userId: customer.id, kind: 'order', id, status: 'approved' }])
    const later = await listen(() => app.work())
    expect(later).toEqual([
      { userId: customer.id, kind: 'service', id: serviceId, status: 'active' },
      { userId: customer.id, kind: 'domain', id: expect.any(String), status: 'pending' },
      // The service is active, and its invoice exists.
      { userId: customer.id, kind: 'notification', id: expect.any(String), status: 'new' },
      { userId: customer.id, kind: 'notification', id: expect.any(String), status: 'new' },
    ])
    expect(await detail(id)).toMatchObject({
      service: { status: 'active', provisioning: null },
      provisioning: null,
      mails: [
        { kind: 'order.received', status: 'sent' },
        { kind: 'service.activated', to: customer.email, status: 'sent' },
      ],
      timeline: [
        { action: 'order.create' },
        { action: 'order.approve' },
        { action: 'service.activate', actor: 'portal' },
      ],
    })
    expect(
      await verifyAudit(app.store, { now: app.deps.now(), key: auditKey(app.deps.secrets) }),
    ).toMatchObject({ ok: true })
  })

  test('twice returns alreadyApproved and has no further effect', async () => {
    const { id, serviceId } = await place()
    await approve(id)
    let again: Reply | undefined
    const heard = await listen(async () => {
      again = await approve(id, { note: 'once more', serverIp: '192.0.2.99' })
    })
    expect(again?.status).toBe(200)
    expect(again?.body).toMatchObject({ id, status: 'approved', alreadyApproved: true, note: null })
    expect(heard).toEqual([])
    await app.work()
    expect((await approve(id)).body).toMatchObject({ alreadyApproved: true, service: { status: 'active' } })
    const { jobs } = app.store.t
    expect(await app.store.read.$count(jobs, eq(jobs.relatedId, serviceId))).toBe(1)
  })

  test('ten times concurrently creates one approval, one job and one activation', async () => {
    const { id, serviceId } = await place()
    const replies = await Promise.all(Array.from({ length: 10 }, () => approve(id)))
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const first = replies.filter(({ body }) => !(body as { alreadyApproved?: true }).alreadyApproved)
    expect(first).toHaveLength(1)
    await app.work()
    const { jobs, auditLog, mails } = app.store.t
    const { read } = app.store
    expect(await read.$count(jobs, eq(jobs.relatedId, serviceId))).toBe(1)
    expect(await read.$count(auditLog, eq(auditLog.targetId, id))).toBe(2)
    expect(await read.$count(auditLog, eq(auditLog.targetId, serviceId))).toBe(1)
    const activation = and(eq(mails.relatedId, id), eq(mails.kind, 'service.activated'))
    expect(await read.$count(mails, activation)).toBe(1)
  })

  test('without an address uses the address of the portal', async () => {
    const { id } = await place()
    await approve(id)
    await app.work()
    expect(await detail(id)).toMatchObject({ service: { serverIp: '127.0.0.1' } })
  })

  test.each([
    { serverIp: '256.1.1.1' },
    { serverIp: 'example.com' },
    { serverIp: 7 },
    { serverIp: '127.0.0.1\n' },
    { note: 'a\r\nb' },
    { note: 'x'.repeat(501) },
    { note: 1 },
  ])('with %p is 422 and leaves it pending', async (json) => {
    const { id } = await place()
    const reply = await approve(id, json)
    expect(reply.status).toBe(422)
    expect(reply.body).toMatchObject({ fields: { [Object.keys(json)[0] ?? '']: expect.any(String) } })
    expect(await detail(id)).toMatchObject({ status: 'pending' })
  })

  test('as a customer is 403 and has no effect', async () => {
    const { id } = await place()
    const reply = await app.request(`/api/admin/orders/${id}/approve`, { cookie: customer.cookie, json: {} })
    expect(reply.status).toBe(403)
    expect(await detail(id)).toMatchObject({ status: 'pending' })
  })

  test('is 409 when its service was terminated meanwhile', async () => {
    const { id, serviceId } = await place()
    await asAdministrator(`/api/admin/services/${serviceId}/terminate`)
    expect((await approve(id)).status).toBe(409)
    expect(await detail(id)).toMatchObject({ status: 'pending', service: { status: 'terminated' } })
    expect((await reject(id)).status).toBe(200)
  })
})

describe('rejecting an order', () => {
  test('terminates the service, mails the reason, publishes an event and frees the domain', async () => {
    const domain = freshDomain()
    const { id, serviceId } = await place(domain)
    let reply: Reply | undefined
    const heard = await listen(async () => {
      reply = await reject(id)
    })
    expect(reply?.status).toBe(200)
    expect(reply?.body).toMatchObject({
      status: 'rejected',
      reason,
      service: { id: serviceId, status: 'terminated' },
      provisioning: null,
      mails: [{ kind: 'order.received' }, { kind: 'order.rejected', to: customer.email }],
      timeline: [{ action: 'order.create' }, { action: 'order.reject', note: reason }],
    })
    expect(heard).toEqual([{ userId: customer.id, kind: 'order', id, status: 'rejected' }])
    const { mails } = app.store.t
    const [mail] = await app.store.read
      .select()
      .from(mails)
      .where(and(eq(mails.relatedId, id), eq(mails.kind, 'order.rejected')))
    expect(mail?.text).toContain(reason)
    expect((await ownServices()).map((service) => service.id)).not.toContain(serviceId)
    const own = await app.request('/api/user/orders', { cookie: customer.cookie })
    expect(own.body).toContainEqual(expect.objectContaining({ id, status: 'rejected', reason }))
    expect((await place(domain)).status).toBe('pending')
  })

  test.each([
    {},
    { reason: '' },
    { reason: '  ' },
    { reason: 'a\u0007b' },
    { reason: 'x'.repeat(501) },
    { reason: null },
  ])('with %p is 422', async (json) => {
    const { id } = await place()
    const reply = await reject(id, json)
    expect(reply.status).toBe(422)
    expect(reply.body).toMatchObject({ fields: { reason: expect.any(String) } })
  })

  test('escapes markup in the reason in the mail', async () => {
    const { id } = await place()
    await reject(id, { reason: '<img src=x onerror=alert(1)> & more' })
    const { mails } = app.store.t
    const rows = await app.store.read.select().from(mails).where(eq(mails.relatedId, id))
    const html = rows.map((row) => row.html).join('')
    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; more')
  })
})

describe('a decided order', () => {
  test.each([
    ['rejected', reject, approve],
    ['rejected', reject, reject],
    ['approved', approve, reject],
    ['cancelled', cancel, approve],
    ['cancelled', cancel, reject],
    ['cancelled', cancel, cancel],
    ['approved', approve, cancel],
    ['rejected', reject, cancel],
  ] as const)('in state %s refuses another decision with 409', async (status, first, second) => {
    const { id } = await place()
    expect((await first(id)).status).toBe(200)
    const reply = await second(id)
    expect(reply.status).toBe(409)
    expect(reply.body).toMatchObject({ code: 'WRONG_STATE' })
    expect(await detail(id)).toMatchObject({ status })
  })

  test('has one decision even when it is approved, rejected and cancelled concurrently', async () => {
    const { id } = await place()
    const replies = await Promise.all([approve(id), reject(id), cancel(id)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })
})

describe('cancelling an order', () => {
  test('returns it, terminates the service, publishes an event, writes an audit entry and frees the domain', async () => {
    const domain = freshDomain()
    const order = await place(domain)
    let reply: Reply | undefined
    const heard = await listen(async () => {
      reply = await cancel(order.id)
    })
    expect(reply?.status).toBe(200)
    expect(reply?.body).toEqual({ ...order, status: 'cancelled' })
    expect(heard).toEqual([{ userId: customer.id, kind: 'order', id: order.id, status: 'cancelled' }])
    expect(await ownServices()).not.toContainEqual(expect.objectContaining({ id: order.serviceId }))
    expect(await detail(order.id)).toMatchObject({
      timeline: [{ action: 'order.create' }, { action: 'order.cancel', actor: customer.email }],
    })
    expect((await place(domain)).id).not.toBe(order.id)
  })

  test('is not the only way to free a domain: terminating the service does too', async () => {
    const domain = freshDomain()
    const { id, serviceId } = await place(domain)
    await approve(id)
    await app.work()
    const plan = await findPlan(app, 'Pro')
    const json = { planId: plan.id, amount: plan.price, paymentMethod: 'credit_card', domain }
    const taken = await app.request('/api/orders', { cookie: customer.cookie, json })
    expect(taken.body).toMatchObject({ code: 'DOMAIN_IN_USE' })
    await asAdministrator(`/api/admin/services/${serviceId}/terminate`)
    const free = await app.request('/api/orders', { cookie: customer.cookie, json })
    expect(free.status).toBe(201)
  })
})
