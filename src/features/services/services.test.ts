import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { activateService, createTestApp, placeOrder, type TestApp } from '#test/support/app.ts'
import { type ServiceStatus, serviceStatuses } from './contract/contract.ts'
import { gateOpeningStatuses } from './contract/gate.ts'
import { readGate } from './service.ts'

let app: TestApp
let customer: { cookie: string; id: string }
let administrator: { cookie: string }
let active: { id: string; serviceId: string }

beforeAll(async () => {
  app = await createTestApp()
  customer = await app.addCustomer()
  const made = await activateService(app, customer.cookie, { domain: 'active.example.com' })
  active = made
  administrator = made.administrator
})
afterAll(() => app.close())

const get = (path: string, cookie = customer.cookie) => app.request(path, { cookie })
const change = (id: string, name: string, json: unknown = {}) =>
  app.request(`/api/admin/services/${id}/${name}`, { cookie: administrator.cookie, json })

const setStatus = (id: string, status: ServiceStatus) => {
  const { userServices } = app.store.t
  return app.store.tx((tx) => tx.update(userServices).set({ status }).where(eq(userServices.id, id)))
}

describe('the customer’s services', () => {
  test('have the same shape on all three paths', async () => {
    const shape = {
      id: active.serviceId,
      status: 'active',
      name: null,
      planId: expect.any(String),
      plan: { id: expect.any(String), name: 'Starter', price: 99 },
      category: { id: expect.any(String), name: 'Web Hosting' },
      domain: 'active.example.com',
      serverIp: '127.0.0.1',
      autoRestart: true,
      provisioning: null,
      url: null,
      previewUrl: null,
      suspendedReason: null,
      createdAt: expect.stringMatching(/^2026-11-20T/),
    }
    for (const path of [
      '/api/user-services',
      '/api/user/services',
      `/api/user-services/${active.serviceId}`,
    ]) {
      const { status, body } = await get(path)
      expect(status).toBe(200)
      expect<unknown>([body].flat()).toEqual([shape])
    }
  })

  test('are found by an id in capitals, and only by their owner', async () => {
    expect((await get(`/api/user-services/${active.serviceId.toUpperCase()}`)).status).toBe(200)
    const { cookie } = await app.addCustomer()
    expect((await get('/api/user-services', cookie)).body).toEqual([])
    expect((await get(`/api/user-services/${active.serviceId}`, cookie)).status).toBe(404)
  })

  test('are listed newest first, without terminated ones', async () => {
    const { cookie } = await app.addCustomer()
    const first = await placeOrder(app, cookie, { domain: 'first.example.com' })
    app.advance(1_000)
    const second = await placeOrder(app, cookie, { domain: 'second.example.com' })
    const ids = async () =>
      ((await get('/api/user-services', cookie)).body as { id: string }[]).map(({ id }) => id)
    expect(await ids()).toEqual([second.serviceId, first.serviceId])
    await change(first.serviceId, 'terminate')
    expect(await ids()).toEqual([second.serviceId])
    expect((await get(`/api/user-services/${first.serviceId}`, cookie)).status).toBe(404)
  })
})

describe('an administrator’s change', () => {
  const allowed: Record<string, ServiceStatus[]> = {
    suspend: ['active', 'restarting', 'stopped'],
    unsuspend: ['suspended'],
    terminate: ['pending', 'active', 'restarting', 'stopped', 'suspended'],
    retry: [],
  }
  const cases = Object.keys(allowed).flatMap((name) =>
    serviceStatuses.map((status) => [name, status] as const),
  )
  test.each(cases)('%s is allowed or refused for a service that is %s', async (name, status) => {
    const { cookie } = await app.addCustomer()
    app.advance(3_600_000)
    const { serviceId } = await placeOrder(app, cookie)
    await setStatus(serviceId, status)
    const reply = await change(serviceId, name)
    expect(reply.status).toBe(allowed[name]?.includes(status) ? 200 : 409)
  })

  test('suspension stores its reason, is published and audited, and can be lifted', async () => {
    const heard: unknown[] = []
    const stop = app.deps.events.subscribe((event) => heard.push(event))
    const { serviceId: id } = active
    const reply = await change(id, 'suspend', { reason: 'Payment is late.' })
    expect(reply.body).toMatchObject({ id, status: 'suspended', suspendedReason: 'Payment is late.' })
    expect((await get(`/api/user-services/${id}`)).body).toMatchObject({
      status: 'suspended',
      suspendedReason: 'Payment is late.',
    })
    expect((await change(id, 'unsuspend')).body).toMatchObject({ status: 'active', suspendedReason: null })
    stop()
    expect(heard).toEqual([
      { userId: customer.id, kind: 'service', id, status: 'suspended' },
      { userId: customer.id, kind: 'service', id, status: 'active' },
    ])
    const { auditLog } = app.store.t
    const entries = await app.store.read
      .select()
      .from(auditLog)
      .where(eq(auditLog.targetId, id))
      .orderBy(auditLog.id)
    expect(entries.map(({ action }) => action)).toEqual([
      'service.activate',
      'service.suspend',
      'service.unsuspend',
    ])
    expect(entries[1]?.note).toBe('Payment is late.')
  })
})

describe('the home gate', () => {
  const gateOf = async (id: string) => {
    const { users } = app.store.t
    const [user] = await app.store.read.select().from(users).where(eq(users.id, id))
    if (!user) throw new Error('no user')
    return readGate({ ...app.deps, user } as unknown as Parameters<typeof readGate>[0])
  }

  test('sends a customer without a service to the plans, with only pending ones to the waiting page, and with an open one to the dashboard', async () => {
    const person = await app.addCustomer()
    expect(await gateOf(person.id)).toBe('select-plan')
    const first = await placeOrder(app, person.cookie, { domain: 'gate-a.example.com' })
    expect(await gateOf(person.id)).toBe('pending-activation')
    for (const status of gateOpeningStatuses) {
      await setStatus(first.serviceId, status)
      expect(await gateOf(person.id)).toBe('dashboard')
    }
    await setStatus(first.serviceId, 'terminated')
    expect(await gateOf(person.id)).toBe('select-plan')
    await placeOrder(app, person.cookie, { domain: 'gate-b.example.com' })
    expect(await gateOf(person.id)).toBe('pending-activation')
    await setStatus(first.serviceId, 'stopped')
    expect(await gateOf(person.id)).toBe('dashboard')
  })

  test.each(['isAdmin', 'hasAdminAccess'] as const)('lets a user with %s pass', async (flag) => {
    const person = await app.addCustomer()
    const { users } = app.store.t
    await app.store.tx((tx) =>
      tx
        .update(users)
        .set({ [flag]: true })
        .where(eq(users.id, person.id)),
    )
    expect(await gateOf(person.id)).toBe('dashboard')
  })
})
