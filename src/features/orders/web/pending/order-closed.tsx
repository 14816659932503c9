import { Link } from '@tanstack/react-router'
import type { Order } from '../../contract.ts'

/** An order that leads nowhere any more: what became of it and why, and the way to another. */
export function OrderClosed({ order }: { order: Order }) {
  const isRejected = order.status === 'rejected'
  return (
    <>
      <h1>{isRejected ? 'Order Not Approved' : 'Order Cancelled'}</h1>
      <p className="flow-lead">
        {isRejected
          ? `Your ${order.plan.name} order was reviewed and not approved. You were not charged.`
          : `Your ${order.plan.name} order was cancelled. You were not charged.`}
      </p>
      {isRejected && order.reason && (
        <blockquote className="pending-reason">
          <p>{order.reason}</p>
        </blockquote>
      )}
      <p className="pending-actions">
        <Link to="/select-plan" className="button" data-primary="">
          Choose another plan
        </Link>
        <a href="/contact" className="button">
          Contact us
        </a>
      </p>
    </>
  )
}

/** Nothing to wait for: the page is on its way elsewhere, or was left open. */
export function OrderDone() {
  return (
    <>
      <h1>Nothing is pending</h1>
      <p className="flow-lead">All your orders have been processed.</p>
      <p className="pending-actions">
        <Link to="/" className="button" data-primary="">
          Go to your dashboard
        </Link>
      </p>
    </>
  )
}
