import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createPaymentsApp, type PaymentsApp } from '#test/support/payments.ts'

let app: PaymentsApp
beforeAll(async () => {
  app = await createPaymentsApp({ PAYMENT_DRIVER: 'manual' })
})
afterAll(() => app.close())

let counter = 700_000_000_000
const utr = () => {
  counter += 1
  return String(counter)
}

type Line = { id: string; narration: string; status: string; amount: number; match: { id: string } | null }

const header = 'Date,Narration,Ref No,Debit,Credit'
const csv = (...rows: string[]) => [header, ...rows].join('\n')
const line = (narration: string, reference = '', amount = '99.00') =>
  `24/11/2026,${narration},${reference},,${amount}`

const upload = (text: string, who = app.administrator) =>
  app.ask(who, '/api/admin/payments/statements', { fileName: 'november.csv', text })

async function lines(status = 'waiting'): Promise<Line[]> {
  const { body } = await app.ask(app.administrator, `/api/admin/payments/lines?status=${status}&limit=100`)
  return (body as { items: Line[] }).items
}

const find = async (part: string, status = 'waiting') => {
  const found = (await lines(status)).find(({ narration }) => narration.includes(part))
  if (!found) throw new Error(`no ${status} line with ${part}`)
  return found
}

const confirm = async (...ids: string[]) =>
  (await app.ask(app.administrator, '/api/admin/payments/lines/confirm', { ids })).body as {
    counted: string[]
    left: string[]
  }

const pay = async (id: string) =>
  (await app.ask(app.customer, `/api/orders/${id}/pay`)).body as {
    amount: number
    paidAmount: number
    reference: string
    reports: { status: string }[]
  }

const paymentsOf = async (id: string) => (await app.payments()).filter(({ orderId }) => orderId === id)

test('matches a line that names an order and has its exact amount, and counts it once confirmed', async () => {
  const { id } = await app.order()
  const { reference } = await pay(id)
  const { status, body } = await upload(csv(line(`UPI-ASHA-${reference}-PAY`, utr())))
  expect(status).toBe(201)
  expect(body).toMatchObject({ lines: 1, newLines: 1, leftOut: 0 })
  const found = await find(reference)
  expect(found.match).toMatchObject({ kind: 'order', id, amount: 99 })
  expect(await paymentsOf(id)).toEqual([])
  expect(await confirm(found.id)).toEqual({ counted: [found.id], left: [] })
  expect(await pay(id)).toMatchObject({ amount: 0, paidAmount: 99 })
  expect(await find(reference, 'counted')).toMatchObject({ id: found.id })
})

test("matches a line by the customer's reference, and settles that", async () => {
  const { id } = await app.order()
  const reference = utr()
  await app.ask(app.customer, `/api/orders/${id}/pay/report`, { reference })
  await upload(csv(line(`IMPS/P2A/${reference}/ASHA RAO`)))
  const found = await find(reference)
  expect(found.match).toMatchObject({ id })
  await confirm(found.id)
  expect((await pay(id)).reports).toMatchObject([{ status: 'matched' }])
})

test("finds an invoice by its number in any bank's spelling", async () => {
  const { id } = await app.order()
  await app.ask(app.administrator, `/api/admin/orders/${id}/approve`, {})
  const { invoices } = app.store.t
  const invoice = (await app.store.read.select().from(invoices)).find(({ orderId }) => orderId === id)
  // A renewal invoice before its payment.
  await app.store.tx((tx) => tx.update(invoices).set({ status: 'open', paidPaise: 0, paidAt: null }))
  await upload(csv(line(`NEFT ${invoice?.number.replaceAll('/', ' ')} HOSTING`)))
  expect((await find('HOSTING')).match).toMatchObject({ kind: 'invoice', id: invoice?.id })
  await app.store.tx((tx) => tx.update(invoices).set({ status: 'paid', paidPaise: 9_900 }))
})

test('does not match a wrong amount, an unknown reference or a paid order', async () => {
  const { id } = await app.order()
  const { reference } = await pay(id)
  await upload(
    csv(line(`SHORT ${reference}`, utr(), '98.99'), line('SALARY NOVEMBER', utr()), line('RENT', '000')),
  )
  expect((await find(`SHORT ${reference}`)).match).toBeNull()
  expect((await find('SALARY')).match).toBeNull()
  const left = await find('RENT')
  expect(left.match).toBeNull()
  expect(await confirm(left.id)).toEqual({ counted: [], left: [left.id] })
})

test('counts no line again when a file is imported twice or overlaps another', async () => {
  const [one, two] = [utr(), utr()]
  const first = csv(line('SAME', one), line('SAME', one), line('OTHER', two))
  expect((await upload(first)).body).toMatchObject({ lines: 3, newLines: 3 })
  expect((await upload(first)).body).toMatchObject({ lines: 3, newLines: 0 })
  expect((await upload(csv(line('OTHER', two), line('LATER', utr())))).body).toMatchObject({ newLines: 1 })
})

