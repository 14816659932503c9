import type { WebFeature } from '#web/feature.ts'
import { RefreshIcon } from '#web/ui/icons.tsx'
import { deskRoutes } from './desk-routes.tsx'

/** Types of the administrators' API. */
export const renewalsDesk = {
  routes: { administrator: deskRoutes },
  deskTabs: [{ to: '/admin/renewals', name: 'Renewals', Icon: RefreshIcon, group: 'Business', order: 150 }],
  live: { renewalsDesk: ['renewal', 'invoice', 'service'] },
} as const satisfies WebFeature
