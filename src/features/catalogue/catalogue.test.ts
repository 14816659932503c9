import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createTestApp, findPlan, placeOrder, type TestApp } from '#test/support/app.ts'
import { type Category, describeLimits, type Plan } from './contract/contract.ts'
import { seedCatalogue } from './service/seed.ts'

let app: TestApp
let customer: { cookie: string }
let administrator: { cookie: string }
let webId: string
beforeAll(async () => {
  app = await createTestApp()
  customer = await app.addCustomer()
  administrator = await app.addAdministrator()
  webId = await categoryId('Web Hosting')
})
afterAll(() => app.close())

const categories = async () => (await app.request('/api/service-categories')).body as Category[]
const categoryId = async (name: string) => (await categories()).find((row) => row.name === name)?.id ?? ''
const plansOf = async (name: string) =>
  (await app.request(`/api/pricing-plans/${await categoryId(name)}`)).body as Plan[]
const call = (method: string, path: string, json: unknown) =>
  app.request(`/api/admin/${path}`, { method, cookie: administrator.cookie, json })

const limits = {
  diskBytes: 1_073_741_824,
  databases: 2,
  mailboxes: 3,
  domains: 1,
  backups: 4,
  memoryBytes: 134_217_728,
  cpuPercent: 25,
}

describe('the catalogue of a new portal', () => {
  test('has two categories', async () => {
    expect(await categories()).toMatchObject([
      { name: 'Web Hosting', basePrice: 99 },
      { name: 'VPS Hosting', basePrice: 12_800 },
    ])
  })

  test.each([
    [
      'Web Hosting',
      [
        ['Starter', 99, 599],
        ['Business', 299, 1299],
        ['Premium', 499, null],
        ['Pro', 799, null],
        ['Enterprise', 1299, null],
      ],
    ],
    [
      'VPS Hosting',
      [
        ['Basic', 12_800, null],
        ['Standard', 18_500, null],
        ['High Performance', 28_500, null],
        ['Business', 38_500, null],
        ['Enterprise', 48_500, null],
        ['Custom', 0, null],
      ],
    ],
  ] as const)('lists the plans of %s in order', async (name, expected) => {
    const plans = await plansOf(name)
    expect<unknown>(plans.map((plan) => [plan.name, plan.price, plan.originalPrice])).toEqual(expected)
    for (const plan of plans) {
      expect(plan.discount).toBeNull()
      expect(plan.features).toEqual(describeLimits(plan.limits))
      expect(plan.features.length).toBeGreaterThan(0)
      expect(plan.isContact).toBe(plan.name === 'Custom')
      expect(plan.isPopular).toBe(plan.name === (name === 'Web Hosting' ? 'Business' : 'Standard'))
    }
  })

  test('is seeded once, and never overwrites the operator’s changes', async () => {
    const before = [await plansOf('Web Hosting'), await plansOf('VPS Hosting')]
    await Promise.all([seedCatalogue(app.store, app.deps.now()), seedCatalogue(app.store, app.deps.now())])
    expect([await plansOf('Web Hosting'), await plansOf('VPS Hosting')]).toEqual(before)
  })

  test('answers an unknown category with 404', async () => {
    for (const id of [Bun.randomUUIDv7(), 'Web Hosting', '1'])
      expect((await app.request(`/api/pricing-plans/${encodeURIComponent(id)}`)).status).toBe(404)
  })
})

