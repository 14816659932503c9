import { afterAll, beforeAll, expect, test } from 'bun:test'
import { addCredit } from '#features/billing/service/account-credit.ts'
import { createTestApp, placeOrder } from '#test/support/app.ts'
import { payees } from '#test/support/payees.ts'
import { createPaymentsApp, type PaymentsApp } from '#test/support/payments.ts'
import { createManualPayments } from './drivers/manual.ts'

let app: PaymentsApp
beforeAll(async () => {
  app = await createPaymentsApp({ PAYMENT_DRIVER: 'manual' })
})
afterAll(() => app.close())

const at = '2026-11-20T06:00:00.000Z'
let counter = 632_912_345_000
const utr = () => {
  counter += 1
  return String(counter)
}

async function pay(id: string, who = app.customer) {
  return (await app.ask(who, `/api/orders/${id}/pay`)).body as Record<string, unknown> & {
    amount: number
    reference: string
    reports: { status: string; reference: string }[]
  }
}

test('a pending order shows the amount, the account and the reference', async () => {
  const { id } = await app.order()
  const { reference, ...rest } = await pay(id)
  expect(reference).toMatch(/^ORD[0-9A-Z]{12}$/)
  expect(rest).toEqual({
    id,
    kind: 'order',
    title: 'Starter order',
    amount: 99,
    paidAmount: 0,
    credit: 0,
    currency: 'INR',
    upi: {
      id: payees.upiId,
      name: payees.bank.accountName,
      link: `upi://pay?pa=hosting@okbank&pn=Hosting%20Private%20Limited&am=99.00&cu=INR&tn=Starter%20order&tr=${reference}`,
    },
    bank: payees.bank,
    canPayOnline: false,
    reports: [],
  })
})

test('a pending order shows how much account credit will pay it first', async () => {
  const customer = await app.addCustomer()
  const { id } = await placeOrder(app, customer.cookie)
  await app.store.tx((tx) =>
    addCredit(tx, app.deps, { userId: customer.id, amountPaise: 4_000, reason: 'Goodwill' }),
  )
  expect(await pay(id, customer)).toMatchObject({ amount: 99, credit: 40 })
})

test('shows no account where the operator has set none', async () => {
  const bare = await createTestApp()
  const owner = await bare.addCustomer()
  const { id } = await placeOrder(bare, owner.cookie)
  const { body } = await bare.request(`/api/orders/${id}/pay`, { cookie: owner.cookie })
  expect(body).toMatchObject({ amount: 99, upi: null, bank: null, canPayOnline: false })
  await bare.close()
})

test('hides payment details from other users and visitors', async () => {
  const { id } = await app.order()
  const stranger = await app.addCustomer()
  for (const path of ['pay', 'pay/report', 'pay/online']) {
    const json = path === 'pay' ? undefined : { reference: utr() }
    expect((await app.ask(stranger, `/api/orders/${id}/${path}`, json)).status).toBe(404)
    expect((await app.ask({ cookie: '' }, `/api/orders/${id}/${path}`, json)).status).toBe(401)
  }
})

test('counts a recorded transfer as received, and the rest as due', async () => {
  const { id } = await app.order()
  const json = { orderId: id, amount: 40, reference: utr(), receivedAt: at }
  const { status, body } = await app.ask(app.administrator, '/api/admin/payments', json)
  expect(status).toBe(201)
  expect(body).toMatchObject({
    orderId: id,
    amount: 40,
    creditAmount: 0,
    provider: 'manual',
    invoiceId: null,
  })
  expect(await pay(id)).toMatchObject({ amount: 59, paidAmount: 40 })
})

test('bills an approved order with its payments, and then nothing is due', async () => {
  const { id } = await app.order()
  await app.ask(app.administrator, '/api/admin/payments', {
    ...{ orderId: id, amount: 120, reference: utr(), receivedAt: at },
  })
  await app.ask(app.administrator, `/api/admin/orders/${id}/approve`, {})
  expect(await pay(id)).toMatchObject({ amount: 0, paidAmount: 120 })
  const [invoice] = (await app.store.read.select().from(app.store.t.invoices)).filter(
    ({ orderId }) => orderId === id,
  )
  const { body } = await app.ask(app.customer, `/api/invoices/${invoice?.id}/pay`)
  expect(body).toMatchObject({
    kind: 'invoice',
    amount: 0,
    paidAmount: 99,
    title: `Invoice ${invoice?.number}`,
  })
})

