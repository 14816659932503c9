import type { WebFeature } from '#web/feature.ts'
import { drawIcon } from '#web/ui/icons.tsx'
import { deskRoutes } from './desk-routes.tsx'

const InvoiceIcon = drawIcon('M6 3.5h12v17l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6')

/** Types of the administrators' API. */
export const billingDesk = {
  routes: { administrator: deskRoutes },
  deskTabs: [{ to: '/admin/invoices', name: 'Invoices', Icon: InvoiceIcon, group: 'Business', order: 130 }],
} as const satisfies WebFeature
