import type { WebFeature } from '#web/feature.ts'
import { drawIcon } from '#web/ui/icons.tsx'
import { deskRoutes } from './routes.tsx'
import { useWaiting } from './use-waiting.ts'

const CartIcon = drawIcon('M3 4.5h3l2.5 11H18l2.5-8H7M9.5 19.5h.01M17 19.5h.01')

/** Types of the administrators' API. */
export const ordersDesk = {
  routes: { administrator: deskRoutes },
  deskTabs: [
    {
      to: '/admin/orders',
      name: 'Orders',
      Icon: CartIcon,
      group: 'Work',
      order: 10,
      useCount: useWaiting,
      bar: 10,
    },
  ],
  live: { ordersDesk: ['order', 'service', 'job'] },
} as const satisfies WebFeature
