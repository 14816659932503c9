import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { Order } from '#features/orders/contract/contract.ts'
import { showName } from '#shared/names/show-name.ts'

/** Orders shown initially; others unfold, so that the services below stay in view. */
const namedOrders = 3

/** The undecided orders in one line; nothing when there are none. */
export function PendingOrders({ orders }: { orders: readonly Order[] }) {
  const waiting = orders.filter(({ status }) => status === 'pending')
  if (waiting.length === 0) return null
  const others = waiting.slice(namedOrders)
  return (
    <section aria-label="Pending orders" className="dashboard-notice">
      <p>
        Awaiting approval: <OrderNames orders={waiting.slice(0, namedOrders)} />
      </p>
      {others.length > 0 && (
        <details>
          <summary>{others.length} more</summary>
          <p>
            <OrderNames orders={others} />
          </p>
        </details>
      )}
    </section>
  )
}

const OrderNames = ({ orders }: { orders: readonly Order[] }) =>
  orders.map(({ id, plan, domain }, at) => (
    <Fragment key={id}>
      {at > 0 && ', '}
      <strong>{plan.name}</strong>
      {domain && ` for ${showName(domain)}`}{' '}
      <Link to="/pending-activation" search={{ order: id }}>
        View order
      </Link>
    </Fragment>
  ))
