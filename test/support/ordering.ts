import { expect } from 'bun:test'
import { findPlan, type Reply, type TestApp } from './app.ts'

let counter = 0

export type Ordering = Awaited<ReturnType<typeof createOrdering>>

/** Two customers with the Starter plan in view, and the first one's order in many variants. */
export async function createOrdering(app: TestApp) {
  const customer = await app.addCustomer()
  const other = await app.addCustomer()
  const starter = await findPlan(app, 'Starter')
  /** An order for Starter with the given changes, from an address of its own. */
  const order = (fields: Record<string, unknown> = {}, cookie = customer.cookie): Promise<Reply> => {
    counter += 1
    const json = { planId: starter.id, amount: 99, paymentMethod: 'credit_card', ...fields }
    return app.request('/api/orders', { cookie, json, address: `203.0.113.${counter % 250}` })
  }
  const count = async () => {
    const { read, t } = app.store
    return { orders: await read.$count(t.orders), services: await read.$count(t.userServices) }
  }
  /** Expects a refusal that stored nothing. */
  const expectRefused = async (fields: Record<string, unknown>, status: number, body: object) => {
    const before = await count()
    const reply = await order(fields)
    expect(reply.status).toBe(status)
    expect(reply.body).toMatchObject(body)
    expect(await count()).toEqual(before)
  }
  return { customer, other, starter, order, count, expectRefused }
}

export const freshDomain = () => `shop-${Bun.randomUUIDv7()}.example.com`
export const idOf = (reply: Reply): string => (reply.body as { id: string }).id
