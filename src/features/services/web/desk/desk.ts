import type { WebFeature } from '#web/feature.ts'
import { ServerIcon } from '#web/ui/icons.tsx'
import { deskRoutes } from './routes.tsx'

/** Pages and tabs for administrators. */
export const servicesDesk = {
  routes: { administrator: deskRoutes },
  deskTabs: [{ to: '/admin/services', name: 'Services', Icon: ServerIcon, group: 'Business', order: 120 }],
} as const satisfies WebFeature
