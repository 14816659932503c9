import { Link } from '@tanstack/react-router'
import type { Order } from '#features/orders/contract.ts'
import { asSentence } from '#shared/shown-text.ts'
import type { Service } from '../contract.ts'

type PendingOrdersProps = { orders: readonly Order[]; services: readonly Service[] }

/** What waits for somebody: orders not yet decided, and services that were suspended. Nothing when all is well. */
export function PendingOrders({ orders, services }: PendingOrdersProps) {
  const waiting = orders.filter(({ status }) => status === 'pending')
  const suspended = services.filter(({ status }) => status === 'suspended')
  if (waiting.length + suspended.length === 0) return null
  return (
    <section aria-label="Needs attention">
      <ul className="dashboard-notices">
        {waiting.map((order) => (
          <li key={order.id}>
            <span>
              Your <strong>{order.plan.name}</strong> order
              {order.domain && ` for ${order.domain}`} is awaiting approval.
            </span>
            <Link to="/pending-activation" search={{ order: order.id }}>
              Follow the order
            </Link>
          </li>
        ))}
        {suspended.map((service) => (
          <li key={service.id}>
            <span>
              <strong>{service.domain ?? service.plan.name}</strong> is suspended
              {service.suspendedReason ? `: ${asSentence(service.suspendedReason)}` : '.'}
            </span>
            <a href="/contact">Contact us</a>
          </li>
        ))}
      </ul>
    </section>
  )
}
