import { Link } from '@tanstack/react-router'
import { showName } from '#shared/names/show-name.ts'
import type { Order } from '../../contract.ts'

/** Orders that wait beside the one that is shown. */
export function OtherOrders({ orders }: { orders: readonly Order[] }) {
  if (orders.length === 0) return null
  return (
    <section className="pending-others" aria-labelledby="pending-others-title">
      <h2 id="pending-others-title">Also waiting</h2>
      <ul>
        {orders.map(({ id, plan, domain }) => (
          <li key={id}>
            <Link to="/pending-activation" search={{ order: id }}>
              {plan.name}
              {domain && ` · ${showName(domain)}`}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
