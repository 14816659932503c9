import { Link } from '@tanstack/react-router'
import { formatPrice } from '#shared/money/money.ts'
import { showName } from '#shared/names/show-name.ts'
import { orderNumber } from '#shared/text/order-number.ts'
import { useSite } from '#web/site.tsx'
import { CopyButton } from '#web/ui/values/copy-button.tsx'
import { useFeatures } from '#web/use-features.ts'
import type { Order } from '../../contract/contract.ts'
import type { Followed } from '../waiting.ts'
import { CancelOrder } from './cancel-order.tsx'
import { PendingSteps } from './pending-steps.tsx'

type Pending = Extract<Followed, { kind: 'pending' }>

/** An order with its outcome; the page's heading shows that of a single one. */
export function FollowedOrder({ followed, isOnly }: { followed: Followed; isOnly: boolean }) {
  if (followed.kind === 'pending') return <PendingOrder {...followed} />
  if (isOnly) return <Decided {...followed} />
  return (
    <article className="pending-plan" aria-labelledby={`order-${followed.id}`}>
      <OrderTitle id={followed.id} order={followed.order} />
      <div className="pending-outcome">
        <p>{describeOutcome(followed)}</p>
        <Decided {...followed} />
      </div>
    </article>
  )
}

/** The decision, in one sentence. */
export function describeOutcome({ order, kind }: Exclude<Followed, Pending>): string {
  const { name } = order.plan
  if (kind === 'open') return `Your ${name} order was approved.`
  return order.status === 'rejected'
    ? `Your ${name} order was reviewed and not approved. You were not charged.`
    : `Your ${name} order was cancelled. You were not charged.`
}

/** Why an order was not approved, and the next steps. */
function Decided({ order, kind }: Exclude<Followed, Pending>) {
  return (
    <>
      {order.status === 'rejected' && order.reason && (
        <blockquote className="pending-reason">
          <p>{order.reason}</p>
        </blockquote>
      )}
      <p className="pending-actions">
        {kind === 'open' ? (
          <Link to="/" className="button" data-primary="">
            Go to your dashboard
          </Link>
        ) : (
          <Link to="/select-plan" className="button" data-primary="">
            Choose another plan
          </Link>
        )}
        <ContactLink id={order.id} />
      </p>
    </>
  )
}

const ContactLink = ({ id }: { id: string }) => (
  <a href={`/contact?order=${id}`} className="button">
    Contact us
  </a>
)

function OrderTitle({ id, order }: { id: string; order: Pick<Order, 'plan' | 'category' | 'domain'> }) {
  return (
    <div>
      <h2 id={`order-${id}`}>{order.plan.name}</h2>
      <p className="pending-category">{order.category.name}</p>
      {order.domain && <p className="pending-domain mono">{showName(order.domain)}</p>}
    </div>
  )
}

/** The order, its next step, and a button to cancel it while it is pending. */
function PendingOrder({ id, service, order }: Pending) {
  const { pendingPriceSymbol = '₹' } = useSite()
  const PayPanel = useFeatures().find((feature) => feature.PayPanel)?.PayPanel
  const price = formatPrice(service.plan.price).replace('₹', pendingPriceSymbol)
  return (
    <article className="pending-order" aria-labelledby={`order-${id}`}>
      <div className="pending-plan">
        <OrderTitle id={id} order={service} />
        <p className="pending-price">
          {price}
          <span>/month</span>
        </p>
        <p className="pending-status">Status: Pending Activation</p>
        {order && (
          <p className="pending-number">
            Order <strong className="mono">{orderNumber(order.id)}</strong>
            <CopyButton value={orderNumber(order.id)} label="Copy order number" />
          </p>
        )}
      </div>
      <PendingSteps service={service} order={order} />
      {PayPanel && order?.status === 'pending' && <PayPanel kind="order" id={order.id} />}
      {order && (
        <p className="pending-actions">
          <ContactLink id={order.id} />
          {order.status === 'pending' && <CancelOrder order={order} />}
        </p>
      )}
    </article>
  )
}
