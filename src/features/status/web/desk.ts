import type { WebFeature } from '#web/feature.ts'
import { deskRoutes } from './desk-routes.tsx'

/** What administrators have of it. */
export const statusDesk = {
  routes: { administrator: deskRoutes },
  deskTabs: [{ to: '/admin/status', name: 'Status', order: 90 }],
} as const satisfies WebFeature
