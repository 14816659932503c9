import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { day } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { buyService, type Due, daysAfter, passTo, payInvoice } from '#test/support/renewals.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
  app.deps.env.RENEWALS = 'off'
})
afterEach(() => app.close())

describe('where renewals are off, a service', () => {
  test('continues month after month without invoices, reminders or suspension', async () => {
    const { read, steps, status } = await buyService(app)
    const { paidUntil } = await read()
    expect(paidUntil).toBe('2026-12-20T06:30:00.000Z')
    await passTo(app, daysAfter(paidUntil, -1))
    expect(await read()).toMatchObject({ paidUntil, next: null, due: [] })
    await passTo(app, daysAfter(paidUntil, 60))
    expect(await read()).toMatchObject({ paidUntil: '2027-02-20T06:30:00.000Z', due: [] })
    expect([await steps(), await status()]).toEqual([[], 'active'])
  })

  test('cannot be renewed, or moved to another term or plan by its owner', async () => {
    const { post } = await buyService(app)
    const planId = Bun.randomUUIDv7()
    const calls = [
      post('renew', { terms: 1 }),
      post('term', { term: 'yearly' }, 'PUT'),
      post('plan/preview', { planId }),
      post('plan', { planId, amount: 1 }),
    ]
    for (const { status, body } of await Promise.all(calls))
      expect([status, body]).toMatchObject([
        409,
        {
          code: 'WRONG_STATE',
          message: 'This portal does not bill renewals. Contact us instead.',
        },
      ])
  })

  test('owes earlier invoices without a consequence, and applies them when paid', async () => {
    app.deps.env.RENEWALS = 'on'
    const { read, steps, status, pay } = await buyService(app)
    const { paidUntil } = await read()
    await passTo(app, daysAfter(paidUntil, -14))
    app.deps.env.RENEWALS = 'off'
    await passTo(app, daysAfter(paidUntil, 60))
    expect((await read()).due).toMatchObject([{ amount: 99, isOverdue: true, deadline: null }])
    expect([await steps(), await status()]).toEqual([['invoice'], 'active'])
    await pay()
    expect(await read()).toMatchObject({ paidUntil: '2027-02-20T06:30:00.000Z', due: [] })
  })

  test('is billed for future time only once renewals are on again', async () => {
    const { read, steps } = await buyService(app)
    await passTo(app, daysAfter((await read()).paidUntil, 60))
    const { paidUntil } = await read()
    app.deps.env.RENEWALS = 'on'
    await passTo(app, paidUntil)
    expect((await read()).due).toMatchObject([{ kind: 'renewal', amount: 99, isOverdue: false }])
    expect(await steps()).toEqual(['invoice'])
  })

  test('stays suspended until an earlier invoice is paid, and does not end', async () => {
    app.deps.env.RENEWALS = 'on'
    const { read, status, pay } = await buyService(app)
    const { paidUntil } = await read()
    await passTo(app, daysAfter(paidUntil, 8))
    app.deps.env.RENEWALS = 'off'
    await passTo(app, daysAfter(paidUntil, 60))
    expect(await status()).toBe('suspended')
    await pay()
    expect(await status()).toBe('active')
  })
})

type Domain = { id: string; status: string; expires: string }

describe('where renewals are off, a domain', () => {
  async function register() {
    const { cookie, userId, serviceId } = await buyService(app)
    const name = `shop-${Bun.randomUUIDv7()}`
    const { body } = await app.request('/api/domains/register', { cookie, json: { name, serviceId } })
    const { id } = body as { id: string }
    const read = async () => {
      const list = (await app.request('/api/domains', { cookie })).body as Domain[]
      return list.find((domain) => domain.id === id) as Domain
    }
    const due = async () => (await app.request('/api/renewals/due', { cookie })).body as Due[]
    return { id, cookie, userId, read, due }
  }

  test('is billed for its registration, and extended by a year without an invoice', async () => {
    const { id, cookie, userId, read, due } = await register()
    const [registration] = await due()
    if (!registration) throw new Error('the registration was not billed')
    await payInvoice(app, userId, registration)
    const { expires } = await read()
    await passTo(app, daysAfter(expires, 1), 30 * day)
    expect((await read()).expires.slice(0, 4)).toBe(String(Number(expires.slice(0, 4)) + 1))
    expect([(await read()).status, await due()]).toEqual(['active', []])
    const asked = await app.request(`/api/domains/${id}/renew`, { cookie, json: {} })
    expect([asked.status, asked.body]).toMatchObject([409, { code: 'WRONG_STATE' }])
  })

  test('still owes an unpaid registration, and does not expire', async () => {
    const { read, due } = await register()
    await passTo(app, daysAfter((await read()).expires, 30), 30 * day)
    expect([(await read()).status, await due()]).toMatchObject([
      'active',
      [{ kind: 'domain', deadline: null }],
    ])
  })

  test('ends when automatic renewal is off', async () => {
    const { id, cookie, userId, read, due } = await register()
    for (const each of await due()) await payInvoice(app, userId, each)
    const settings = { method: 'PUT', cookie, json: { autoRenew: false } }
    expect((await app.request(`/api/domains/${id}/settings`, settings)).status).toBe(200)
    await passTo(app, daysAfter((await read()).expires, 8), 30 * day)
    expect((await read()).status).toBe('expired')
  })
})
