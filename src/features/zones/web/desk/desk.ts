import type { WebFeature } from '#web/feature.ts'
import { deskRoutes } from './routes.tsx'

/** What administrators have of it. */
export const zonesDesk = {
  routes: { administrator: deskRoutes },
  deskTabs: [{ to: '/admin/zones', name: 'Zones', order: 36 }],
} as const satisfies WebFeature
