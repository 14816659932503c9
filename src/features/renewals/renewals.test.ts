import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { addCredit } from '#features/billing/service/account-credit.ts'
import { day } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { buyService, daysAfter, passTo, workRenewals } from '#test/support/renewals.ts'
import { invariants } from './invariants.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const mailsTo = async (email: string, kind: string) => {
  const { mails } = app.store.t
  const rows = await app.store.read.select().from(mails).where(eq(mails.to, email))
  return rows.filter((mail) => mail.kind === kind)
}

describe('a service', () => {
  test('is paid for a month from its activation, and billed 14 days before that ends', async () => {
    const { read, steps, pay } = await buyService(app)
    const { paidUntil, next, due } = await read()
    expect(paidUntil).toBe('2026-12-20T06:30:00.000Z')
    expect(next).toEqual({ at: '2026-12-06T06:30:00.000Z', amount: 99 })
    expect(due).toEqual([])
    await passTo(app, daysAfter(paidUntil, -15))
    expect((await read()).due).toEqual([])
    await passTo(app, daysAfter(paidUntil, -14))
    expect((await read()).due).toMatchObject([{ kind: 'renewal', amount: 99, isOverdue: false }])
    await pay()
    expect(await read()).toMatchObject({ paidUntil: '2027-01-20T06:30:00.000Z', due: [] })
    expect(await steps()).toEqual(['invoice'])
  })

  test('gets each reminder, warning, suspension and end once and on time when unpaid', async () => {
    const { email, steps, status, read } = await buyService(app)
    const { paidUntil } = await read()
    const to = (days: number) => passTo(app, daysAfter(paidUntil, days), 100 * day)
    await to(-14)
    await to(-7)
    expect(await steps()).toEqual(['invoice', 'remind-7'])
    await to(-3)
    await to(-1)
    await to(0)
    expect(await steps()).toEqual(['invoice', 'remind-7', 'remind-3', 'remind-1'])
    expect((await read()).due).toMatchObject([{ isOverdue: true }])
    await to(6)
    expect((await steps()).at(-1)).toBe('warn')
    expect(await status()).toBe('active')
    await to(7)
    expect(await status()).toBe('suspended')
    await to(36)
    expect(await status()).toBe('suspended')
    await to(37)
    expect(await status()).toBe('terminated')
    await to(40)
    const all = ['invoice', 'remind-7', 'remind-3', 'remind-1', 'warn', 'suspend', 'terminate', 'end']
    expect(await steps()).toEqual(all)
    for (const [kind, count] of [
      ['renewal.reminder', 3],
      ['renewal.warning', 1],
      ['renewal.suspended', 1],
      ['renewal.ended', 1],
    ] as const)
      expect(await mailsTo(email, kind)).toHaveLength(count)
  })

  test('is active again as soon as it is paid, and gives the reason for its suspension', async () => {
    const { cookie, path, steps, status, read, pay } = await buyService(app)
    await passTo(app, daysAfter((await read()).paidUntil, 7))
    const { body } = await app.request(path, { cookie })
    expect(body).toMatchObject({ status: 'suspended', suspendedReason: 'Payment is overdue' })
    await pay()
    expect(await status()).toBe('active')
    expect(await steps()).toContain('resume')
  })

  test('suspended by an administrator is not resumed by a payment, and takes no steps meanwhile', async () => {
    const { serviceId, administrator, status, steps, read, pay } = await buyService(app)
    await passTo(app, daysAfter((await read()).paidUntil, -14))
    await app.request(`/api/admin/services/${serviceId}/suspend`, {
      cookie: administrator.cookie,
      json: { reason: 'Abuse' },
    })
    await passTo(app, daysAfter((await read()).paidUntil, 60), 10 * day)
    expect(await steps()).toEqual(['invoice'])
    await pay()
    expect(await status()).toBe('suspended')
  })

  test('is billed again only once the account credit is used up', async () => {
    const { userId, read, steps } = await buyService(app)
    const { paidUntil } = await read()
    await app.store.tx((tx) => addCredit(tx, app.deps, { userId, amountPaise: 15_000, reason: 'Test' }))
    await passTo(app, daysAfter(paidUntil, -13))
    expect(await read()).toMatchObject({ credit: 51, due: [] })
    expect(new Date((await read()).paidUntil) > new Date(paidUntil)).toBe(true)
    await passTo(app, daysAfter((await read()).paidUntil, -14))
    expect((await read()).due).toMatchObject([{ amount: 48 }])
    expect(await steps()).toEqual(['invoice', 'invoice'])
  })
})

