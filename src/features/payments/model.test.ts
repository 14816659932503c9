import { afterAll, beforeAll, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { features } from '#app/features.ts'
import { issueCreditNote } from '#features/billing/service/credit-note.ts'
import type { Invariant } from '#server/feature.ts'
import { placeOrder } from '#test/support/app.ts'
import { createPaymentsApp, type PaymentsApp } from '#test/support/payments.ts'

let app: PaymentsApp
beforeAll(async () => {
  app = await createPaymentsApp({ AUTO_APPROVE: 'paid' })
})
afterAll(() => app.close())

let counter = 0
const next = () => {
  counter += 1
  return counter
}

type Order = { id: string; status: 'pending' | 'approved' | 'rejected' | 'cancelled'; paid: number }
/** A simple model of a customer. */
type Model = { orders: Order[]; moneyIn: number }
/** The same customer in the portal. */
type Real = { cookie: string; id: string; told: { event: unknown; orderId: string; paise: number }[] }

const price = 9_900

const pick = (model: Model, n: number): Order | undefined =>
  model.orders[n % Math.max(model.orders.length, 1)]

/** An order of the model that the portal approves once it is paid. */
function settle(model: Model): void {
  for (const order of model.orders)
    if (order.status === 'pending' && order.paid >= price) order.status = 'approved'
}

async function rowsOf({ id }: Real) {
  const { t, read } = app.store
  const [payments, invoices, orders, refunds, services, accounts] = await Promise.all([
    read.select().from(t.payments).where(eq(t.payments.userId, id)),
    read
      .select()
      .from(t.invoices)
      .where(and(eq(t.invoices.userId, id), eq(t.invoices.kind, 'invoice'))),
    read.select().from(t.orders).where(eq(t.orders.userId, id)),
    read.select().from(t.refunds).where(eq(t.refunds.userId, id)),
    read.select().from(t.userServices).where(eq(t.userServices.userId, id)),
    read.select().from(t.billingAccounts).where(eq(t.billingAccounts.userId, id)),
  ])
  return { payments, invoices, orders, refunds, services, credit: accounts[0]?.creditPaise ?? 0 }
}

const sum = (values: number[]): number => values.reduce((all, value) => all + value, 0)

/** Accounts for every rupee; no order has more than one service or invoice. */
async function check(model: Model, real: Real): Promise<void> {
  const { payments, invoices, orders, refunds, services, credit } = await rowsOf(real)
  const came = payments.filter(({ provider }) => provider !== 'credit')
  const confirmed = came.filter(({ reference }) => reference.startsWith('Approval of'))
  const waiting = came.map(
    ({ amountPaise, appliedPaise, creditedPaise }) => amountPaise - appliedPaise - creditedPaise,
  )
  const kept = invoices.map(({ paidPaise, returnedPaise }) => paidPaise - returnedPaise)
  const back = refunds.map(({ amountPaise }) => amountPaise)
  expect(sum(came.map(({ amountPaise }) => amountPaise))).toBe(sum(kept) + sum(waiting) + sum(back) + credit)
  expect(
    sum(came.map(({ amountPaise }) => amountPaise)) - sum(confirmed.map(({ amountPaise }) => amountPaise)),
  ).toBe(model.moneyIn)
  expect(orders.map(({ id, status }) => `${id} ${status}`).toSorted()).toEqual(
    model.orders.map(({ id, status }) => `${id} ${status}`).toSorted(),
  )
  for (const { id, status } of orders) {
    expect(services.filter(({ orderId }) => orderId === id)).toHaveLength(1)
    expect(invoices.filter(({ orderId }) => orderId === id)).toHaveLength(status === 'approved' ? 1 : 0)
  }
}

const place = {
  check: (model: Model) => model.orders.length < 4,
  async run(model: Model, real: Real) {
    const order = await placeOrder(app, real.cookie, { domain: `model-${next()}.example.com` })
    app.advance(300_000)
    model.orders.push({ id: order.id, status: 'pending', paid: 0 })
    await check(model, real)
  },
  toString: () => 'order',
}

/** A transfer that an administrator records once or twice. */
const transfer = (n: number, paise: number, times: number) => ({
  check: (model: Model) => model.orders.length > 0,
  async run(model: Model, real: Real) {
    const order = pick(model, n)
    if (!order) return
    const json = {
      amount: paise / 100,
      reference: `UTR${100_000_000 + next()}`,
      receivedAt: app.deps.now().toISOString(),
    }
    const answers = []
    for (let time = 0; time < times; time += 1)
      answers.push(
        (await app.ask(app.administrator, '/api/admin/payments', { ...json, orderId: order.id })).status,
      )
    expect(answers).toEqual([201, ...Array.from({ length: times - 1 }, () => 409)])
    order.paid += paise
    model.moneyIn += paise
    await check(model, real)
  },
  toString: () => `transfer of ${paise} to ${n}, ${times} times`,
})

/** A payment at the provider's page; its events arrive later, or never. */
const payOnline = (n: number) => ({
  check: (model: Model) => pick(model, n)?.status === 'pending' && (pick(model, n)?.paid ?? price) < price,
  async run(model: Model, real: Real) {
    const order = pick(model, n)
    if (!order) return
    const { body } = await app.ask(real, `/api/orders/${order.id}/pay/online`, {})
    const page = (body as { url: string }).url.split('/').at(-1) ?? ''
    if (app.fake.links.get(page)?.status !== 'created') return
    const event = app.paidAt(page)
    real.told.push({ event, orderId: order.id, paise: event.payload.payment.entity.amount })
  },
  toString: () => `pay ${n} online`,
})

/** Delivers one of the events, perhaps several times concurrently. */
const tell = (n: number, times: number) => ({
  check: () => true,
  async run(model: Model, real: Real) {
    const [told] = real.told.splice(n % Math.max(real.told.length, 1), 1)
    if (!told) return
    await Promise.all(Array.from({ length: times }, () => app.tell(told.event, { id: `evt_${next()}` })))
    await app.work()
    const order = model.orders.find(({ id }) => id === told.orderId)
    model.moneyIn += told.paise
    if (order) order.paid += told.paise
    await work.run(model, real)
  },
  toString: () => `event ${n}, ${times} times`,
})

const work = {
  check: () => true,
  async run(model: Model, real: Real) {
    // The provider is polled too: payments without an event are found.
    app.advance(700_000)
    await app.work()
    for (const { orderId, paise } of real.told.splice(0)) {
      const order = model.orders.find(({ id }) => id === orderId)
      model.moneyIn += paise
      if (order) order.paid += paise
    }
    await app.work()
    settle(model)
    await check(model, real)
  },
  toString: () => 'work',
}

const decide = (n: number, verb: 'approve' | 'reject' | 'cancel') => ({
  check: (model: Model) => model.orders.length > 0,
  async run(model: Model, real: Real) {
    const order = pick(model, n)
    if (!order) return
    const path =
      verb === 'cancel' ? `/api/orders/${order.id}/cancel` : `/api/admin/orders/${order.id}/${verb}`
    const json = verb === 'reject' ? { reason: 'No' } : {}
    const { status } = await app.ask(verb === 'cancel' ? real : app.administrator, path, json)
    const isRepeat = verb === 'approve' && order.status === 'approved'
    expect(status).toBe(order.status === 'pending' || isRepeat ? 200 : 409)
    const outcomes = { approve: 'approved', reject: 'rejected', cancel: 'cancelled' } as const
    if (order.status === 'pending') order.status = outcomes[verb]
    await check(model, real)
  },
  toString: () => `${verb} ${n}`,
})

const credit = (n: number, paise: number, to: 'credit' | 'refund') => ({
  check: (model: Model) => pick(model, n)?.status === 'approved',
  async run(model: Model, real: Real) {
    const { invoices } = await rowsOf(real)
    const invoice = invoices.find(({ orderId }) => orderId === pick(model, n)?.id)
    if (!invoice || invoice.totalPaise - invoice.creditedPaise < paise) return
    await app.store.tx((tx) =>
      issueCreditNote(tx, app.deps, { invoiceId: invoice.id, amountPaise: paise, reason: 'Model', to }),
    )
    await check(model, real)
  },
  toString: () => `credit ${paise} of ${n} to ${to}`,
})

const which = fc.nat(3)
const paise = fc.constantFrom(1, 4_900, 5_000, price, 2 * price)

const commands = fc.commands<Model, Real, false>(
  [
    fc.constant(place),
    fc.constant(place),
    fc.tuple(which, paise, fc.integer({ min: 1, max: 2 })).map((args) => transfer(...args)),
    which.map(payOnline),
    fc.tuple(which, fc.integer({ min: 1, max: 3 })).map((args) => tell(...args)),
    fc
      .tuple(which, fc.constantFrom('approve' as const, 'reject' as const, 'cancel' as const))
      .map((args) => decide(...args)),
    fc
      .tuple(which, paise, fc.constantFrom('credit' as const, 'refund' as const))
      .map((args) => credit(...args)),
    fc.constant(work),
  ],
  { maxCommands: 14 },
)

const invariants: readonly Invariant[] = features.flatMap((feature) =>
  'invariants' in feature ? feature.invariants : [],
)

test('puts every rupee on an invoice, on hold, on credit or into a refund, in any order of payments, decisions and events', async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (cmds) => {
      const { id, cookie } = await app.addCustomer()
      const setup = () => ({ model: { orders: [], moneyIn: 0 }, real: { id, cookie, told: [] } })
      await fc.asyncModelRun(setup, cmds)
      // The limit is thirty orders an hour from one address.
      app.advance(3_600_000)
    }),
    { numRuns: 15 },
  )
  const broken = []
  for (const { name, count } of invariants)
    if ((await count(app.store, app.dataDir, app.deps.secrets)) > 0) broken.push(name)
  expect(broken).toEqual([])
}, 300_000)
