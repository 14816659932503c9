import { afterAll, beforeAll } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createTestApp, findPlan, type TestApp } from './app.ts'

type Person = { cookie: string; id: string }
type World = {
  app: TestApp
  customer: Person
  other: Person
  administrator: Person
  starter: { id: string; price: number }
}
type Sent = { cookie?: string; key: string; path?: string; address?: string }

export const freshKey = (): string => Bun.randomUUIDv7()
export const freshDomain = (): string => `shop-${Bun.randomUUIDv7()}.example.com`

/** A portal with its users for all tests of a file, and calls under an Idempotency-Key. */
export function openKeyedCalls() {
  const world = {} as World
  let counter = 0

  beforeAll(async () => {
    world.app = await createTestApp()
    world.customer = await world.app.addCustomer()
    world.other = await world.app.addCustomer()
    world.administrator = await world.app.addAdministrator()
    world.starter = await findPlan(world.app, 'Starter')
  })
  afterAll(() => world.app.close())

  const bodyOf = (domain: string, amount: unknown = 99) => ({
    planId: world.starter.id,
    amount,
    paymentMethod: 'credit_card',
    domain,
  })
  function post(json: unknown, sent: Sent) {
    const { key, cookie = world.customer.cookie, path = '/api/orders', address } = sent
    counter += 1
    const from = address ?? `203.0.113.${counter % 250}`
    return world.app.request(path, { cookie, json, headers: { 'idempotency-key': key }, address: from })
  }
  const rows = (userId = world.customer.id) => {
    const { idempotencyKeys } = world.app.store.t
    return world.app.store.read.select().from(idempotencyKeys).where(eq(idempotencyKeys.userId, userId))
  }
  const countOrders = () => world.app.store.read.$count(world.app.store.t.orders)
  return { world, bodyOf, post, rows, countOrders }
}
