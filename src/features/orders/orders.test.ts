import { afterAll, beforeAll, expect, test } from 'bun:test'
import { activateService, createTestApp, findPlan, placeOrder, type TestApp } from '#test/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('an approved order becomes an active service with its folder and address', async () => {
  const customer = await app.addCustomer()
  const { id, serviceId } = await activateService(app, customer.cookie)
  const { body } = await app.request('/api/user-services', { cookie: customer.cookie })
  expect(body).toMatchObject([{ id: serviceId, status: 'active', serverIp: '127.0.0.1', provisioning: null }])
  const orders = await app.request('/api/user/orders', { cookie: customer.cookie })
  expect(orders.body).toMatchObject([
    { id, status: 'approved', amount: 99, currency: 'INR', plan: { name: 'Starter' } },
  ])
  expect(await Bun.file(`${app.dataDir}/services/${serviceId}/public/index.html`).exists()).toBe(true)
})

test('refuses an order with an amount other than the current price', async () => {
  const { cookie } = await app.addCustomer()
  const plan = await findPlan(app, 'Starter')
  const json = { planId: plan.id, amount: plan.price + 1, paymentMethod: 'credit_card' }
  const reply = await app.request('/api/orders', { cookie, json })
  expect(reply.status).toBe(409)
  expect(reply.body).toMatchObject({ code: 'PRICE_CHANGED', currentAmount: 99 })
  expect((await app.request('/api/user/orders', { cookie })).body).toEqual([])
})

test('ordering the same plan twice in a row returns the first order', async () => {
  const { cookie } = await app.addCustomer()
  const first = await placeOrder(app, cookie)
  const plan = await findPlan(app, 'Starter')
  const json = { planId: plan.id, amount: plan.price, paymentMethod: 'credit_card' }
  const again = await app.request('/api/orders', { cookie, json })
  expect(again.status).toBe(200)
  expect(again.body).toMatchObject({ id: first.id })
})
