import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { Order } from '#features/orders/contract.ts'

/** The orders that nobody has decided yet, in one line; nothing when there are none. */
export function PendingOrders({ orders }: { orders: readonly Order[] }) {
  const waiting = orders.filter(({ status }) => status === 'pending')
  if (waiting.length === 0) return null
  return (
    <section aria-label="Pending orders" className="dashboard-notice">
      <p>
        Awaiting approval:{' '}
        {waiting.map(({ id, plan, domain }, at) => (
          <Fragment key={id}>
            {at > 0 && ', '}
            <strong>{plan.name}</strong>
            {domain && ` for ${domain}`}{' '}
            <Link to="/pending-activation" search={{ order: id }}>
              Follow the order
            </Link>
          </Fragment>
        ))}
      </p>
    </section>
  )
}
