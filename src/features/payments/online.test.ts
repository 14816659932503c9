import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { hour, minute } from '#shared/time.ts'
import { paidEvent, signRazorpay } from '#test/support/fake-razorpay.ts'
import { createPaymentsApp, type PaymentsApp } from '#test/support/payments.ts'

let app: PaymentsApp
beforeEach(async () => {
  app = await createPaymentsApp()
})
afterEach(() => app.close())

const webhook = '/api/payments/razorpay/webhook'

/** Opens the page of an order; returns Razorpay's id for it. */
async function openPage(orderId: string): Promise<string> {
  const { status, body } = await app.ask(app.customer, `/api/orders/${orderId}/pay/online`, {})
  if (status !== 200) throw new Error(JSON.stringify(body))
  return (body as { url: string }).url.split('/').at(-1) ?? ''
}

const due = async (orderId: string) =>
  ((await app.ask(app.customer, `/api/orders/${orderId}/pay`)).body as { amount: number }).amount

const links = () => app.store.read.select().from(app.store.t.paymentLinks)
const events = () => app.store.read.select().from(app.store.t.paymentEvents)

describe('the page of the provider', () => {
  test('opens once for the amount due, even for three concurrent requests', async () => {
    const { id } = await app.order()
    const pages = await Promise.all([openPage(id), openPage(id), openPage(id)])
    expect(new Set(pages).size).toBe(1)
    expect(await openPage(id)).toBe(pages[0] ?? '')
    const [page] = app.fake.links.values()
    expect(page).toMatchObject({ amount: 9_900, currency: 'INR' })
    expect(page?.callback_url).toBe(`http://portal.test/pending-activation?order=${id}`)
    expect(app.fake.links.size).toBe(1)
  })

  test('is replaced when the amount has changed, and the first is closed', async () => {
    const { id } = await app.order()
    const first = await openPage(id)
    await app.ask(app.administrator, '/api/admin/payments', {
      ...{ orderId: id, amount: 40, reference: 'UTR0000001', receivedAt: app.deps.now().toISOString() },
    })
    const second = await openPage(id)
    expect(second).not.toBe(first)
    await app.work()
    expect(app.fake.links.get(first)?.status).toBe('cancelled')
    expect(app.fake.links.get(second)).toMatchObject({ amount: 5_900, status: 'created' })
  })

  test('refuses to open while the provider is down, and opens later', async () => {
    const { id } = await app.order()
    app.fake.answer = () => new Response('', { status: 503 })
    const { status, body } = await app.ask(app.customer, `/api/orders/${id}/pay/online`, {})
    expect(status).toBe(503)
    expect(body).toMatchObject({
      message: 'The payment page cannot be opened right now. Please try again.',
    })
    app.fake.answer = null
    expect(await openPage(id)).toMatch(/^plink_/)
    expect(app.fake.links.size).toBe(1)
  })

  test('is closed when its order is cancelled', async () => {
    const { id } = await app.order()
    const page = await openPage(id)
    await app.ask(app.customer, `/api/orders/${id}/cancel`, {})
    app.advance(11 * minute)
    await app.work()
    expect(app.fake.links.get(page)?.status).toBe('cancelled')
    expect(await links()).toMatchObject([{ status: 'ended', checkAt: null }])
  })

  test('is not available without a provider', async () => {
    const manual = await createPaymentsApp({ PAYMENT_DRIVER: 'manual' })
    const { id } = await manual.order()
    expect((await manual.ask(manual.customer, `/api/orders/${id}/pay/online`, {})).status).toBe(409)
    await manual.close()
  })
})