test('counts a line once when two administrators import and confirm concurrently', async () => {
  const { id } = await app.order()
  const { reference } = await pay(id)
  const other = await app.addAdministrator()
  const text = csv(line(`TWICE ${reference}`, utr()))
  const both = await Promise.all([upload(text), upload(text, other)])
  expect(both.map(({ body }) => (body as { newLines: number }).newLines).toSorted()).toEqual([0, 1])
  const { id: lineId } = await find(reference)
  const ids = [lineId]
  const answers = await Promise.all([
    app.ask(app.administrator, '/api/admin/payments/lines/confirm', { ids }),
    app.ask(other, '/api/admin/payments/lines/confirm', { ids }),
  ])
  const counted = answers.flatMap(({ body }) => (body as { counted: string[] }).counted)
  expect(counted).toEqual([lineId])
  expect(await paymentsOf(id)).toHaveLength(1)
})

test('does not count a manually recorded transfer again', async () => {
  const { id } = await app.order()
  const reference = utr()
  await app.ask(app.administrator, '/api/admin/payments', {
    ...{ orderId: id, amount: 99, reference, receivedAt: app.deps.now().toISOString() },
  })
  await upload(csv(line('BY HAND', reference)))
  const { id: lineId } = await find('BY HAND')
  const matched = await app.ask(app.administrator, `/api/admin/payments/lines/${lineId}/match`, {
    orderId: id,
  })
  expect(matched.body).toMatchObject({ status: 'counted' })
  expect(await paymentsOf(id)).toHaveLength(1)
})

test('counts two different lines under one bank reference', async () => {
  const [{ id: first }, { id: second }] = [await app.order(), await app.order()]
  const reference = utr()
  await upload(csv(line('FIRST OF TWO', reference), line('SECOND OF TWO', reference)))
  for (const [part, orderId] of [
    ['FIRST OF TWO', first],
    ['SECOND OF TWO', second],
  ] as const) {
    const { id } = await find(part)
    const matched = await app.ask(app.administrator, `/api/admin/payments/lines/${id}/match`, { orderId })
    expect(matched.status).toBe(200)
  }
  expect(await paymentsOf(first)).toHaveLength(1)
  expect(await paymentsOf(second)).toHaveLength(1)
})

test('leaves a line to a person when its reference is that of a payment with another amount', async () => {
  const { id } = await app.order()
  const reference = utr()
  await app.ask(app.administrator, '/api/admin/payments', {
    ...{ orderId: id, amount: 9, reference, receivedAt: app.deps.now().toISOString() },
  })
  await upload(csv(line('CLASH', reference)))
  const { id: lineId } = await find('CLASH')
  const path = `/api/admin/payments/lines/${lineId}/match`
  expect(await app.ask(app.administrator, path, { orderId: id })).toMatchObject({ status: 409 })
  expect((await find('CLASH')).status).toBe('waiting')
})

test('dismisses a line that is no payment, and can still match it later', async () => {
  await upload(csv(line('INTEREST CREDIT')))
  const { id } = await find('INTEREST CREDIT')
  const dismiss = () => app.ask(app.administrator, `/api/admin/payments/lines/${id}/dismiss`, {})
  expect((await dismiss()).status).toBe(200)
  expect((await dismiss()).status).toBe(409)
  expect(await find('INTEREST CREDIT', 'dismissed')).toMatchObject({ id })
  const order = await app.order()
  const path = `/api/admin/payments/lines/${id}/match`
  expect((await app.ask(app.administrator, path, { orderId: order.id })).status).toBe(200)
  expect((await app.ask(app.administrator, path, { orderId: order.id })).status).toBe(409)
})

test('counts open items for the tab of the desk', async () => {
  const { body } = await app.ask(app.administrator, '/api/admin/payments/waiting')
  expect(body).toMatchObject({ lines: (await lines()).length })
})

test.each([
  ['no statement', 'Name,Age\nAsha,30', /no header line with the columns/],
  ['a statement without incoming payments', csv('24/11/2026,ATM,,500.00,'), /has no incoming payments/],
  ['an empty file', '', /This file is empty/],
  ['more than a megabyte', `${header}\n${'x'.repeat(1_100_000)}`, /At most|at most/],
])('refuses %s at its field', async (_, text, sentence) => {
  const { status, body } = await upload(text)
  expect(status).toBe(422)
  expect((body as { fields: { text: string } }).fields.text).toMatch(sentence)
})

test('prefixes narrations, so that spreadsheet formulas stay text', async () => {
  const { id } = await app.order()
  await upload(csv(line("=cmd|'/C calc'!A0 FORMULA", utr())))
  const found = await find('FORMULA')
  await app.ask(app.administrator, `/api/admin/payments/lines/${found.id}/match`, { orderId: id })
  const [payment] = await paymentsOf(id)
  expect(payment?.note).toStartWith('Bank statement: =cmd')
})
