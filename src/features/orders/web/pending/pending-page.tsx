import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTRPC } from '#web/trpc.ts'
import { FlowLayout, useHasDashboard } from '../flow-layout.tsx'
import { type Followed, readFollowed } from '../waiting.ts'
import { FollowedOrder } from './followed-order.tsx'
import { PendingHeader } from './pending-header.tsx'
import { useArrival } from './use-arrival.ts'

const route = getRouteApi('/signed-in/pending-activation')

const noIds: readonly string[] = []

/** Pending orders, and those that were on the page before: their outcome stays readable. */
function useFollowed(): Followed[] {
  const trpc = useTRPC()
  const services = useQuery(trpc.servers.list.queryOptions()).data ?? []
  const orders = useQuery(trpc.orders.list.queryOptions()).data ?? []
  const { order: asked } = route.useSearch()
  const [seenIds, setSeenIds] = useState(noIds)
  const followed = readFollowed(
    services,
    orders,
    asked ? [asked, ...seenIds.filter((id) => id !== asked)] : seenIds,
  )
  const added = followed.filter(({ id }) => !seenIds.includes(id))
  if (added.length > 0) setSeenIds([...seenIds, ...added.map(({ id }) => id)])
  return followed
}

/** The waiting page: each order with its outcome; opens the dashboard once nothing is pending. */
export function PendingPage() {
  const followed = useFollowed()
  const hasDashboard = useHasDashboard()
  useArrival(followed, hasDashboard)
  return (
    <FlowLayout>
      <div className="pending">
        <PendingHeader followed={followed} hasDashboard={hasDashboard} />
        {followed.map((each) => (
          <FollowedOrder key={each.id} followed={each} isOnly={followed.length === 1} />
        ))}
      </div>
    </FlowLayout>
  )
}