describe('an event of a paid page', () => {
  test('is acknowledged immediately and recorded by a job, with a mail to the customer', async () => {
    const { id } = await app.order()
    const event = app.paidAt(await openPage(id))
    expect((await app.tell(event, { id: 'evt_1' })).status).toBe(200)
    expect(await app.payments()).toEqual([])
    await app.work()
    expect(await due(id)).toBe(0)
    const { payload } = event
    expect(await app.payments()).toMatchObject([
      { provider: 'razorpay', reference: payload.payment.entity.id, amountPaise: 9_900, recordedBy: null },
    ])
    expect(await events()).toMatchObject([{ eventId: 'evt_1', outcome: 'recorded' }])
    expect(await app.mails('payment.received')).toHaveLength(1)
    expect(await links()).toMatchObject([{ status: 'paid', checkAt: null }])
  })

  test('counts once when it arrives three times concurrently, again, and under another id', async () => {
    const { id } = await app.order()
    const event = app.paidAt(await openPage(id))
    const told = await Promise.all([1, 2, 3].map(() => app.tell(event, { id: 'evt_1' })))
    expect(told.map(({ status }) => status)).toEqual([200, 200, 200])
    await app.work()
    await app.tell(event, { id: 'evt_1' })
    await app.tell(event, { id: 'evt_2' })
    await app.work()
    expect(await app.payments()).toHaveLength(1)
    expect((await events()).map(({ outcome }) => outcome).toSorted()).toEqual(['recorded', 'repeated'])
    expect(await app.mails('payment.received')).toHaveLength(1)
  })

  test('finds its page before the response to its creation is stored', async () => {
    const { id } = await app.order()
    // The page exists, but the response is lost.
    app.fake.answered = () => new Response('', { status: 502 })
    await app.ask(app.customer, `/api/orders/${id}/pay/online`, {})
    app.fake.answered = null
    const [page] = app.fake.links.keys()
    await app.tell(app.paidAt(page ?? ''))
    await app.work()
    expect(await due(id)).toBe(0)
  })

  test('is recorded with an unexpected amount, and the administrator notified', async () => {
    const { id } = await app.order()
    await app.tell(app.paidAt(await openPage(id), { amount: 5_000 }))
    await app.work()
    expect(await due(id)).toBe(49)
    const [told] = await app.mails('payment.unexpected')
    expect(told).toMatchObject({ to: 'office@example.com' })
    expect(told?.text).toContain('We asked for ₹99.00 INR')
  })

  test('is not recorded in another currency, and the administrator notified', async () => {
    const { id } = await app.order()
    await app.tell(app.paidAt(await openPage(id), { currency: 'USD' }))
    await app.work()
    expect(await app.payments()).toEqual([])
    expect(await events()).toMatchObject([{ outcome: 'refused' }])
    expect(await app.mails('payment.strange')).toHaveLength(1)
  })

  test('for an order that was cancelled meanwhile becomes credit', async () => {
    const { id } = await app.order()
    const event = app.paidAt(await openPage(id))
    await app.ask(app.customer, `/api/orders/${id}/cancel`, {})
    await app.tell(event)
    await app.work()
    expect(await app.payments()).toMatchObject([{ creditedPaise: 9_900 }])
    expect(await app.mails('payment.unexpected')).toHaveLength(1)
  })

  test('is ignored for a foreign page or a payment that is not captured', async () => {
    const { id } = await app.order()
    const event = app.paidAt(await openPage(id))
    const { payment_link: link, payment } = event.payload
    const foreign = { ...link.entity, id: 'plink_foreign', reference_id: 'INV-7' }
    await app.tell({ ...event, payload: { payment, payment_link: { entity: foreign } } }, { id: 'one' })
    const failed = { entity: { ...payment.entity, status: 'failed' } }
    app.fake.answer = () => new Response('', { status: 503 })
    await app.tell({ ...event, payload: { payment: failed, payment_link: link } }, { id: 'two' })
    await app.work()
    expect(await app.payments()).toEqual([])
    expect((await events()).map(({ outcome }) => outcome)).toEqual(['ignored', 'ignored'])
  })

  test('is acknowledged and ignored when its kind is unknown', async () => {
    expect((await app.tell({ event: 'settlement.processed', payload: {} }, { id: 'x' })).status).toBe(200)
    expect(await events()).toMatchObject([{ type: 'settlement.processed', outcome: 'ignored' }])
  })
})

describe('a payment that was refunded at the provider', () => {
  /** Razorpay's event for a refund at its dashboard. */
  const refunded = (paid: ReturnType<typeof paidEvent>, amount = 9_900) => ({
    ...paid,
    event: 'refund.processed',
    payload: {
      payment: { entity: { ...paid.payload.payment.entity, status: 'refunded' } },
      refund: { entity: { id: 'rfnd_1', payment_id: paid.payload.payment.entity.id, amount } },
    },
  })

  test('is reported to the administrator, who corrects its invoice', async () => {
    const { id } = await app.order()
    const paid = app.paidAt(await openPage(id))
    await app.tell(paid)
    await app.work()
    await app.tell(refunded(paid), { id: 'evt_refund' })
    await app.tell(refunded(paid), { id: 'evt_refund' })
    await app.work()
    const told = await app.mails('payment.returned')
    expect(told).toMatchObject([{ to: 'office@example.com' }])
    expect(told[0]?.text).toContain('Issue a credit note for it')
    expect(await app.payments()).toHaveLength(1)
  })

  test("is never recorded when the refund's event is first, not even by polling", async () => {
    const { id } = await app.order()
    const paid = app.paidAt(await openPage(id))
    await app.tell(refunded(paid), { id: 'evt_refund' })
    await app.work()
    await app.tell(paid, { id: 'evt_paid' })
    app.advance(hour)
    await app.work()
    expect(await app.payments()).toEqual([])
    expect(await due(id)).toBe(99)
    expect((await events()).map(({ outcome }) => outcome)).toEqual(['refused', 'refused'])
    expect(await app.mails('payment.returned')).toHaveLength(1)
  })

  test('is recorded in full when refunded in part, and the administrator notified', async () => {
    const { id } = await app.order()
    const paid = app.paidAt(await openPage(id))
    await app.tell(refunded(paid, 1_000), { id: 'evt_refund' })
    await app.tell(paid, { id: 'evt_paid' })
    await app.work()
    expect(await app.payments()).toMatchObject([{ amountPaise: 9_900 }])
    expect(await app.mails('payment.returned')).toHaveLength(1)
  })
})

