import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { addCredit } from '#features/billing/service/account-credit.ts'
import { hour } from '#shared/time.ts'
import { activateService, createTestApp, type TestApp } from '#test/support/app.ts'
import { buyService, daysAfter, passTo } from '#test/support/renewals.ts'

let app: TestApp
let guest: Awaited<ReturnType<TestApp['addCustomer']>>
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  guest = await app.addCustomer()
})
afterAll(() => app.close())

type Service = Awaited<ReturnType<typeof buyService>>

/** The guest has the billing role in a service, unless another role is given. */
async function join({ serviceId, userId }: Service, role: 'viewer' | 'developer' | 'billing' = 'billing') {
  const [id, createdAt] = [Bun.randomUUIDv7(), app.deps.now()]
  const row = { id, userId, serviceId, email: guest.email, emailKey: guest.email, createdAt, role }
  const state = { memberId: guest.id, acceptedAt: createdAt }
  const inviteExpiresAt = new Date(createdAt.getTime() + hour)
  await app.store.tx((tx) => tx.insert(tx.t.serviceMembers).values({ ...row, ...state, inviteExpiresAt }))
  return id
}
const call = (id: string, path: string, more: object = {}) =>
  app.request(path, { cookie: guest.cookie, headers: { 'x-acting-for': id }, ...more })
const numbersOf = (body: unknown) => (body as { number: string }[]).map(({ number }) => number)

const mailsTo = async (email: string, kind: string) => {
  const { mails } = app.store.t
  return app.store.read
    .select()
    .from(mails)
    .where(and(eq(mails.to, email), eq(mails.kind, kind)))
}

describe('a member with the billing role', () => {
  test('sees the invoices of this service alone, in the list, individually and as PDF', async () => {
    const service = await buyService(app)
    const other = await activateService(app, service.cookie)
    const id = await join(service)
    const own = (await app.request('/api/invoices', { cookie: service.cookie })).body as {
      id: string
      number: string
      serviceId: string
    }[]
    const [mine, theirs] = [service, other].map((each) => own.find((row) => row.serviceId === each.serviceId))
    expect(numbersOf((await call(id, '/api/invoices')).body)).toEqual([mine?.number ?? ''])
    expect((await call(id, `/api/invoices?serviceId=${other.serviceId}`)).status).toBe(404)
    expect((await call(id, `/api/invoices/${mine?.id}`)).body).toMatchObject({ number: mine?.number })
    const pdf = await call(id, `/api/invoices/${mine?.id}/pdf`)
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    for (const path of [`/api/invoices/${theirs?.id}`, `/api/invoices/${theirs?.id}/pdf`])
      expect((await call(id, path)).status).toBe(404)
  })

  test('chooses the term, has the next terms billed and reports their payment, in the name of the owner', async () => {
    const service = await buyService(app)
    const id = await join(service)
    expect(
      (await call(id, `${service.path}/term`, { method: 'PUT', json: { term: 'quarterly' } })).status,
    ).toBe(200)
    expect((await call(id, `${service.path}/renewal`)).body).toMatchObject({ term: 'quarterly', due: [] })
    const renewed = await call(id, `${service.path}/renew`, { json: { terms: 1 } })
    expect(renewed).toMatchObject({ status: 201, body: { amount: 297 } })
    const { invoiceId } = renewed.body as { invoiceId: string }
    expect((await call(id, `/api/invoices/${invoiceId}/pay`)).body).toMatchObject({ amount: 297 })
    const report = { json: { reference: '632912345678' } }
    expect((await call(id, `/api/invoices/${invoiceId}/pay/report`, report)).status).toBe(201)
    const { auditLog: a } = app.store.t
    const [row] = await app.store.read
      .select()
      .from(a)
      .where(and(eq(a.action, 'payment.report'), eq(a.targetId, invoiceId)))
    expect(row).toMatchObject({ actorId: guest.id, userId: service.userId })
  })

  test('sees neither the account’s credit nor the service itself, its plan and its orders', async () => {
    const service = await buyService(app)
    await app.store.tx((tx) =>
      addCredit(tx, app.deps, { userId: service.userId, amountPaise: 1_000, reason: 'Goodwill' }),
    )
    expect(await service.read()).toMatchObject({ credit: 10 })
    const id = await join(service)
    expect((await call(id, `${service.path}/renewal`)).body).toMatchObject({ credit: null })
    for (const path of [
      '/api/user/account-credit',
      '/api/user/billing-details',
      '/api/user/orders',
      '/api/renewals/due',
      '/api/files',
      '/api/databases',
      '/api/backups',
      `/api/server-stats/${service.serviceId}`,
    ])
      expect([path, (await call(id, path)).status]).toEqual([path, 403])
    const { body } = await call(id, `/api/files`)
    expect(body).toMatchObject({ message: 'Your role for this service (billing) does not allow this.' })
    expect((await call(id, `${service.path}/plan`, { json: { planId: Bun.randomUUIDv7() } })).status).toBe(
      403,
    )
  })

  test('does not use the account’s credit when having terms billed', async () => {
    const service = await buyService(app)
    await app.store.tx((tx) =>
      addCredit(tx, app.deps, { userId: service.userId, amountPaise: 100_000, reason: 'Goodwill' }),
    )
    const id = await join(service)
    const renewed = await call(id, `${service.path}/renew`, { json: { terms: 1 } })
    expect(renewed).toMatchObject({ status: 201, body: { amount: 99 } })
    expect(await service.read()).toMatchObject({ credit: 1_000, due: [{ amount: 99 }] })
  })

  test('gets the mails about its bills too, with a link of their own; a developer does not', async () => {
    const [service, site] = [await buyService(app), await buyService(app)]
    const id = await join(service)
    await join(site, 'developer')
    const { paidUntil } = await service.read()
    await passTo(app, daysAfter(paidUntil, -7))
    const issued = await mailsTo(guest.email, 'invoice.issued')
    expect(issued).toHaveLength(1)
    expect(issued[0]?.text).toContain(`/as/${id}/profile/billing?invoice=`)
    expect(await mailsTo(guest.email, 'renewal.reminder')).toHaveLength(1)
    expect(await mailsTo(service.email, 'renewal.reminder')).toHaveLength(1)
    const { serviceMembers: m } = app.store.t
    await app.store.tx((tx) => tx.update(m).set({ endsAt: app.deps.now() }).where(eq(m.id, id)))
    await passTo(app, daysAfter(paidUntil, -3))
    expect(await mailsTo(guest.email, 'renewal.reminder')).toHaveLength(1)
    expect(await mailsTo(service.email, 'renewal.reminder')).toHaveLength(2)
  })
})

test.each(['viewer', 'developer'] as const)('a %s sees no bills', async (role) => {
  const service = await buyService(app)
  const id = await join(service, role)
  for (const path of ['/api/invoices', `${service.path}/renewal`])
    expect((await call(id, path)).status).toBe(403)
})
