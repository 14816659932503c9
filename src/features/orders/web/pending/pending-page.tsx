import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useLiveEvents } from '#web/live/live.ts'
import { useTRPC } from '#web/trpc.ts'
import { FlowLayout } from '../flow-layout.tsx'
import { openServices, readWaiting } from '../waiting.ts'
import { WayBack } from '../way-back.tsx'
import { OrderClosed, OrderDone } from './order-closed.tsx'
import { OrderPending } from './order-pending.tsx'
import { OtherOrders } from './other-orders.tsx'

const route = getRouteApi('/signed-in/pending-activation')

/** The waiting page: moves on by itself once a service was opened that was not open when the page was. */
export function PendingPage() {
  const trpc = useTRPC()
  useLiveEvents()
  const services = useQuery(trpc.servers.list.queryOptions()).data ?? []
  const orders = useQuery(trpc.orders.list.queryOptions()).data ?? []
  const { order: orderId } = route.useSearch()
  const followed = orders.find(({ id }) => id === orderId)?.serviceId
  const open = openServices(services).filter((id) => followed === undefined || id === followed)
  const [openAtEntry] = useState(open)
  const navigate = useNavigate()
  const hasArrived = open.some((id) => !openAtEntry.includes(id))
  useEffect(() => {
    if (hasArrived) void navigate({ to: '/dashboard', replace: true })
  }, [hasArrived, navigate])
  const entry = readWaiting(services, orders, orderId)
  const [entryId] = useState(entry.kind === 'pending' ? entry.order?.id : undefined)
  // What becomes of the order that was shown is read to the end, whichever else is waiting.
  const waiting = readWaiting(services, orders, orderId ?? entryId)
  const shownId = waiting.kind === 'pending' || waiting.kind === 'closed' ? waiting.order?.id : undefined
  return (
    <FlowLayout>
      <div className="pending">
        <WayBack />
        <div role="status">
          {waiting.kind === 'pending' && <OrderPending service={waiting.service} order={waiting.order} />}
          {waiting.kind === 'closed' && <OrderClosed order={waiting.order} />}
          {(waiting.kind === 'open' || waiting.kind === 'nothing') && <OrderDone />}
        </div>
        <OtherOrders orders={orders.filter(({ id, status }) => status === 'pending' && id !== shownId)} />
      </div>
    </FlowLayout>
  )
}
