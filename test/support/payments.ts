import { readEnv } from '#env'
import { sameOrderMinutes } from '#features/orders/contract/contract.ts'
import { createRazorpay } from '#features/payments/drivers/razorpay/razorpay.ts'
import type { Deps } from '#server/context.ts'
import { minute } from '#shared/time.ts'
import { createTestApp, placeOrder } from './app.ts'
import { paidEvent, razorpayKeys, signRazorpay, startFakeRazorpay } from './fake-razorpay.ts'
import { makeTestFolder } from './folders.ts'
import { payees } from './payees.ts'

type Settings = Record<string, string>

/** A portal with the operator's payment details, which also takes payments through the fake Razorpay. */
export async function createPaymentsApp(settings: Settings = {}, overrides: Partial<Deps> = {}) {
  const fake = startFakeRazorpay()
  const env = {
    ...readEnv({
      DATA_DIR: makeTestFolder(),
      ...{ READS_PER_MINUTE: '0', WRITES_PER_MINUTE: '0', HELD_NAMES: '0' },
      ...{ PAYMENT_DRIVER: 'razorpay', RAZORPAY_URL: fake.url, ...razorpayKeys },
      CONTACT_EMAIL: 'office@example.com',
      ...settings,
    }),
    NODE_ENV: 'test',
  }
  const app = await createTestApp({ env, company: { billing: payees }, ...overrides })
  const customer = await app.addCustomer()
  const administrator = await app.addAdministrator()
  const ask = async (who: { cookie: string }, path: string, json?: unknown) =>
    app.request(path, { cookie: who.cookie, ...(json === undefined ? {} : { json }) })
  return {
    ...app,
    fake,
    customer,
    administrator,
    ask,
    /** A pending ₹99 order of the customer, late enough after the previous one to be another order. */
    order() {
      app.advance(sameOrderMinutes * minute + minute)
      return placeOrder(app, customer.cookie)
    },
    /** Sends a signed event like Razorpay. */
    async tell(event: unknown, { id, secret }: { id?: string; secret?: string } = {}) {
      const body = JSON.stringify(event)
      const headers = {
        'content-type': 'application/json',
        'x-razorpay-signature': signRazorpay(body, secret),
        ...(id === undefined ? {} : { 'x-razorpay-event-id': id }),
      }
      return app.request('/api/payments/razorpay/webhook', { body, headers })
    },
    /** The event of a link after a customer paid it. */
    paidAt(linkId: string, options?: { amount?: number; currency?: string }) {
      const payment = fake.pay(linkId, options)
      const link = fake.links.get(linkId)
      if (!link) throw new Error('no link')
      return paidEvent(link, payment)
    },
    async payments() {
      return app.store.read.select().from(app.store.t.payments)
    },
    async mails(kind: string) {
      const rows = await app.store.read.select().from(app.store.t.mails)
      return rows.filter((row) => row.kind === kind)
    },
    async close() {
      await app.close()
      await fake.stop()
    },
  }
}

export type PaymentsApp = Awaited<ReturnType<typeof createPaymentsApp>>

/** The driver that calls the provider at this address. */
export const razorpayAt = (url: string) =>
  createRazorpay({
    url,
    keyId: razorpayKeys.RAZORPAY_KEY_ID,
    keySecret: razorpayKeys.RAZORPAY_KEY_SECRET,
    webhookSecret: razorpayKeys.RAZORPAY_WEBHOOK_SECRET,
  })
