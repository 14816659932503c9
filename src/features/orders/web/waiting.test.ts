import { describe, expect, test } from 'bun:test'
import type { Order } from '#features/orders/contract/contract.ts'
import type { Service } from '#features/services/contract/contract.ts'
import { readDetour } from './detour.ts'
import { openServices, readFollowed } from './waiting.ts'

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

const told = (services: Service[], orders: Order[], followedIds?: string[]) =>
  readFollowed(services, orders, followedIds).map(({ id, kind }) => [id, kind])

describe('the waiting page', () => {
  const older = service('a', 'pending', '2026-11-20T08:00:00.000Z')

  test('lists everything pending, newest first', () => {
    const orders = [order('a', 'pending'), order('b', 'pending'), order('c', 'rejected')]
    expect(told([older, service('b', 'pending'), service('d', 'active')], orders)).toEqual([
      ['order-of-b', 'pending'],
      ['order-of-a', 'pending'],
    ])
  })

  test('lists followed orders with their outcome first', () => {
    const services = [older, service('b', 'pending'), service('c', 'active')]
    const orders = [
      order('a', 'pending', '2026-11-20T08:00:00.000Z'),
      order('b', 'pending'),
      order('c', 'approved'),
      order('d', 'rejected'),
    ]
    expect(told(services, orders, ['order-of-d', 'order-of-a', 'order-of-c', 'somebody else’s'])).toEqual([
      ['order-of-d', 'closed'],
      ['order-of-a', 'pending'],
      ['order-of-c', 'open'],
      ['order-of-b', 'pending'],
    ])
    expect(readDetour([service('c', 'active')], orders, { viewer, orderId: 'order-of-d' })).toBeNull()
  })

  test('lists a service that is pending without an order, and one that is set up after its approval', () => {
    expect(told([older], [])).toEqual([['a', 'pending']])
    expect(told([older], [order('a', 'approved')])).toEqual([['order-of-a', 'pending']])
  })

  test('lists the newest order if it was rejected or cancelled, when nothing is pending', () => {
    const earlier = order('b', 'cancelled', '2026-11-20T08:00:00.000Z')
    expect(told([], [order('a', 'rejected'), earlier])).toEqual([['order-of-a', 'closed']])
    expect(told([], [earlier])).toEqual([['order-of-b', 'closed']])
    expect(told([service('c', 'active')], [order('c', 'approved')])).toEqual([])
  })

  test('does not redirect administrators', () => {
    for (const flag of ['isAdmin', 'hasAdminAccess'] as const)
      expect(readDetour([], [], { viewer: { ...viewer, [flag]: true } })).toBeNull()
  })

  test('redirects a customer without orders to the plans, and one with an active service to the dashboard', () => {
    expect(readDetour([], [], { viewer })).toBe('/select-plan')
    expect(readDetour([], [order('a', 'rejected')], { viewer })).toBeNull()
    expect(readDetour([service('a', 'pending')], [], { viewer })).toBeNull()
    for (const status of ['active', 'restarting', 'stopped', 'suspended'] as const) {
      expect(readDetour([service('a', status)], [order('b', 'rejected')], { viewer })).toBe('/dashboard')
    }
  })

  test('stays open for a customer with a second, pending service', () => {
    const services = [service('a', 'active'), service('b', 'pending')]
    expect(readDetour(services, [], { viewer })).toBeNull()
    expect(openServices(services)).toEqual(['a'])
  })
})
