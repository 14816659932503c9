import type { WebFeature } from '#web/feature.ts'
import { deskRoutes } from './desk/desk-routes.tsx'

/** What administrators have of it. */
export const billingDesk = {
  routes: { administrator: deskRoutes },
  deskTabs: [{ to: '/admin/invoices', name: 'Invoices', order: 25 }],
} as const satisfies WebFeature
