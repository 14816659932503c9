import { useQuery } from '@tanstack/react-query'
import type { DeskCount, WebFeature } from '#web/feature.ts'
import { useTRPC } from '#web/trpc.ts'
import { CardIcon } from '#web/ui/icons.tsx'
import { deskRoutes } from './desk-routes.tsx'

function useWaiting(): DeskCount | null {
  const trpc = useTRPC()
  const waiting = useQuery(trpc.payments.waiting.queryOptions()).data
  const count = waiting ? waiting.reports + waiting.lines : 0
  return count > 0 ? { count, label: 'waiting' } : null
}

/** Types of the administrators' API. */
export const paymentsDesk = {
  routes: { administrator: deskRoutes },
  deskTabs: [
    {
      to: '/admin/payments',
      name: 'Payments',
      Icon: CardIcon,
      group: 'Business',
      order: 140,
      useCount: useWaiting,
    },
  ],
} as const satisfies WebFeature