test('after three weeks of downtime sends no burst of reminders, and suspends only after a day of warning', async () => {
  const { steps, status, read } = await buyService(app)
  const { paidUntil } = await read()
  await passTo(app, daysAfter(paidUntil, -13))
  app.advance(25 * day)
  await workRenewals(app)
  await workRenewals(app)
  expect(await steps()).toEqual(['invoice', 'warn'])
  expect(await status()).toBe('active')
  app.advance(day - 1)
  await workRenewals(app)
  expect(await status()).toBe('active')
  app.advance(1)
  await workRenewals(app)
  expect(await status()).toBe('suspended')
})

test('repeats nothing when the clock is set back', async () => {
  const { steps, read } = await buyService(app)
  await passTo(app, daysAfter((await read()).paidUntil, -7))
  app.advance(-day)
  await workRenewals(app)
  app.advance(day)
  await workRenewals(app)
  expect(await steps()).toEqual(['invoice', 'remind-7'])
})

test('runs concurrent work once', async () => {
  const { steps, read } = await buyService(app)
  app.advance(daysAfter((await read()).paidUntil, -14).getTime() - app.deps.now().getTime())
  await Promise.all([workRenewals(app), workRenewals(app), workRenewals(app)])
  expect(await steps()).toEqual(['invoice'])
})

test('an administrator postpones a suspension, which is warned of again', async () => {
  const { serviceId, administrator, steps, status, read } = await buyService(app)
  const { paidUntil } = await read()
  await passTo(app, daysAfter(paidUntil, 6))
  const doNotSuspendBefore = daysAfter(paidUntil, 20).toISOString()
  const put = (json: object) =>
    app.request(`/api/admin/renewals/${serviceId}`, { method: 'PUT', cookie: administrator.cookie, json })
  expect((await put({ doNotSuspendBefore })).body).toMatchObject({ doNotSuspendBefore })
  await passTo(app, daysAfter(paidUntil, 18))
  expect(await status()).toBe('active')
  await passTo(app, daysAfter(paidUntil, 20))
  expect(await status()).toBe('suspended')
  expect((await steps()).filter((step) => step === 'warn')).toHaveLength(2)
  expect((await put({ doNotSuspendBefore: 'soon' })).status).toBe(422)
})

test('the desk finds a service by its name, plan, domain and owner', async () => {
  const { serviceId, administrator, post, userId, email } = await buyService(app, { domain: 'desk.example' })
  await post('name', { name: 'Shop' }, 'PUT')
  const { users } = app.store.t
  await app.store.tx((tx) => tx.update(users).set({ firstName: 'Asha' }).where(eq(users.id, userId)))
  const { body } = await app.request('/api/admin/renewals?limit=100', { cookie: administrator.cookie })
  const { items } = body as { items: { service: { id: string } }[] }
  expect(items.find(({ service }) => service.id === serviceId)).toMatchObject({
    service: { name: 'Shop', ownName: 'Shop', domain: 'desk.example' },
    user: { id: userId, email, firstName: 'Asha', lastName: null },
  })
})

test('warns again before the next suspension when an administrator lifted the last', async () => {
  const { serviceId, administrator, status, steps, read } = await buyService(app)
  const { paidUntil } = await read()
  await passTo(app, daysAfter(paidUntil, 7))
  const unsuspend = `/api/admin/services/${serviceId}/unsuspend`
  expect((await app.request(unsuspend, { cookie: administrator.cookie, json: {} })).status).toBe(200)
  await workRenewals(app)
  expect((await steps()).slice(-2)).toEqual(['release', 'warn'])
  await passTo(app, daysAfter(paidUntil, 8))
  expect(await status()).toBe('suspended')
})

test('charges nothing for the past of a service without a term', async () => {
  const { serviceId, userId, read } = await buyService(app)
  const { renewalTerms: r, renewalPeriods: p } = app.store.t
  await app.store.tx(async (tx) => {
    await tx.delete(p).where(eq(p.userId, userId))
    await tx.delete(r).where(eq(r.serviceId, serviceId))
  })
  app.advance(100 * day)
  await workRenewals(app)
  const { paidUntil, due } = await read()
  expect(new Date(paidUntil) > app.deps.now()).toBe(true)
  expect(new Date(paidUntil) <= new Date(app.deps.now().getTime() + 31 * day)).toBe(true)
  for (const { invoiceId } of due) expect(invoiceId).toBeString()
})

test('violates no invariant in these tests', async () => {
  for (const { name, count } of invariants)
    expect(`${name}: ${await count(app.store, app.dataDir, null)}`).toBe(`${name}: 0`)
})
