import type { Order } from '#features/orders/contract/contract.ts'
import type { Service } from '#features/services/contract/contract.ts'
import { gateOpeningStatuses } from '#features/services/contract/gate.ts'
import { isClosed } from './detour.ts'

/** An order on the waiting page; a pending service without an order has a row too. */
export type Followed = { id: string } & (
  | { kind: 'pending'; service: Service; order: Order | undefined }
  | { kind: 'closed'; order: Order }
  | { kind: 'open'; order: Order }
)

const opening = new Set<string>(gateOpeningStatuses)

/** Ids of the services that open the dashboard. */
export const openServices = (services: readonly Service[]): string[] =>
  services.filter(({ status }) => opening.has(status)).map(({ id }) => id)

const newestFirst = <T extends { createdAt: string }>(rows: readonly T[]): T[] =>
  rows.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))

/** Everything pending, newest first. */
function readPending(services: readonly Service[], orders: readonly Order[]): Followed[] {
  return newestFirst(services.filter(({ status }) => status === 'pending')).map((service) => {
    const order = orders.find(({ serviceId }) => serviceId === service.id)
    return { kind: 'pending', id: order?.id ?? service.id, service, order }
  })
}

/**
 * Contents of the waiting page: followed orders with any outcome first, then everything pending. When nothing is pending, the
 * newest order if it was rejected or cancelled (docs/product/orders.md, "Pending activation").
 */
export function readFollowed(
  services: readonly Service[],
  orders: readonly Order[],
  followedIds: readonly string[] = [],
): Followed[] {
  const pending = readPending(services, orders)
  const followed = followedIds.flatMap((id): Followed[] => {
    const waiting = pending.find((each) => each.id === id)
    if (waiting) return [waiting]
    const order = orders.find((each) => each.id === id)
    return order ? [{ kind: isClosed(order) ? 'closed' : 'open', id, order }] : []
  })
  const all = [...followed, ...pending.filter(({ id }) => !followedIds.includes(id))]
  const [newest] = newestFirst(orders)
  if (all.length > 0 || !newest || !isClosed(newest)) return all
  return [{ kind: 'closed', id: newest.id, order: newest }]
}
