import type { WebFeature } from '#web/feature.ts'
import { UserIcon } from '#web/ui/icons.tsx'
import { deskRoutes } from './routes.tsx'

/** Types of the administrators' API. */
export const customersDesk = {
  routes: { administrator: deskRoutes },
  deskTabs: [
    { to: '/admin/customers', name: 'Customers', Icon: UserIcon, group: 'Business', order: 110, bar: 30 },
  ],
} as const satisfies WebFeature
