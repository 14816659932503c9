import type { WebFeature } from '#web/feature.ts'
import { deskRoutes } from './routes.tsx'

/** What administrators have of it. */
export const customersDesk = {
  routes: { administrator: deskRoutes },
  deskTabs: [{ to: '/admin/customers', name: 'Customers', order: 40 }],
} as const satisfies WebFeature
