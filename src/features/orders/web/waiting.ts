import type { Order } from '#features/orders/contract.ts'
import type { Service, ServiceStatus } from '#features/services/contract.ts'

/** What the waiting page has to tell. */
export type Waiting =
  | { kind: 'pending'; service: Service; order: Order | undefined }
  | { kind: 'closed'; order: Order }
  | { kind: 'open' }
  | { kind: 'nothing' }

// Statuses that open the dashboard (docs/product.md, "Home gate").
const open = new Set<ServiceStatus>(['active', 'restarting', 'stopped', 'suspended'])

/** The ids of the services that open the dashboard. */
export const openServices = (services: readonly Service[]): string[] =>
  services.filter(({ status }) => open.has(status)).map(({ id }) => id)

const newest = <T extends { createdAt: string }>(rows: readonly T[]): T | undefined =>
  rows.reduce<T | undefined>((best, row) => (!best || row.createdAt > best.createdAt ? row : best), undefined)

/** What became of one order. */
function readOrder(services: readonly Service[], order: Order): Waiting {
  if (order.status === 'rejected' || order.status === 'cancelled') return { kind: 'closed', order }
  const service = services.find(({ id }) => id === order.serviceId)
  return service?.status === 'pending' ? { kind: 'pending', service, order } : { kind: 'open' }
}

/**
 * The order that is asked for; else the newest pending service with its order; without one, the newest order if it was
 * refused or cancelled; else whether the dashboard is open (docs/product.md, "Pending activation").
 */
export function readWaiting(
  services: readonly Service[],
  orders: readonly Order[],
  orderId?: string,
): Waiting {
  const asked = orders.find(({ id }) => id === orderId)
  if (asked) return readOrder(services, asked)
  const service = newest(services.filter(({ status }) => status === 'pending'))
  if (service)
    return { kind: 'pending', service, order: orders.find((order) => order.serviceId === service.id) }
  const order = newest(orders)
  if (order && (order.status === 'rejected' || order.status === 'cancelled')) return { kind: 'closed', order }
  return openServices(services).length > 0 ? { kind: 'open' } : { kind: 'nothing' }
}

type Visit = { viewer: { isAdmin: boolean; hasAdminAccess: boolean }; orderId?: string | undefined }

/**
 * Where a customer who opens the waiting page belongs instead; `null` when there is something to wait for or to read, and for
 * administrators, whom no gate turns away.
 */
export function readDetour(
  services: readonly Service[],
  orders: readonly Order[],
  { viewer, orderId }: Visit,
) {
  if (viewer.isAdmin || viewer.hasAdminAccess || orders.some(({ id }) => id === orderId)) return null
  const { kind } = readWaiting(services, orders)
  if (kind === 'pending') return null
  if (openServices(services).length > 0) return '/dashboard' as const
  return kind === 'closed' ? null : ('/select-plan' as const)
}
