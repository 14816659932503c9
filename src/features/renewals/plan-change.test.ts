import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { addCredit } from '#features/billing/service/account-credit.ts'
import { day } from '#shared/time.ts'
import { createTestApp, findPlan, type TestApp } from '#test/support/app.ts'
import { buyService, daysAfter, passTo, payInvoice, recordDue, workRenewals } from '#test/support/renewals.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Preview = { amount: number; credit: number; cost: number; difference: number; refusal: string | null }

const planId = async (name: string) => (await findPlan(app, name)).id

async function buy(plan = 'Starter') {
  const { id, price } = await findPlan(app, plan)
  const bought = await buyService(app, { planId: id, amount: price })
  const preview = async (name: string) => bought.post('plan/preview', { planId: await planId(name) })
  const change = async (name: string, amount: number) =>
    bought.post('plan', { planId: await planId(name), amount })
  return { ...bought, preview, change }
}

describe('a larger plan', () => {
  test('shows the unused value, bills the difference, and applies once paid', async () => {
    const { preview, change, read, pay, steps } = await buy()
    const { paidUntil } = await read()
    await passTo(app, daysAfter(paidUntil, -15))
    const shown = (await preview('Business')).body as Preview
    expect(shown.refusal).toBeNull()
    expect(shown.difference).toBeCloseTo(shown.cost - shown.credit, 2)
    expect(shown.amount).toBeGreaterThan(90)
    expect(shown.amount).toBeLessThan(110)
    const reply = await change('Business', shown.amount)
    expect(reply.body).toMatchObject({ status: 'waiting' })
    expect(await read()).toMatchObject({
      plan: { name: 'Starter' },
      due: [{ kind: 'planChange', amount: shown.amount }],
    })
    await pay()
    expect(await read()).toMatchObject({ plan: { name: 'Business' }, paidUntil, credit: 0, due: [] })
    await passTo(app, daysAfter(paidUntil, -13))
    expect((await read()).due).toMatchObject([{ kind: 'renewal', amount: 299 }])
    expect(await steps()).toEqual(['plan', 'invoice'])
  })

  test('refuses an amount other than the one shown', async () => {
    const { change, read } = await buy()
    const reply = await change('Business', 1)
    expect(reply.status).toBe(409)
    expect(reply.body).toMatchObject({ code: 'PRICE_CHANGED' })
    expect((reply.body as { currentAmount: number }).currentAmount).toBe(200)
    expect((await read()).due).toEqual([])
  })

  test('costs less for the days that pass before payment', async () => {
    const { change, read, pay } = await buy()
    await change('Business', 200)
    await passTo(app, new Date(app.deps.now().getTime() + 5 * day))
    await pay()
    const { plan, credit } = await read()
    expect(plan.name).toBe('Business')
    expect(credit).toBeGreaterThan(25)
    expect(credit).toBeLessThan(35)
  })

  test('is cancelled after a week without payment', async () => {
    const { change, read } = await buy()
    await change('Business', 200)
    await passTo(app, new Date(app.deps.now().getTime() + 7 * day))
    expect(await read()).toMatchObject({ plan: { name: 'Starter' }, due: [], credit: 0 })
  })

  test('replaces a pending change, and the next invoice at the old price', async () => {
    const { change, preview, read, userId } = await buy()
    await passTo(app, daysAfter((await read()).paidUntil, -10))
    expect((await read()).due).toMatchObject([{ kind: 'renewal', amount: 99 }])
    const business = (await preview('Business')).body as Preview
    await change('Business', business.amount)
    const premium = (await preview('Premium')).body as Preview
    expect((await change('Premium', premium.amount)).status).toBe(200)
    const waiting = (await read()).due.filter(({ kind }) => kind === 'planChange')
    expect(waiting).toMatchObject([{ amount: premium.amount }])
    for (const due of waiting) await payInvoice(app, userId, due)
    const after = await read()
    expect(after).toMatchObject({ plan: { name: 'Premium' }, due: [{ kind: 'renewal', amount: 499 }] })
  })
})

describe('an unpaid change to a larger plan', () => {
  test('is billed once, however often it is confirmed, with a daily limit', async () => {
    const { change, userId } = await buy()
    const { renewalCharges: c } = app.store.t
    const billed = () => app.store.read.$count(c, eq(c.userId, userId))
    const answers = await Promise.all(Array.from({ length: 5 }, () => change('Business', 200)))
    expect(answers.map(({ body }) => body)).toEqual(answers.map(() => answers[0]?.body))
    expect(await billed()).toBe(1)
    for (let at = 0; at < 9; at += 1)
      expect(
        (await change(...((at % 2 ? ['Business', 200] : ['Premium', 400]) as [string, number]))).status,
      ).toBe(200)
    const last = await change('Business', 200)
    expect([last.status, last.headers.get('retry-after')]).toEqual([429, '86400'])
    expect(await billed()).toBe(10)
  })

  test('blocks paying ahead at the old price', async () => {
    const { change, post, read } = await buy()
    await change('Premium', 400)
    const { due } = await read()
    const ahead = await post('renew', { terms: 36 })
    expect([ahead.status, ahead.body]).toMatchObject([409, { invoiceId: due[0]?.invoiceId }])
  })

  test('is cancelled when more time was paid at the old price meanwhile, and its payment is credited', async () => {
    const { change, preview, read, userId } = await buy()
    await passTo(app, daysAfter((await read()).paidUntil, -10))
    const { amount } = (await preview('Premium')).body as Preview
    await change('Premium', amount)
    const due = (await read()).due.toSorted((one, other) => (one.kind < other.kind ? 1 : -1))
    expect(due.map(({ kind }) => kind)).toEqual(['renewal', 'planChange'])
    for (const each of due) await payInvoice(app, userId, each)
    expect(await read()).toMatchObject({ plan: { name: 'Starter' }, credit: amount, due: [] })
    const again = (await preview('Premium')).body as Preview
    expect(again.amount).toBeGreaterThan(400)
  })

  test('cancels the next term that was paid at the old price at the same moment', async () => {
    const { change, preview, read, userId } = await buy()
    await passTo(app, daysAfter((await read()).paidUntil, -10))
    const { amount } = (await preview('Premium')).body as Preview
    await change('Premium', amount)
    const { paidUntil, due } = await read()
    await app.store.tx(async (tx) => {
      for (const each of due) await recordDue(tx, app, userId, each)
    })
    await workRenewals(app)
    // The month paid at the old price becomes credit, which pays a part of the next invoice.
    expect(await read()).toMatchObject({
      plan: { name: 'Premium' },
      paidUntil,
      due: [{ kind: 'renewal', amount: 400 }],
      credit: 0,
    })
  })
})

