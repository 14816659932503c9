import { describe, expect, test } from 'bun:test'
import type { Order } from '#features/orders/contract.ts'
import type { Service } from '#features/services/contract.ts'
import { openServices, readDetour, readWaiting } from './waiting.ts'

const service = (id: string, status: Service['status'], createdAt = '2026-11-21T08:00:00.000Z'): Service => ({
  id,
  status,
  planId: 'plan',
  plan: { id: 'plan', name: 'Business', price: 299 },
  category: { id: 'category', name: 'Web Hosting' },
  name: null,
  domain: null,
  serverIp: null,
  autoRestart: true,
  provisioning: null,
  url: null,
  previewUrl: null,
  suspendedReason: null,
  createdAt,
})

const order = (
  serviceId: string,
  status: Order['status'],
  createdAt = '2026-11-21T08:00:00.000Z',
): Order => ({
  id: `order-of-${serviceId}`,
  planId: 'plan',
  amount: 299,
  currency: 'INR',
  status,
  paymentMethod: 'credit_card',
  domain: null,
  serviceId,
  createdAt,
  plan: { id: 'plan', name: 'Business' },
  category: { id: 'category', name: 'Web Hosting' },
  reason: null,
})

const viewer = { isAdmin: false, hasAdminAccess: false }

describe('the waiting page', () => {
  test('shows the order that is asked for, whatever became of it', () => {
    const older = service('a', 'pending', '2026-11-20T08:00:00.000Z')
    const services = [older, service('b', 'pending'), service('c', 'active')]
    const orders = [
      order('a', 'pending', '2026-11-20T08:00:00.000Z'),
      order('b', 'pending'),
      order('c', 'approved'),
      order('d', 'rejected'),
    ]
    const read = (serviceId: string) => readWaiting(services, orders, `order-of-${serviceId}`)
    expect(read('a')).toMatchObject({ kind: 'pending', service: { id: 'a' }, order: { id: 'order-of-a' } })
    expect(read('c').kind).toBe('open')
    expect(read('d')).toMatchObject({ kind: 'closed', order: { id: 'order-of-d' } })
    expect(read('of somebody else')).toMatchObject({ kind: 'pending', service: { id: 'b' } })
    expect(readDetour([service('c', 'active')], orders, { viewer, orderId: 'order-of-d' })).toBeNull()
  })

  test('turns no administrator away', () => {
    for (const flag of ['isAdmin', 'hasAdminAccess'] as const)
      expect(readDetour([], [], { viewer: { ...viewer, [flag]: true } })).toBeNull()
  })

  test('shows the newest pending service with its order', () => {
    const older = service('a', 'pending', '2026-11-20T08:00:00.000Z')
    const waiting = readWaiting(
      [older, service('b', 'pending')],
      [order('a', 'pending'), order('b', 'pending')],
    )
    expect(waiting).toMatchObject({ kind: 'pending', service: { id: 'b' }, order: { id: 'order-of-b' } })
  })

  test('shows that an order was rejected or cancelled', () => {
    expect(readWaiting([], [order('a', 'rejected')])).toMatchObject({
      kind: 'closed',
      order: { status: 'rejected' },
    })
    expect(readWaiting([], [order('a', 'cancelled')]).kind).toBe('closed')
  })

  test('sends a customer without orders to the plans, and one with an open service to the dashboard', () => {
    expect(readDetour([], [], { viewer })).toBe('/select-plan')
    expect(readDetour([], [order('a', 'rejected')], { viewer })).toBeNull()
    expect(readDetour([service('a', 'pending')], [], { viewer })).toBeNull()
    for (const status of ['active', 'restarting', 'stopped', 'suspended'] as const) {
      expect(readDetour([service('a', status)], [order('b', 'rejected')], { viewer })).toBe('/dashboard')
    }
  })

  test('stays open for a customer who waits for a second service', () => {
    const services = [service('a', 'active'), service('b', 'pending')]
    expect(readDetour(services, [], { viewer })).toBeNull()
    expect(openServices(services)).toEqual(['a'])
  })
})
