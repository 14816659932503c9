import type { WebFeature } from '#web/feature.ts'
import { deskRoutes } from './routes.tsx'
import { useWaiting } from './use-waiting.ts'

/** What administrators have of it. */
export const ordersDesk = {
  routes: { administrator: deskRoutes },
  deskTabs: [{ to: '/admin/orders', name: 'Orders', order: 20, useCount: useWaiting }],
  live: { ordersDesk: ['order', 'service', 'job'] },
} as const satisfies WebFeature