describe('the administrator', () => {
  test('can create a category and a plan, which can then be ordered', async () => {
    const category = await call('POST', 'service-categories', { name: 'Mail', basePrice: '33.50' })
    expect(category.status).toBe(201)
    expect(category.body).toMatchObject({ name: 'Mail', basePrice: 33.5, icon: null, description: null })
    const { id } = category.body as Category
    const plan = await call('POST', 'pricing-plans', { categoryId: id, name: 'Small', price: 33.5, limits })
    expect(plan.status).toBe(201)
    expect(plan.body).toMatchObject({
      categoryId: id,
      price: 33.5,
      isArchived: false,
      features: describeLimits(limits),
    })
    expect(await plansOf('Mail')).toMatchObject([{ name: 'Small', price: 33.5 }])
    const order = await placeOrder(app, customer.cookie, { planId: (plan.body as Plan).id, amount: '33.50' })
    expect(order).toMatchObject({ amount: 33.5, status: 'pending' })
  })

  test('can change a price, which takes effect immediately, refuses the old amount and leaves older orders unchanged', async () => {
    const { id } = await findPlan(app, 'Pro')
    const before = await placeOrder(app, customer.cookie, { planId: id, amount: 799 })
    const heard: string[] = []
    const stop = app.deps.events.subscribe(({ kind }) => heard.push(kind))
    expect((await call('PATCH', `pricing-plans/${id}`, { price: '849.5' })).body).toMatchObject({
      price: 849.5,
      name: 'Pro',
    })
    stop()
    expect(heard).toEqual(['catalogue'])
    expect(await plansOf('Web Hosting')).toContainEqual(
      expect.objectContaining({ name: 'Pro', price: 849.5 }),
    )
    const stale = { planId: id, amount: 799, paymentMethod: 'credit_card', domain: 'stale.example.com' }
    const refused = await app.request('/api/orders', { cookie: customer.cookie, json: stale })
    expect(refused.body).toMatchObject({ code: 'PRICE_CHANGED', currentAmount: 849.5 })
    const own = await app.request('/api/user/orders', { cookie: customer.cookie })
    expect(own.body).toContainEqual(expect.objectContaining({ id: before.id, amount: 799 }))
  })

  test('can archive a plan, which is then hidden from customers but still listed for the administrator', async () => {
    const { id } = await findPlan(app, 'Premium')
    expect((await call('PATCH', `pricing-plans/${id}`, { isArchived: true })).status).toBe(200)
    expect((await plansOf('Web Hosting')).map(({ name }) => name)).not.toContain('Premium')
    const all = await app.request('/api/admin/pricing-plans', { cookie: administrator.cookie })
    expect(all.body).toContainEqual(expect.objectContaining({ id, isArchived: true }))
    await call('PATCH', `pricing-plans/${id}`, { isArchived: false })
    expect((await plansOf('Web Hosting')).map(({ name }) => name)).toContain('Premium')
  })

  test('can change limits, which updates the feature lines and leaves missing fields unchanged', async () => {
    const { id } = await findPlan(app, 'Premium')
    const { body } = await call('PATCH', `pricing-plans/${id}`, { limits, originalPrice: 999 })
    expect(body).toMatchObject({
      name: 'Premium',
      price: 499,
      originalPrice: 999,
      features: describeLimits(limits),
    })
    expect((await call('PATCH', `pricing-plans/${id}`, { originalPrice: null })).body).toMatchObject({
      originalPrice: null,
    })
  })

  test('cannot use a name twice, and gets 409 with the field', async () => {
    const taken = [
      await call('POST', 'service-categories', { name: 'Web Hosting', basePrice: 1 }),
      await call('PATCH', `service-categories/${webId}`, { name: 'VPS Hosting' }),
      await call('POST', 'pricing-plans', { categoryId: webId, name: 'Starter', price: 1, limits }),
      await call('PATCH', `pricing-plans/${(await findPlan(app, 'Premium')).id}`, { name: 'Starter' }),
    ]
    for (const { status, body } of taken) {
      expect(status).toBe(409)
      expect(body).toMatchObject({ fields: { name: expect.any(String) } })
    }
  })

  test.each([
    ['POST', 'service-categories', {}],
    ['POST', 'service-categories', { name: ' ', basePrice: 1 }],
    ['POST', 'service-categories', { name: 'a\nb', basePrice: 1 }],
    ['POST', 'service-categories', { name: 'A', basePrice: -1 }],
    ['POST', 'service-categories', { name: 'A', basePrice: 1.001 }],
    ['POST', 'pricing-plans', { price: 1, limits }],
    ['POST', 'pricing-plans', { name: 'A', price: 1, limits: { ...limits, databases: -1 } }],
    ['POST', 'pricing-plans', { name: 'A', price: 'free', limits }],
  ])('gets 422 for %s %s with %p', async (method, path, json) => {
    const reply = await call(method, path, { ...json, categoryId: webId })
    expect(reply.status).toBe(422)
    expect(reply.body).toMatchObject({ fields: expect.any(Object) })
  })

  test('gets 404 for a plan in an unknown category', async () => {
    const json = { categoryId: Bun.randomUUIDv7(), name: 'A', price: 1, limits }
    expect((await call('POST', 'pricing-plans', json)).status).toBe(404)
  })

  test('leaves an audit entry for every change', async () => {
    const { body } = await app.request('/api/admin/audit?limit=100', { cookie: administrator.cookie })
    const actions = new Set((body as { items: { action: string }[] }).items.map(({ action }) => action))
    for (const action of ['category.create', 'plan.create', 'plan.update']) expect(actions).toContain(action)
  })
})
