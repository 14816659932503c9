import type { WebFeature } from '#web/feature.ts'
import { ServerIcon } from '#web/ui/icons.tsx'
import { deskRoutes } from './routes.tsx'

/** What administrators have of it. */
export const servicesDesk = {
  routes: { administrator: deskRoutes },
  deskTabs: [{ to: '/admin/services', name: 'Services', Icon: ServerIcon, group: 'Business', order: 120 }],
} as const satisfies WebFeature