test('records a transfer once for repeated references', async () => {
  const { id } = await app.order()
  const json = { orderId: id, amount: 99, reference: utr(), receivedAt: at }
  const both = await Promise.all([
    app.ask(app.administrator, '/api/admin/payments', json),
    app.ask(app.administrator, '/api/admin/payments', json),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect(await pay(id)).toMatchObject({ amount: 0, paidAmount: 99 })
})

test.each([
  ['neither order nor invoice', { orderId: undefined }, 'orderId'],
  ['both', { invoiceId: Bun.randomUUIDv7() }, 'orderId'],
  ['no amount', { amount: 0 }, 'amount'],
  ['half a paisa', { amount: 0.001 }, 'amount'],
  ['a short reference', { reference: '123' }, 'reference'],
  ['a future day', { receivedAt: '2027-01-01T00:00:00.000Z' }, 'receivedAt'],
  ['no date', { receivedAt: 'yesterday' }, 'receivedAt'],
])('refuses %s at its field', async (_, wrong, field) => {
  const { id } = await app.order()
  const json = { orderId: id, amount: 1, reference: utr(), receivedAt: at, ...wrong }
  const { status, body } = await app.ask(app.administrator, '/api/admin/payments', json)
  expect(status).toBe(422)
  expect((body as { fields: object }).fields).toHaveProperty(field)
})

test('the customer’s reference appears at the desk, and is settled when its transfer is recorded', async () => {
  const { id } = await app.order()
  const reference = utr()
  const path = `/api/orders/${id}/pay/report`
  const first = await app.ask(app.customer, path, {
    reference: ` ${reference.slice(0, 4)} ${reference.slice(4)} `,
  })
  expect(first.status).toBe(201)
  expect(first.body).toMatchObject({ reference, status: 'waiting' })
  expect((await app.ask(app.customer, path, { reference })).body).toEqual(first.body)
  const { items } = (await app.ask(app.administrator, '/api/admin/payments/reports')).body as {
    items: object[]
  }
  expect(items).toContainEqual(
    expect.objectContaining({
      reference,
      amount: 99,
      target: expect.objectContaining({ kind: 'order', id }),
    }),
  )
  await app.ask(app.administrator, '/api/admin/payments', {
    orderId: id,
    amount: 99,
    reference,
    receivedAt: at,
  })
  expect((await pay(id)).reports).toMatchObject([{ reference, status: 'matched' }])
})

test('a reference that is not found is dismissed once, and the customer sees it', async () => {
  const { id } = await app.order()
  const reported = await app.ask(app.customer, `/api/orders/${id}/pay/report`, { reference: utr() })
  const path = `/api/admin/payments/reports/${(reported.body as { id: string }).id}/dismiss`
  expect((await app.ask(app.administrator, path, {})).status).toBe(200)
  expect((await app.ask(app.administrator, path, {})).status).toBe(409)
  expect((await pay(id)).reports).toMatchObject([{ status: 'dismissed' }])
  const { body } = await app.request('/api/trpc/activity.list', { cookie: app.customer.cookie })
  expect(JSON.stringify(body)).toContain('It was not found at the bank.')
})

test('limits the open references of an order, and takes none for a paid one', async () => {
  const { id } = await app.order()
  const path = `/api/orders/${id}/pay/report`
  for (let times = 0; times < 5; times += 1)
    expect((await app.ask(app.customer, path, { reference: utr() })).status).toBe(201)
  expect((await app.ask(app.customer, path, { reference: utr() })).body).toMatchObject({
    code: 'LIMIT_REACHED',
    limit: 5,
    used: 5,
  })
  expect((await app.ask(app.customer, path, { reference: 'no' })).body).toMatchObject({
    fields: { reference: expect.any(String) },
  })
  await app.ask(app.administrator, `/api/admin/orders/${id}/reject`, { reason: 'No' })
  expect((await app.ask(app.customer, path, { reference: utr() })).status).toBe(409)
})

test('a payment for a cancelled order becomes credit, and the administrator and the customer are notified', async () => {
  const { id } = await app.order()
  await app.ask(app.customer, `/api/orders/${id}/cancel`, {})
  const reference = utr()
  const { body } = await app.ask(app.administrator, '/api/admin/payments', {
    ...{ orderId: id, amount: 99, reference, receivedAt: at },
  })
  expect(body).toMatchObject({ amount: 99, creditAmount: 99 })
  const [told] = (await app.mails('payment.unexpected')).filter(({ text }) => text.includes(reference))
  expect(told).toMatchObject({ to: 'office@example.com' })
  expect(told?.text).toContain('Nothing was due for Starter order')
  const thanked = (await app.mails('payment.received')).filter(({ relatedId }) => relatedId === id)
  expect(thanked).toHaveLength(1)
  expect(thanked[0]?.text).toContain('account credit')
})

test('payments before the customer cancels become credit too', async () => {
  const { id } = await app.order()
  const json = { orderId: id, amount: 50, reference: utr(), receivedAt: at }
  await app.ask(app.administrator, '/api/admin/payments', json)
  await app.ask(app.customer, `/api/orders/${id}/cancel`, {})
  const paid = (await app.payments()).find(({ orderId }) => orderId === id)
  expect(paid).toMatchObject({ amountPaise: 5_000, creditedPaise: 5_000 })
})

test('the desk finds orders and invoices by reference, order number and email', async () => {
  const { id } = await app.order()
  const { reference } = await pay(id)
  for (const q of [reference.toLowerCase(), id.slice(0, 13), app.customer.email.slice(0, -3)]) {
    const { body } = await app.ask(
      app.administrator,
      `/api/admin/payments/payable?q=${encodeURIComponent(q)}`,
    )
    expect(body).toContainEqual(expect.objectContaining({ kind: 'order', id, amount: 99 }))
  }
  const none = await app.ask(app.administrator, '/api/admin/payments/payable?q=zzz')
  expect(none.body).toEqual([])
})

test('customers cannot reach the desk of payments', async () => {
  for (const path of ['', '/reports', '/lines', '/waiting', '/payable?q=abc'])
    expect((await app.ask(app.customer, `/api/admin/payments${path}`)).status).toBe(403)
})

test('the driver warns when customers cannot see where to pay', async () => {
  const bare = await createTestApp()
  const { cookie } = await bare.addAdministrator()
  const { body } = await bare.request('/api/admin/drivers', { cookie })
  expect(body).toContainEqual(
    expect.objectContaining({
      area: 'Payments',
      name: 'manual',
      isHealthy: true,
      isLimited: true,
      message: expect.stringMatching(/^Customers cannot see where to pay/),
    }),
  )
  await bare.close()
  expect(createManualPayments(true).limitation).toBeUndefined()
})
