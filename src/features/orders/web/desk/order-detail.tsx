import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatPrice } from '#shared/money/money.ts'
import { formatMoment } from '#shared/time.ts'
import { DeskDetail } from '#web/desk/desk-detail.tsx'
import { DomainName } from '#web/desk/domain-name.tsx'
import { Facts } from '#web/desk/facts.tsx'
import { MailList } from '#web/desk/mail-list.tsx'
import { ObjectLink } from '#web/desk/object-link.tsx'
import { OwnerLink } from '#web/desk/owner-link.tsx'
import { personName } from '#web/desk/person-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { CopyButton } from '#web/ui/values/copy-button.tsx'
import { IpAddress } from '#web/ui/values/ip-address.tsx'
import { StatusBadge } from '#web/ui/values/status-badge.tsx'
import type { OrderDetail as Detail } from '../../contract/desk.ts'
import type { Decide } from './decide/use-decision.tsx'
import { OrderPayment, OrderState } from './order-states.tsx'
import { Timeline } from './timeline.tsx'

type OrderDetailProps = { id: string; decide: Decide; onClose: () => void }

/** One order with the facts for its decision: customer, service, set-up, mails, and events. */
export function OrderDetail({ id, decide, onClose }: OrderDetailProps) {
  const trpc = useTRPC()
  const query = useQuery(trpc.ordersDesk.get.queryOptions({ id }))
  return (
    <DeskDetail what="Order" query={query} onClose={onClose}>
      {(order) => <OrderSheet order={order} decide={decide} />}
    </DeskDetail>
  )
}

function OrderSheet({ order, decide }: { order: Detail; decide: Decide }) {
  return (
    <>
      <h2>
        {order.plan.name} <OrderState order={order} />
      </h2>
      {order.status === 'pending' && (
        <div className="desk-actions">
          <button type="button" className="button" data-primary="" onClick={() => decide('approve', order)}>
            Approve…
          </button>
          <button type="button" className="button" onClick={() => decide('reject', order)}>
            Reject…
          </button>
        </div>
      )}
      <OrderFacts order={order} />
      <CustomerFacts order={order} />
      <ServiceFacts order={order} />
      <section>
        <h3>Mails</h3>
        <MailList mails={order.mails} />
      </section>
      <section>
        <h3>Timeline</h3>
        <Timeline entries={order.timeline} />
      </section>
    </>
  )
}

function OrderFacts({ order }: { order: Detail }) {
  return (
    <Facts
      title="Order"
      facts={{
        Number: (
          <span className="mono">
            {order.id} <CopyButton value={order.id} label="Copy the order number" />
          </span>
        ),
        Amount: `${formatPrice(order.amount)}/month`,
        Payment: <OrderPayment order={order} />,
        Placed: formatMoment(order.createdAt),
        Decided: order.decidedAt && formatMoment(order.decidedAt),
        'Decided by': order.decidedBy && <OwnerLink user={order.decidedBy} />,
        Invoice:
          order.status === 'approved' ? (
            <Link to="/admin/invoices" search={{ order: order.id }}>
              Show
            </Link>
          ) : null,
        Reason: order.reason,
        Note: order.note,
      }}
    />
  )
}

function CustomerFacts({ order: { user } }: { order: Detail }) {
  return (
    <Facts
      title="Customer"
      facts={{
        Name: (
          <ObjectLink type="user" id={user.id}>
            {personName(user)}
          </ObjectLink>
        ),
        Email: <a href={`mailto:${user.email}`}>{user.email}</a>,
        Mobile: <a href={`tel:${user.mobile}`}>{user.mobile}</a>,
      }}
    />
  )
}

function ServiceFacts({ order: { service, provisioning } }: { order: Detail }) {
  return (
    <Facts
      title="Service"
      facts={{
        Status: <StatusBadge status={service.status} />,
        Name: service.name,
        Plan: (
          <ObjectLink type="service" id={service.id}>
            {service.plan.name}, {service.category.name}
          </ObjectLink>
        ),
        Domain: service.domain && <DomainName name={service.domain} />,
        'Server IP': service.serverIp && <IpAddress ip={service.serverIp} />,
        'Set-up':
          provisioning && `${provisioning.state}${provisioning.step ? `, at ${provisioning.step}` : ''}`,
        Attempts: provisioning && provisioning.attempts > 0 ? String(provisioning.attempts) : null,
        Problem: provisioning?.message,
      }}
    />
  )
}
