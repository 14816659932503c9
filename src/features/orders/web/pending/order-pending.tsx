import type { Service } from '#features/services/contract.ts'
import { formatPrice } from '#shared/money/money.ts'
import { showName } from '#shared/names/show-name.ts'
import { useSite } from '#web/site.tsx'
import { useFeatures } from '#web/use-features.ts'
import { useViewer } from '#web/viewer.ts'
import type { Order } from '../../contract.ts'
import { CancelOrder } from './cancel-order.tsx'
import { PendingSteps } from './pending-steps.tsx'

type OrderPendingProps = { service: Service; order: Order | undefined }

/** What was ordered, what happens now, and the way back while nothing was decided yet. */
export function OrderPending({ service, order }: OrderPendingProps) {
  const PayPanel = useFeatures().find((feature) => feature.PayPanel)?.PayPanel
  return (
    <>
      <h1>Account Pending Activation</h1>
      <p className="flow-lead">
        Your order is with our team. The review takes up to 24 hours, and an email is sent to{' '}
        {useViewer()?.email} on activation. This page updates automatically.
      </p>
      <SelectedPlan service={service} />
      {PayPanel && order?.status === 'pending' && <PayPanel kind="order" id={order.id} />}
      <PendingSteps service={service} order={order} />
      <p className="pending-help">
        A question about the order? <a href="/contact">Contact us</a>
        {order && (
          <>
            {' '}
            and quote order <code>{shortNumber(order.id)}</code>
          </>
        )}
        .
      </p>
      {order?.status === 'pending' && <CancelOrder order={order} />}
    </>
  )
}

/** The beginning of an id, which is the moment of the order to the millisecond; the desk finds the order by it. */
const shortNumber = (id: string): string => id.slice(0, 13)

function SelectedPlan({ service }: { service: Service }) {
  const { pendingPriceSymbol = '₹' } = useSite()
  const price = formatPrice(service.plan.price).replace('₹', pendingPriceSymbol)
  return (
    <section className="pending-plan" aria-labelledby="pending-plan-title">
      <div>
        <h2 id="pending-plan-title">{service.plan.name}</h2>
        <p className="pending-category">{service.category.name}</p>
        {service.domain && <p className="pending-domain mono">{showName(service.domain)}</p>}
      </div>
      <p className="pending-price">
        {price}
        <span>/month</span>
      </p>
      <p className="pending-status">Status: Pending Activation</p>
    </section>
  )
}