describe('a smaller plan', () => {
  test('applies immediately, and credits the rest of the larger one to the account', async () => {
    const { change, preview, read } = await buy('Business')
    const { difference, amount } = (await preview('Starter')).body as Preview
    expect(difference).toBe(-200)
    expect(amount).toBe(0)
    expect((await change('Starter', 0)).body).toMatchObject({ status: 'changed', invoiceId: null })
    expect(await read()).toMatchObject({ plan: { name: 'Starter' }, credit: 200 })
  })

  test('after a larger one is credited by notes on the invoices that paid it, latest change first', async () => {
    const { userId, cookie, change, read, pay } = await buy('Starter')
    await change('Premium', 400)
    await pay()
    expect((await change('Business', 0)).body).toMatchObject({ status: 'changed' })
    expect(await read()).toMatchObject({ plan: { name: 'Business' }, credit: 200 })
    const invoices = (await app.request('/api/invoices', { cookie })).body as Record<string, unknown>[]
    expect(invoices.map(({ kind, amount, credited }) => [kind, amount, credited])).toEqual([
      ['creditNote', 200, 0],
      ['invoice', 400, 200],
      ['invoice', 99, 0],
    ])
    expect((await change('Starter', 0)).body).toMatchObject({ status: 'changed' })
    const { accountCredits: c } = app.store.t
    const given = await app.store.read.select().from(c).where(eq(c.userId, userId))
    expect(given.map(({ amountPaise, invoiceId }) => [amountPaise, invoiceId !== null])).toEqual([
      [20_000, true],
      [20_000, true],
    ])
  })

  test('is refused with numbers while the service exceeds its limits', async () => {
    const { serviceId, cookie, change, preview } = await buy('Business')
    for (const name of ['one', 'two'])
      await app.request('/api/domains/register', {
        cookie,
        json: { name: `${name}-${Bun.randomUUIDv7()}`, serviceId },
      })
    const exceeded = [{ limit: 'domains', allowed: 1, used: 2 }]
    expect((await preview('Starter')).body).toMatchObject({ exceeded })
    const reply = await change('Starter', 0)
    expect(reply.status).toBe(403)
    expect(reply.body).toMatchObject({ code: 'LIMIT_REACHED', exceeded })
    expect((reply.body as { message: string }).message).toContain('2 of 1 domains')
  })
})

test('changes the plan immediately when account credit covers it', async () => {
  const { change, read, userId } = await buy()
  await app.store.tx((tx) => addCredit(tx, app.deps, { userId, amountPaise: 30_000, reason: 'Test' }))
  expect((await change('Business', 200)).body).toMatchObject({ status: 'changed' })
  await workRenewals(app)
  expect(await read()).toMatchObject({ plan: { name: 'Business' }, credit: 100, due: [] })
})

test("applies the new plan's limits to the web server, which restarts", async () => {
  const { change, serviceId, cookie, status } = await buy('Business')
  await change('Starter', 0)
  expect(await status()).toBe('restarting')
  await app.work()
  expect(await status()).toBe('active')
  const { body } = await app.request(`/api/user-services/${serviceId}`, { cookie })
  expect(body).toMatchObject({ plan: { name: 'Starter' } })
})

test.each([
  ['a missing plan', async () => Bun.randomUUIDv7()],
  ['a contact-only plan', () => planId('Custom')],
  ['a plan of another category', () => planId('High Performance')],
  ['the present plan', () => planId('Starter')],
])('refuses a plan that cannot be chosen: %s', async (_, choose) => {
  const { post } = await buy()
  const reply = await post('plan', { planId: await choose(), amount: 0 })
  expect(reply.status).toBe(422)
  expect(reply.body).toMatchObject({ fields: { planId: expect.any(String) } })
})

test("hides another user's plan and refuses to change it", async () => {
  const { path } = await buy()
  const stranger = await app.addCustomer()
  for (const rest of ['plan', 'plan/preview', 'renew']) {
    const json = { planId: await planId('Business'), amount: 0, terms: 1 }
    expect((await app.request(`${path}/${rest}`, { cookie: stranger.cookie, json })).status).toBe(404)
    expect((await app.request(`${path}/${rest}`, { json })).status).toBe(401)
  }
})
