import type { WebFeature } from '#web/feature.ts'
import { deskRoutes } from './routes.tsx'

/** What administrators have of it. */
export const servicesDesk = {
  routes: { administrator: deskRoutes },
  deskTabs: [{ to: '/admin/services', name: 'Services', order: 30 }],
} as const satisfies WebFeature
