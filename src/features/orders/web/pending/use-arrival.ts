import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { type Followed, openServices } from '../waiting.ts'

const route = getRouteApi('/signed-in/pending-activation')

/** Reports decisions while the page is open; cancelling reports its own. */
function announceDecision(followed: Followed): void {
  if (followed.kind === 'pending' || followed.order.status === 'cancelled') return
  const { name } = followed.order.plan
  if (followed.kind === 'open')
    showToast({ title: 'Order Approved', description: `Your ${name} service is active.` })
  else
    showToast({
      title: 'Order Not Approved',
      description: `Your ${name} order was not approved. You were not charged.`,
      variant: 'destructive',
    })
}

function useDecisions(followed: readonly Followed[]): void {
  const waiting = useRef(new Set<string>())
  useEffect(() => {
    for (const each of followed) {
      if (each.kind === 'pending') waiting.current.add(each.id)
      else if (waiting.current.delete(each.id)) announceDecision(each)
    }
  }, [followed])
}

/**
 * Opens the dashboard once the order in the address is active. Without one, when a newcomer's first service is, or when every
 * order on the page is for a customer with a dashboard: unread outcomes stay in sight.
 */
export function useArrival(followed: readonly Followed[], hasDashboard: boolean): void {
  useDecisions(followed)
  const services = useQuery(useTRPC().servers.list.queryOptions()).data ?? []
  const open = openServices(services)
  const [openAtEntry] = useState(open)
  const { order: asked } = route.useSearch()
  const arrived = open.filter((id) => !openAtEntry.includes(id))
  const isAskedOpen = followed.some(
    (each) => each.id === asked && each.kind === 'open' && arrived.includes(each.order.serviceId),
  )
  const isAllOpen = arrived.length > 0 && (!hasDashboard || followed.every(({ kind }) => kind === 'open'))
  const hasArrived = followed.some(({ id }) => id === asked) ? isAskedOpen : isAllOpen
  const navigate = useNavigate()
  useEffect(() => {
    if (hasArrived) void navigate({ to: '/dashboard', replace: true })
  }, [hasArrived, navigate])
}