test('polling finds a payment without an event', async () => {
  const { id } = await app.order()
  app.fake.pay(await openPage(id))
  app.advance(minute)
  await app.work()
  expect(await due(id)).toBe(0)
  expect(await app.payments()).toHaveLength(1)
})

test('ignores an event after polling found the payment', async () => {
  const { id } = await app.order()
  const page = await openPage(id)
  const payment = app.fake.pay(page)
  app.advance(minute)
  await app.work()
  const link = app.fake.links.get(page)
  if (!link) throw new Error('no link')
  await app.tell(paidEvent(link, payment))
  await app.work()
  expect(await app.payments()).toHaveLength(1)
  expect(await events()).toMatchObject([{ outcome: 'repeated' }])
})

test('polls an unreachable provider again, and loses nothing', async () => {
  const { id } = await app.order()
  app.fake.pay(await openPage(id))
  app.fake.answer = () => new Response('', { status: 500 })
  app.advance(hour)
  await app.work()
  expect(await due(id)).toBe(99)
  app.fake.answer = null
  app.advance(11 * minute)
  await app.work()
  expect(await due(id)).toBe(0)
})

test('resumes after a crash between an event and its effect', async () => {
  const { id } = await app.order()
  const event = app.paidAt(await openPage(id))
  await app.tell(event)
  const [job] = (await app.store.read.select().from(app.store.t.jobs)).filter(
    ({ kind }) => kind === 'payment.event',
  )
  const { jobs } = app.store.t
  // Another process claimed it and died.
  await app.store.tx((tx) =>
    tx
      .update(jobs)
      .set({ status: 'running', leaseHolder: 'dead', leaseUntil: app.deps.now(), fence: 1, attempts: 1 }),
  )
  expect(job).toBeDefined()
  app.advance(minute)
  await app.work()
  expect(await due(id)).toBe(0)
  expect(await app.payments()).toHaveLength(1)
})

describe('the webhook', () => {
  const send = (body: string, headers: Record<string, string> = {}) =>
    app.request(webhook, { body, headers: { 'content-type': 'application/json', ...headers } })

  test('refuses requests without a valid signature', async () => {
    const body = '{"event":"payment_link.paid"}'
    for (const signature of ['', 'abc', signRazorpay(body, 'guess'), signRazorpay(`${body} `)])
      expect((await send(body, { 'x-razorpay-signature': signature })).status).toBe(401)
    expect((await send(body)).status).toBe(401)
    expect(await events()).toEqual([])
  })

  test.each([
    ['invalid JSON', 'hello', 400],
    ['no event', '[]', 400],
    ['an event without a name', '{"event":5}', 400],
    ['a control character', '{"event":"payment_link.paid\\u0000"}', 400],
    [
      'lone surrogates',
      '{"event":"payment_link.paid","payload":{"payment":{"entity":{"id":"\\ud800","currency":"\\u0000"}}}}',
      200,
    ],
    ['an empty body', '', 400],
    ['nested objects', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`, 400],
    ['strange payloads', '{"event":"payment_link.paid","payload":{"payment":7,"payment_link":[]}}', 200],
    [
      'a negative amount',
      '{"event":"payment_link.paid","payload":{"payment":{"entity":{"amount":-5}}}}',
      200,
    ],
  ])('handles a signed request with %s', async (_, body, status) => {
    const reply = await send(body, { 'x-razorpay-signature': signRazorpay(body) })
    expect(reply.status).toBe(status)
    await app.work()
    expect(await app.payments()).toEqual([])
  })

  test('reads no more than the size limit of an event', async () => {
    const body = `{"event":"${'x'.repeat(300_000)}"}`
    expect((await send(body, { 'x-razorpay-signature': signRazorpay(body) })).status).toBe(413)
  })

  test('limits unsigned requests, but not the provider', async () => {
    const limited = await createPaymentsApp({ WRITES_PER_MINUTE: '5' })
    const body = '{"event":"order.paid"}'
    const post = (signature: string) =>
      limited.request(webhook, { body, headers: { 'x-razorpay-signature': signature } })
    const forged = []
    for (let times = 0; times < 8; times += 1) forged.push((await post('no')).status)
    expect(forged).toContain(429)
    expect((await post(signRazorpay(body))).status).toBe(200)
    await limited.close()
  })

  test('does not exist without its secret', async () => {
    const manual = await createPaymentsApp({ PAYMENT_DRIVER: 'manual', RAZORPAY_WEBHOOK_SECRET: '' })
    expect((await manual.tell({ event: 'payment_link.paid' })).status).toBe(404)
    await manual.close()
  })
})
